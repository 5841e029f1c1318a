import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Ended, Environment } from '../support/process.ts'

let shared: ChildProcess | undefined

/** The process of this worker, which ends with it. */
const pactProcess = (): ChildProcess =>
  fork(fileURLToPath(new URL('pact-process.js', import.meta.url)), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env['PATH'], PACT_DO_NOT_TRACK: 'true' },
  })

/** What comes until the mark that ends a run. */
const untilMark = (stream: Readable | null): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const read = (part: Buffer): void => {
      text += part.toString()
      if (!text.endsWith('\0')) return
      stream?.off('data', read).off('end', ended)
      resolve(text.slice(0, -1))
    }
    const ended = (): void => reject(new Error(`the process of Pact ended: ${text}`))
    stream?.on('data', read).once('end', ended)
  })

/**
 * Calls the `main` of a module in a process that has loaded Pact, which writes its report straight to standard output.
 * @param module seen from this folder
 */
export async function runMain(
  module: string,
  args: readonly string[],
  env: Environment = {},
): Promise<Omit<Ended, 'signal'>> {
  const child = (shared ??= pactProcess())
  let isDone = false
  // A run that hangs or ends the process spoils no other.
  onTestFinished(() => {
    if (isDone) return
    child.kill('SIGKILL')
    shared = undefined
  })
  const done = Promise.all([once(child, 'message'), untilMark(child.stdout), untilMark(child.stderr)])
  child.send({ module: new URL(module, import.meta.url).href, args, env })
  const [[code], stdout, stderr] = await done
  isDone = true
  return { code: Number(code), stdout, stderr }
}

/** Runs `rental-sim pact verify`. */
export const verify = (args: readonly string[], env?: Environment) =>
  runMain('../../dist/cli/main.cjs', ['pact', 'verify', ...args], env)
