import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { readFixture } from '../src/testing/fixtures/read.ts'
import { inlineSource } from '../src/testing/fixtures/source.ts'

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

/** A fixture as it is after validation: the build does that, not every start. */
const precompiled = ({ value }: Document): string => JSON.stringify(readFixture([inlineSource(value)]))

/** Values are JSON texts: they are parsed when a document is used, and JSON parses faster than code. */
const written = (documents: readonly Document[]) =>
  byName(documents, ({ text, value }) => ({ text, json: JSON.stringify(value) }))

const byName = <T>(documents: readonly Document[], make: (document: Document) => T) =>
  Object.fromEntries(documents.map((each) => [each.name, make(each)]))

function shippedModule(): string {
  const fixtures = documentsIn('fixtures')
  const exported = {
    fixtures: written(fixtures),
    scenarios: written(documentsIn('scenarios')),
    precompiledFixtures: byName(fixtures, precompiled),
  }
  return Object.entries(exported)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')
}

/** Makes a module of the fixtures and scenarios of the package, so that a new one is a new file and nothing else. For Rolldown and Vite. */
export const shipped = {
  name: 'shipped',
  resolveId: (id: string) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: (id: string) => (id === `\0${MODULE}` ? shippedModule() : undefined),
}
