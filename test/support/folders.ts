import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'rental-sim-'))
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** An empty folder that goes with the test. */
export function folderForTest(): string {
  const folder = emptyFolder()
  onTestFinished(() => remove(folder))
  return folder
}

/** An empty folder that goes after the tests of the file. */
export function folderForFile(): string {
  const folder = emptyFolder()
  afterAll(() => remove(folder))
  return folder
}
