import { closeSync, existsSync, openSync, rmSync } from 'node:fs'

/** Fails before a command runs, not after it. The file stays as it is. */
export function checkWritable(file: string): void {
  const isThere = existsSync(file)
  closeSync(openSync(file, 'a'))
  if (!isThere) rmSync(file)
}
