import { readdirSync, readFileSync, statSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { readCatalogue } from './rules/read.ts'

/** What `rental-sim init` writes: an example that is tested as every other. */
function firstModule(): string {
  const folder = 'docs/examples/first'
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names
    .filter((name) => name !== 'README.md' && statSync(`${folder}/${name}`).isFile())
    .map((name) => [name.replaceAll('\\', '/'), readFileSync(`${folder}/${name}`, 'utf8')])
  const conftest = readFileSync('docs/examples/python/conftest.py', 'utf8')
  return `export const files = ${JSON.stringify(Object.fromEntries([...files, ['conftest.py', conftest]]))}`
}

interface Document {
  readonly name: string
  readonly text: string
  readonly value: unknown
}

const documentsIn = (folder: string): readonly Document[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .toSorted()
    .map((file) => {
      const text = readFileSync(`${folder}/${file}`, 'utf8')
      return { name: file.replace(/\.yaml$/, ''), text, value: parse(text) }
    })

/** Values are JSON texts: they are parsed when a document is used, and JSON parses faster than code. */
const written = (documents: readonly Document[]) =>
  Object.fromEntries(documents.map(({ name, text, value }) => [name, { text, json: JSON.stringify(value) }]))

const shippedModule = (): string =>
  [
    `export const fixtures = ${JSON.stringify(written(documentsIn('fixtures')))}`,
    `export const scenarios = ${JSON.stringify(written(documentsIn('scenarios')))}`,
    `export const rules = JSON.parse(${JSON.stringify(JSON.stringify(readCatalogue()))})`,
  ].join('\n')

const writtenCalls = z.array(z.record(z.string(), z.object({}).loose()))
const exampleCalls = z.object({ inTurn: writtenCalls, apart: z.array(writtenCalls) })

/** `- templates.search: { key: '' }` is the call `{ operation: 'templates.search', key: '' }`. */
const callIn = (written: object): object => {
  const [[operation, call] = []] = Object.entries(written)
  return { operation, ...call }
}

function exampleCallsModule(): string {
  const { inTurn, apart } = exampleCalls.parse(parse(readFileSync('src/contract/example-calls.yaml', 'utf8')))
  return [
    `export const inTurn = JSON.parse(${JSON.stringify(JSON.stringify(inTurn.map(callIn)))})`,
    `export const apart = JSON.parse(${JSON.stringify(JSON.stringify(apart.map((calls) => calls.map(callIn))))})`,
  ].join('\n')
}

const modules = new Map([
  ['virtual:shipped', shippedModule],
  ['virtual:example-calls', exampleCallsModule],
  ['virtual:first', firstModule],
])

/**
 * Makes modules of the fixtures and scenarios of the package, so that a new one is a new file and nothing else, of the
 * rules, which every start needs, and of the files that `init` writes. For Rolldown and Vite.
 */
export const shipped = {
  name: 'shipped',
  resolveId: (id: string) => (modules.has(id) ? `\0${id}` : undefined),
  load: (id: string) => modules.get(id.slice(1))?.(),
}
