import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

export const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'rental-sim-'))
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** An empty folder that goes with the test. */
export function folderForTest(): string {
  const folder = emptyFolder()
  onTestFinished(() => removeFolder(folder))
  return folder
}

/** An empty folder that goes after the tests of the file. */
export function folderForFile(): string {
  const folder = emptyFolder()
  afterAll(() => removeFolder(folder))
  return folder
}
