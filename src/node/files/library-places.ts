import { readdirSync } from 'node:fs'
import { basename, dirname, join, parse, resolve } from 'node:path'
import { fieldOf } from '../../kernel/object.ts'
import type { PlacedProblem } from '../../testing/fixtures/problem.ts'
import type { Source } from '../../testing/fixtures/source.ts'
import { isFolder, libraryFiles, libraryFolders, shownPath } from './library.ts'

const problemAt = (file: string, message: string): PlacedProblem => ({ file: shownPath(file), path: [], message })

/** The library that a file lies in: the folder above its own, where that has both fixtures/ and scenarios/. */
export function libraryAround(file: string): string | undefined {
  const above = dirname(dirname(file))
  const folders = libraryFolders(above)
  return folders.length === 2 && folders.some((folder) => basename(folder) === basename(dirname(file)))
    ? above
    : undefined
}

/** Folders that are not read because of their names, and files with the name of another file. */
export function unreadFiles(library: string): readonly PlacedProblem[] {
  const names = isFolder(library) ? readdirSync(library) : []
  const folders = names.filter((name) => name === 'fixture' || name === 'scenario')
  // A working folder has files of other programs.
  const beside = resolve(library) === resolve('') ? [] : names.filter((name) => /\.ya?ml$/.test(name))
  const files = libraryFiles(library)
  return [
    ...folders.map((name) => problemAt(join(library, name), `is not read: call it ${name}s`)),
    ...beside.map((name) => problemAt(join(library, name), 'is not read: move it to fixtures or scenarios')),
    ...files.flatMap((file) => {
      const winner = files.findLast((other) => stem(other) === stem(file)) ?? file
      return winner === file ? [] : [problemAt(file, `is not read: ${basename(winner)} has the same name`)]
    }),
  ]
}

const stem = (file: string): string => join(dirname(file), parse(file).name)

/** The problem of a library's file with its folder or its name. */
export function placeProblems(file: string, { value, locate }: Source, isScenario: boolean): readonly PlacedProblem[] {
  const folder = basename(dirname(file))
  if (isScenario && folder === 'fixtures') return [problemAt(file, 'is a scenario: move it to scenarios')]
  if (!isScenario && folder === 'scenarios') return [problemAt(file, 'is a fixture: move it to fixtures')]
  const called = fieldOf(value, 'name')
  const { name } = parse(file)
  return !isScenario || typeof called !== 'string' || called === name
    ? []
    : [{ ...locate(['name']), path: ['name'], message: `it is started by the name of its file: write ${name}` }]
}
