import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Ended, type Started, startProcess } from '../support/process.ts'
import { isRunning } from '../support/is-running.ts'
import { searching } from './suite.ts'

let folder: string
let sweeps: Started[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))
  sweeps = []
})
afterEach(async () => {
  for (const { child } of sweeps) child.kill('SIGTERM')
  await Promise.all(sweeps.map(({ ended }) => ended))
  rmSync(folder, { recursive: true })
})

const cli = resolve('dist/cli.cjs')

/** `rental-sim sweep` in a folder of its own. */
function sweep(options: readonly string[], command: readonly string[]): Started {
  const args = [cli, 'sweep', ...options, '--', ...command]
  const started = startProcess(process.execPath, args, { cwd: folder, env: { PATH: process.env['PATH'] } })
  sweeps.push(started)
  return started
}

const pidFile = () => join(folder, 'pid')
const pid = () => readFileSync(pidFile(), 'utf8')

/** Under a 502 the suite starts a program that waits for ever, and waits for it. */
const waiting = () => {
  const program = `require('node:fs').writeFileSync(${JSON.stringify(pidFile())}, String(process.pid)); setInterval(() => {}, 1000)`
  const wait = `if ((process.env.RENTAL_SIM_TRIAL ?? '').includes('502'))
    await new Promise((resolve) => require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(program)}], { stdio: 'inherit' }).once('exit', resolve))`
  return searching({ begin: 'await search().catch(() => 0)', rest: wait })
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends what runs, with all that it started, and gives the report of what was done',
  async (signal) => {
    const { child, ended } = sweep(['--only', 'transient', '--jobs', '1'], waiting())
    await expect.poll(() => existsSync(pidFile()) && pid() !== '', { timeout: 60_000 }).toBe(true)
    expect(isRunning(pid())).toBe(true)
    child.kill(signal)
    const { code, stdout } = await ended
    expect(code).toBe(130)
    expect(stdout).toMatch(/^Resilience +\d+ % \([01] of 1\)/)
    expect(stdout).toContain('Left out: 10 (transient 10)')
    await expect.poll(() => isRunning(pid())).toBe(false)
  },
)

test('--init writes the bad verdicts, and a following run reads them once each line has its reason', async () => {
  const options = ['--trial', '*/transient/first/50*']
  const file = join(folder, 'sweep.yaml')
  const done = (further: readonly string[]): Promise<Ended> => sweep([...options, ...further], searching()).ended

  expect(await done(['--init'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Resilience   0 % (0 of 1)'),
  })
  expect(readFileSync(file, 'utf8')).toMatch(/^templates\.search transient: \{ wanted: noticed, why: \}$/m)
  expect(await done([])).toMatchObject({ code: 2, stderr: expect.stringMatching(/sweep\.yaml:3:.*say why/s) })
  expect(await done(['--init'])).toMatchObject({ code: 2, stderr: expect.stringContaining('is there already') })

  writeFileSync(file, readFileSync(file, 'utf8').replace('why:', 'why: people search again'))
  expect(await done(['--fail-below', 'resilience=100'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Resilience +100 % \(1 of 1\).*No bad verdict/s),
  })
})
