import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, parse, relative } from 'node:path'
import { decodeUtf8, NotUtf8Error } from '../../kernel/utf8.ts'
import { DocumentError, fileError } from '../../testing/fixtures/problem.ts'
import { type Libraries, type Library, shippedFixtures, shippedScenarios } from '../../testing/fixtures/library.ts'
import { isSystemError } from '../client/system-error.ts'

export const MAX_FILE_BYTES = 8 * 1024 * 1024
/** Of a captured answer, or a HAR file: browsers write images into it, too. */
export const MAX_CAPTURE_BYTES = 64 * 1024 * 1024

/**
 * A library with the files that are named by their paths when the simulator is started; a request can name no others.
 * @throws DocumentError when a file cannot be read
 */
function withFiles(base: Library, names: readonly string[]): Library {
  const files = new Set(names.filter((name) => isPath(name) && base.find(name) === undefined))
  for (const file of files) readFile(file)
  return {
    names: () => [...base.names(), ...files],
    find: (name) => (files.has(name) ? readFile(name) : base.find(name)),
  }
}

/** Documents of the user's own, in a folder or by their paths. */
export interface Layers {
  /** A folder with `fixtures/` and `scenarios/`, which are known by their names. */
  readonly library?: string
  /** Names to start from; those that are paths are files of their own. */
  readonly fixture?: readonly string[]
  readonly scenario?: readonly string[]
}

/**
 * The documents of the package, with the user's own: files of a library folder win over those of their names, and files
 * are known by their paths.
 * @throws DocumentError when a file or the folder cannot be used
 */
export const withUserDocuments = (
  { library, fixture = [], scenario = [] }: Layers,
  base: Libraries = { fixtures: shippedFixtures, scenarios: shippedScenarios },
): Libraries => ({
  fixtures: withFiles(withFolder(base.fixtures, library, 'fixtures'), fixture),
  scenarios: withFiles(withFolder(base.scenarios, library, 'scenarios'), scenario),
})

/** The parts of a library folder that are there. */
export const libraryFolders = (folder: string): readonly string[] =>
  ['fixtures', 'scenarios'].map((part) => join(folder, part)).filter(isFolder)

/**
 * A library with the files of one part of a folder, by their names without the ending; they win over those of the base.
 * The part may come to be there later; one that is there must stay.
 * @throws DocumentError when the folder has neither fixtures/ nor scenarios/
 */
function withFolder(base: Library, folder: string | undefined, part: 'fixtures' | 'scenarios'): Library {
  if (folder === undefined) return base
  if (libraryFolders(folder).length === 0) {
    throw refuse(folder, 'is not a library: it has neither a folder fixtures nor a folder scenarios')
  }
  const path = join(folder, part)
  let isThere = false
  const files = (): ReadonlyMap<string, string> => {
    isThere ||= isFolder(path)
    return new Map((isThere ? filesIn(path) : []).map((file) => [parse(file).name, file]))
  }
  return {
    names: () => [...new Set([...files().keys(), ...base.names()])],
    find: (name) => {
      const file = files().get(name)
      return file === undefined ? base.find(name) : readFile(file)
    },
  }
}

/** The files of a library folder. */
export const libraryFiles = (folder: string): readonly string[] => libraryFolders(folder).flatMap(filesIn)

/** The documents of a folder, be it a library or not; of a path that is not one, or is empty, the path. */
export function documentFiles(path: string): readonly string[] {
  const files = isFolder(path) ? [...libraryFiles(path), ...filesIn(path)] : []
  return files.length === 0 ? [path] : files
}

const filesIn = (path: string): readonly string[] =>
  readOrRefuse(path, () => readdirSync(path))
    .filter((file) => /\.(ya?ml|json)$/.test(file))
    .toSorted()
    .map((file) => join(path, file))

export const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

export const isPath = (name: string): boolean => /[/\\]|\.(ya?ml|json)$/.test(name)

/**
 * The text of a file.
 * @throws DocumentError when it is missing, no file, too large, or cannot be read
 */
export function readFile(file: string, maxBytes = MAX_FILE_BYTES) {
  return readOrRefuse(file, () => {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat === undefined) throw refuse(file, 'there is no such file')
    if (!stat.isFile()) throw refuse(file, 'is not a file')
    if (stat.size > maxBytes) throw refuse(file, `has ${stat.size} bytes; at most ${maxBytes} are read`)
    return { text: documentText(readFileSync(file), file), file: shownPath(file) }
  })
}

/** How compressed files begin. */
const COMPRESSED = [
  { what: 'a zip archive', start: 'PK\u0003\u0004' },
  { what: 'compressed with gzip', start: '\u001F\u008B' },
]

/**
 * The bytes of a document as text.
 * @throws DocumentError for a file that is not UTF-8
 */
export function documentText(bytes: Uint8Array, file: string): string {
  const head = String.fromCodePoint(...bytes.subarray(0, 4))
  const compressed = COMPRESSED.find(({ start }) => head.startsWith(start))
  if (compressed !== undefined) throw refuse(file, `is ${compressed.what}: unpack it first`)
  try {
    return decodeUtf8(bytes)
  } catch (error) {
    if (!(error instanceof NotUtf8Error)) throw error
    const line = bytes.subarray(0, error.offset).filter((byte) => byte === 0x0a).length + 1
    throw new DocumentError([{ file: shownPath(file), line, path: [], message: `${error.message}: save it as UTF-8` }])
  }
}

function readOrRefuse<Read>(file: string, read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    throw isSystemError(error) ? refuse(file, `cannot be read: ${error.message}`) : error
  }
}

const refuse = (file: string, message: string): DocumentError => fileError(shownPath(file), message)

/** Relative where the file lies in the working folder. */
export function shownPath(file: string): string {
  if (!isAbsolute(file)) return file
  const fromHere = relative('', file)
  const isHere = fromHere !== '' && !fromHere.startsWith('..') && !isAbsolute(fromHere)
  return isHere ? fromHere : file
}
