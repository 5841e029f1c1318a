import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { readCatalogue } from './rules/read.ts'

const MODULE = 'virtual:shipped'

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

/**
 * Makes a module of the fixtures and scenarios of the package, so that a new one is a new file and nothing else, and of
 * the rules, which every start needs. For Rolldown and Vite.
 */
export const shipped = {
  name: 'shipped',
  resolveId: (id: string) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: (id: string) => (id === `\0${MODULE}` ? shippedModule() : undefined),
}
