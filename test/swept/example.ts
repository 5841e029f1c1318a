import { type SweepReport, sweepSchema } from '../../src/sweep/report.ts'
import { startProcess } from '../support/process.ts'

/** What `rental-sim sweep` finds in one of the clients of docs/examples/sweep. */
export async function sweepOf(client: string, options: readonly string[] = []): Promise<SweepReport> {
  const command = [process.execPath, 'client.test.js']
  const { ended } = startProcess(
    process.execPath,
    ['../../../dist/cli.cjs', 'sweep', ...options, '--format', 'json', '--', ...command],
    { cwd: 'docs/examples/sweep', env: { PATH: process.env['PATH'], CLIENT: client } },
  )
  const { stdout, stderr } = await ended
  if (stdout === '') throw new Error(stderr)
  return sweepSchema.parse(JSON.parse(stdout))
}

export const badIn = ({ trials }: SweepReport) =>
  trials.filter(({ good, verdict }) => !good && verdict !== 'never-met').map(({ id, verdict }) => ({ id, verdict }))
