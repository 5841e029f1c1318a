import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }))

/** How many files CONTRIBUTING says that an addition touches. */
function promised(addition: string): number {
  const row = new RegExp(`^\\| ${addition} +\\| (\\d+) `, 'm').exec(readFileSync('CONTRIBUTING.md', 'utf8'))
  return Number(row?.[1])
}

/** The names that files declare, by a pattern with the name as its first group. */
const declared = (pattern: RegExp): readonly string[] =>
  sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name))

const filesWith = (pattern: string): readonly string[] =>
  sources.filter(({ text }) => new RegExp(pattern).test(text)).map(({ file }) => file)

/** Names with the files that mention them, where these are not as many as CONTRIBUTING says. */
const elsewhere = (addition: string, names: readonly string[], mention: (name: string) => string): object =>
  Object.fromEntries(
    names
      .map((name) => [name, filesWith(mention(name))] as const)
      .filter(([, files]) => files.length !== promised(addition)),
  )

const word = (name: string): string => `\\b${name}\\b`

describe('CONTRIBUTING counts the files that an addition touches', () => {
  test('a collection', () => {
    const names = declared(/^export const (\w+Collections) = /gm)
    expect(names.length).toBeGreaterThan(5)
    expect(elsewhere('a collection', names, word)).toEqual({})
  })

  test('a fault kind', () => {
    const names = declared(/\bkind\(\{\s+key: '(\w+)'/g)
    expect(names.length).toBeGreaterThan(10)
    expect(elsewhere('a fault kind', names, (name) => `\\bkind\\(\\{\\s+key: '${name}'`)).toEqual({})
  })

  test('a recorder', () => {
    const names = declared(/^export class (\w+) implements Recorder/gm)
    expect(names.length).toBeGreaterThan(4)
    const lists = sources.filter(({ file }) => /^(sandbox|server|node)\//.test(file))
    const opened = names.map((name) => lists.filter(({ text }) => text.includes(`new ${name}(`)).length)
    // Its own file, and the list that it is a line of.
    expect(opened).toEqual(names.map(() => promised('a recorder') - 1))
  })

  test('a control call', () => {
    const names = declared(/\bcall\(\s*'([A-Z]+ \/[^']*)'/g)
    expect(names.length).toBeGreaterThan(30)
    expect(elsewhere('a control call', names, (name) => `call\\(\\s*'${name}'`)).toEqual({})
  })

  test('an option', () => {
    const names = declared(/\bflag: '(--[\w-]+)/g)
    expect(names.length).toBeGreaterThan(10)
    expect(elsewhere('an option', names, (name) => `flag: '${name}|new Option\\('${name}`)).toEqual({})
  })
})
