import { Writable } from 'node:stream'
import { expect } from 'vitest'
import { driftCommand } from '../../src/drift/command.ts'

const KEY = 'renter-key'

const into = (add: (text: string) => void) =>
  new Writable({ decodeStrings: false, write: (part, _, done) => (add(String(part)), done()) })

/** `rental-sim drift --url`, which never waits between requests; without an address the words alone. */
export async function driftAt(url: string | undefined, ...more: readonly string[]) {
  let [stdout, stderr] = ['', '']
  const pauses: number[] = []
  const words = url === undefined ? more : ['--url', url, ...more]
  const io = {
    env: { RENTAL_API_KEY: KEY },
    args: words,
    exitCode: 0,
    stdin: async function* () {},
    stdout: into((text) => (stdout += text)),
    stderr: into((text) => (stderr += text)),
    onStop: () => {},
  }
  const command = driftCommand(io, async (seconds) => void pauses.push(seconds))
  const failed: unknown = await command.parseAsync(words, { from: 'user' }).catch((error: unknown) => error)
  const error = failed instanceof Error ? failed.message : ''
  expect(stdout + stderr + error).not.toContain(KEY)
  return { code: io.exitCode, stdout, stderr, pauses, error }
}
