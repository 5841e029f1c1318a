import { resolve } from 'node:path'
import { isBad, type SweepReport, sweepSchema } from '../../src/sweep/report.ts'
import { startProcess } from '../support/process.ts'

/** What `rental-sim sweep` finds in a folder. */
export async function sweepIn(
  cwd: string,
  env: Readonly<Record<string, string>>,
  options: readonly string[],
  command: readonly string[],
): Promise<SweepReport> {
  const { ended } = startProcess(
    process.execPath,
    [resolve('dist/cli.cjs'), 'sweep', ...options, '--format', 'json', '--', ...command],
    { cwd, env: { PATH: process.env['PATH'], ...env } },
  )
  const { stdout, stderr } = await ended
  if (stdout === '') throw new Error(stderr)
  return sweepSchema.parse(JSON.parse(stdout))
}

/** What `rental-sim sweep` finds in one of the clients of docs/examples/sweep. */
export const sweepOf = (client: string, options: readonly string[] = []): Promise<SweepReport> =>
  sweepIn('docs/examples/sweep', { CLIENT: client }, options, [process.execPath, 'client.test.js'])

/** What it finds in one of the farms; under a trial only the test runs that has the name of its sandbox. */
export const sweepOfFarm = (farm: 'farm' | 'careless', options: readonly string[]): Promise<SweepReport> =>
  sweepIn(
    'test/swept/farm',
    { FARM: farm, PYTHONDONTWRITEBYTECODE: '1' },
    ['--each', 'python3 -m unittest test_farm.Tests.test_{test}', ...options],
    ['python3', '-m', 'unittest'],
  )

export const badIn = ({ trials }: SweepReport) => trials.filter(isBad).map(({ id, verdict }) => ({ id, verdict }))

/** Prints a share, and answers it in percent. */
export function percentOf(name: string, good: number, total: number): number {
  process.stdout.write(`${name}: ${good} of ${total}, ${Math.floor((100 * good) / total)} %\n`)
  return (100 * good) / total
}
