import { existsSync, readFileSync, statSync } from 'node:fs'
import { DocumentError } from '../harness/fixtures/problem.ts'
import type { Library } from '../harness/library.ts'

const MAX_FILE_BYTES = 8 * 1024 * 1024

/**
 * A library with the files that the person at the command line names; a request can name no others.
 * @throws DocumentError when a file is missing or too large
 */
export function withFiles(base: Library, names: readonly string[]): Library {
  const files = new Set(names.filter(isPath))
  for (const file of files) readFile(file)
  return {
    names: () => [...base.names(), ...files],
    find: (name) => (files.has(name) ? readFile(name) : base.find(name)),
  }
}

export const isPath = (name: string): boolean => /[/\\]|\.(ya?ml|json)$/.test(name)

/**
 * The text of a file.
 * @throws DocumentError when it is missing, no file, or too large
 */
export function readFile(file: string) {
  if (!existsSync(file)) throw new DocumentError([{ file, path: [], message: 'there is no such file' }])
  const { size, isFile } = statOf(file)
  if (!isFile) throw new DocumentError([{ file, path: [], message: 'is no file' }])
  if (size > MAX_FILE_BYTES)
    throw new DocumentError([{ file, path: [], message: `has ${size} bytes; at most ${MAX_FILE_BYTES} are read` }])
  return { text: readFileSync(file, 'utf8'), file }
}

function statOf(file: string) {
  const stat = statSync(file)
  return { size: stat.size, isFile: stat.isFile() }
}
