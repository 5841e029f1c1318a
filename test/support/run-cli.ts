import { Readable, Writable } from 'node:stream'
import { afterEach } from 'vitest'
import { run as runCommandLine } from '../../src/cli/run.ts'
import type { Ended, Environment } from './process.ts'
import { commandsBy, endWhatTestsStart as endProcesses } from './spawn-cli.ts'

export { addressIn, answering, ask, type Environment, freePort, takenPort, track } from './spawn-cli.ts'

/** The command line within this process: for tests of the output and acts of a command, not of its process. */
interface Running {
  readonly child: { readonly kill: (signal: 'SIGTERM') => void }
  readonly until: (pattern: RegExp) => Promise<string>
  /** What it has written there so far. */
  readonly stderr: () => string
  readonly ended: Promise<Ended>
}

const running = new Set<Running>()

/** Keeps each part that is written to it, and calls back. */
function kept(onPart: (text: string) => void = () => undefined) {
  let text = ''
  const stream = new Writable({
    decodeStrings: false,
    write: (part: string | Buffer, _encoding, done) => {
      text += String(part)
      onPart(text)
      done()
    },
  })
  return { stream, text: () => text }
}

/** @param input what it reads from standard input */
export function start(args: readonly string[], env: Environment = {}, input = ''): Running {
  const looks = new Set<(text: string) => void>()
  const stdout = kept((text) => looks.forEach((look) => look(text)))
  const stderr = kept()
  const stops: (() => void)[] = []
  const ended = runCommandLine(args, {
    env: { PATH: process.env['PATH'], ...env },
    stdin: () => Readable.from([Buffer.from(input)]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    onStop: (stop) => stops.push(stop),
  }).then((code) => ({ code, signal: null, stdout: stdout.text(), stderr: stderr.text() }))
  const until = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = (text: string): void => {
        if (!pattern.test(text)) return
        looks.delete(look)
        resolve(text)
      }
      looks.add(look)
      look(stdout.text())
      ended.then((end) => reject(new Error(`ended before ${pattern}: ${JSON.stringify(end)}`)), reject)
    })
  const handle = { child: { kill: () => stops.forEach((stop) => stop()) }, until, stderr: stderr.text, ended }
  running.add(handle)
  return handle
}

export const { run, serve } = commandsBy(start)

/** Every file calls it once, for processes too. */
export function endWhatTestsStart(): void {
  endProcesses()
  afterEach(async () => {
    for (const { child } of running) child.kill('SIGTERM')
    await Promise.allSettled([...running].map(({ ended }) => ended))
    running.clear()
  })
}
