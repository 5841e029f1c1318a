import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isRunning } from '../support/is-running.ts'
import { runGroup } from '../../src/sweep/run/run-command.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const never = new AbortController().signal

/** A command that starts another one, which writes its process id and waits for ever. */
const parent = (rest: string) => {
  const child = `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'pid'))}, String(process.pid)); process.stdout.write('ready'); setInterval(() => {}, 1000)`
  const script = `const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.once('data', () => { ${rest} })`
  return [process.execPath, '-e', script]
}

/** Whether the process that the command started is still there. */
const isThere = (): boolean => isRunning(readFileSync(join(folder, 'pid'), 'utf8'))

test('a command past its time limit is ended with all that it started', async () => {
  // A busy machine may take longer to start what the command starts.
  for (let limitMs = 1000; !existsSync(join(folder, 'pid')); limitMs *= 2) {
    const ending = await runGroup(parent(''), process.env, { limitMs, signal: never })
    expect(ending).toMatchObject({ exitCode: null, signal: null, timedOut: true, output: '' })
  }
  await expect.poll(isThere).toBe(false)
})

test('what a command leaves in a group of its own and with its output is not waited for', async () => {
  const command = parent('process.stdout.write("done"); process.exitCode = 3; child.unref(); child.stdout.destroy()')
  const alone = command.map((each) => each.replace("stdio: ['ignore', 'pipe', 'inherit']", 'detached: true, $&'))
  const ending = await runGroup(alone, process.env, { signal: never })
  expect(isThere()).toBe(true)
  process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGKILL')
  expect(ending).toEqual({ exitCode: 3, signal: null, timedOut: false, output: 'done' })
})

test('what a command leaves running is ended when the command ends', async () => {
  const ending = await runGroup(parent('process.exit(4)'), process.env, { signal: never })
  expect(ending).toEqual({ exitCode: 4, signal: null, timedOut: false, output: '' })
  await expect.poll(isThere).toBe(false)
})
