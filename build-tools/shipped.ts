import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'

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
  Object.entries({ fixtures: written(documentsIn('fixtures')), scenarios: written(documentsIn('scenarios')) })
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')

/** Makes a module of the fixtures and scenarios of the package, so that a new one is a new file and nothing else. For Rolldown and Vite. */
export const shipped = {
  name: 'shipped',
  resolveId: (id: string) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: (id: string) => (id === `\0${MODULE}` ? shippedModule() : undefined),
}
