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

/** A fixture is read and checked here, not at every start. */
const checked = ({ value }: Document): string => JSON.stringify(readFixture([inlineSource(value)]))

/** Values are JSON texts: they are read when somebody asks, and sooner than code is. */
const written = (documents: readonly Document[]) =>
  byName(documents, ({ text, value }) => ({ text, json: JSON.stringify(value) }))

const byName = <T>(documents: readonly Document[], make: (document: Document) => T) =>
  Object.fromEntries(documents.map((each) => [each.name, make(each)]))

function shippedModule(): string {
  const fixtures = documentsIn('fixtures')
  const exported = {
    fixtures: written(fixtures),
    scenarios: written(documentsIn('scenarios')),
    checkedFixtures: byName(fixtures, checked),
  }
  return Object.entries(exported)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')
}

/** Makes the fixtures and scenarios of the package a module, so that adding one is adding a file. For Rolldown and Vite. */
export const shipped = {
  name: 'shipped',
  resolveId: (id: string) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: (id: string) => (id === `\0${MODULE}` ? shippedModule() : undefined),
}
