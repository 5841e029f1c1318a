import { renameSync, utimesSync, writeFileSync } from 'node:fs'
import { onTestFinished, vi } from 'vitest'
import { type Environment, serve } from './run-cli.ts'

export const READ = 'files changed: read again; a reset starts from them\n'
export const REFUSED = 'files changed, but cannot be used; the old ones stay:\n'

let saves = 0

/** Two texts that are written within one tick of the file system's clock have different times all the same. */
export function save(path: string, text: string): void {
  writeFileSync(path, text)
  saves += 1
  utimesSync(path, saves, saves)
}

/** As editors do: the new text is a new file that takes the place of the old one. */
export function replaceFile(path: string, text: string): void {
  save(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

/** A server in this process that looks at its files when the test says so. */
export async function watching(args: readonly string[], env?: Environment) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = await serve(['--watch', '--no-rate-limit', ...args], env)
  return {
    ...server,
    /** What the server says of a change, once it has settled. */
    told: (change: () => void): string => {
      const before = server.stderr().length
      change()
      vi.advanceTimersByTime(1000)
      return server.stderr().slice(before)
    },
  }
}
