import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const kinds = [
  { folder: 'fixtures', schema: 'fixture.schema.json', atLeast: 3 },
  { folder: 'scenarios', schema: 'scenario.schema.json', atLeast: 20 },
]

const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false })
const validators = new Map(
  kinds.map(({ folder, schema }) => [
    folder,
    ajv.compile(JSON.parse(readFileSync(`schemas/${schema}`, 'utf8')) as AnySchema),
  ]),
)

/** What the schema of a folder has against a document, by place. */
function complaints(folder: string, value: unknown): readonly string[] {
  const validate = validators.get(folder)
  if (validate === undefined) throw new Error(`no schema for ${folder}`)
  if (validate(value) === true) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)
}

const files = kinds.flatMap(({ folder, schema }) =>
  readdirSync(folder).map((name) => ({
    file: `${folder}/${name}`,
    folder,
    schema,
    text: readFileSync(`${folder}/${name}`, 'utf8'),
  })),
)

test('there is a schema for each kind of file, and no other', () => {
  expect(readdirSync('schemas').toSorted()).toEqual(['config.schema.json', ...kinds.map(({ schema }) => schema)])
})

test('a config fits its schema, and a misspelt key does not', () => {
  const fits = ajv.compile(JSON.parse(readFileSync('schemas/config.schema.json', 'utf8')) as AnySchema)
  const config = {
    fixture: ['default', './mine.yaml'],
    clock: 'frozen',
    rateLimit: { enabled: false },
    serve: { port: 0 },
  }
  expect([fits(config), fits({ ...config, clok: 'frozen' }), fits({ seed: 5 })]).toEqual([true, false, false])
})

test.each(kinds)('there are files in $folder to look at', ({ folder, atLeast }) => {
  expect(files.filter((each) => each.folder === folder).length).toBeGreaterThanOrEqual(atLeast)
})

test.each(files)('$file names its schema for editors, and fits it', ({ folder, schema, text }) => {
  expect(text.split('\n')[0]).toBe(`# yaml-language-server: $schema=../schemas/${schema}`)
  expect(complaints(folder, parse(text))).toEqual([])
})

describe('what is wrong is refused', () => {
  const scenario = { name: 'x', description: 'd' }
  const fault = { name: 'f', effect: { status: 500 } }

  test.each([
    { folder: 'fixtures', what: 'a collection', at: '', value: { ofers: [] } },
    { folder: 'fixtures', what: 'a key of a row', at: '/offers/0', value: { offers: [{ id: 1, gpu_nam: 'x' }] } },
    { folder: 'fixtures', what: 'a type', at: '/offers/0/id', value: { offers: [{ id: 'one', host_id: 1 }] } },
    { folder: 'scenarios', what: 'a key', at: '', value: { ...scenario, fault: [] } },
    { folder: 'scenarios', what: 'no name', at: '', value: { description: 'd' } },
    {
      folder: 'scenarios',
      what: 'a criterion',
      at: '/faults/0/match',
      value: { ...scenario, faults: [{ ...fault, match: { operaton: 'instances.list' } }] },
    },
    {
      folder: 'scenarios',
      what: 'a trigger',
      at: '/faults/0/when',
      value: { ...scenario, faults: [{ ...fault, when: { tims: 1 } }] },
    },
    {
      folder: 'scenarios',
      what: 'an effect',
      at: '/faults/0/effect',
      value: { ...scenario, faults: [{ name: 'f', effect: { rest: true } }] },
    },
    {
      folder: 'scenarios',
      what: 'a number as text',
      at: '/faults/0/when/times',
      value: { ...scenario, faults: [{ ...fault, when: { times: 'two' } }] },
    },
    { folder: 'scenarios', what: 'a progression', at: '/progression', value: { ...scenario, progression: { x: 1 } } },
    {
      folder: 'scenarios',
      what: 'a timeline entry',
      at: '/timeline/0',
      value: { ...scenario, timeline: [{ aftr: 1 }] },
    },
  ])('$folder: $what', ({ folder, at, value }) => {
    const places = complaints(folder, value).map((line) => line.split(':')[0])
    expect(places).toContain(at)
  })

  test.each(files)('$file with a key that there is not', ({ folder, text }) => {
    expect(complaints(folder, { ...(parse(text) as object), planted: 1 })).toEqual([
      ': must NOT have additional properties',
    ])
  })

  test('a parameter may stand where a number belongs', () => {
    const value = { ...scenario, params: { n: { type: 'number' } }, faults: [{ ...fault, when: { times: '${n}' } }] }
    expect(complaints('scenarios', value)).toEqual([])
  })
})
