import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createSimulator } from '../../src/index.ts'
import { run } from '../support/run-cli.ts'

const documents = [
  { folder: 'fixtures', schema: 'fixture.schema.json', atLeast: 3 },
  { folder: 'scenarios', schema: 'scenario.schema.json', atLeast: 20 },
]
/** Documents, and the rules of this repository. */
const kinds = [...documents, { folder: 'rules', schema: 'rules.schema.json', atLeast: 15 }]

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

test.each([
  [{ port: 4011 }, true],
  [{ port: '4011', log: 'json', watch: true }, true],
  [{ port: 'x' }, false],
  [{ port: 70_000 }, false],
  [{ port: 40.5 }, false],
  [{ host: [] }, false],
])('the schema of a config finds %j to be right: %s', (serve, isRight) => {
  const validate = ajv.compile(JSON.parse(readFileSync('schemas/config.schema.json', 'utf8')) as AnySchema)
  expect(validate({ serve })).toBe(isRight)
})

test('there is a schema for each kind of file, and no other', () => {
  const known = ['config.schema.json', ...kinds.map(({ schema }) => schema)]
  expect(readdirSync('schemas').toSorted()).toEqual(known.toSorted())
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

describe('wrong documents are refused', () => {
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
      what: 'a timeline entry',
      at: '/timeline/0',
      value: { ...scenario, timeline: [{ aftr: 1 }] },
    },
  ])('$folder: $what', ({ folder, at, value }) => {
    const places = complaints(folder, value).map((line) => line.split(':')[0])
    expect(places).toContain(at)
  })

  const rule = { text: 'It is so.', evidence: ['We think so. | judgement'] }
  test.each([
    { what: 'a key', at: '', value: { ...rule, txt: 'x' } },
    { what: 'no text', at: '', value: { evidence: rule.evidence } },
    { what: 'a section besides evidence', at: '', value: { ...rule, section: 'Errors' } },
    { what: 'no basis', at: '', value: { text: rule.text } },
    { what: 'a line without a source', at: '/evidence/0', value: { ...rule, evidence: ['We think so.'] } },
    { what: 'a kind of source', at: '/evidence/0', value: { ...rule, evidence: ['So. | captur 2026, a'] } },
    { what: 'a refusal without a code', at: '/refuses', value: { ...rule, refuses: '404' } },
    {
      what: 'a choice without a text',
      at: '/choices/read',
      value: { ...rule, choices: { read: { evidence: rule.evidence } } },
    },
  ])('rules: $what', ({ at, value }) => {
    const places = complaints('rules', { 'offers.list.order': value }).map((line) => line.split(':')[0])
    expect(places).toContain(`/offers.list.order${at}`)
    expect(complaints('rules', { 'offers.list.order': rule })).toEqual([])
  })

  test.each(files.filter(({ folder }) => documents.some((each) => each.folder === folder)))(
    '$file with a key that there is not',
    ({ folder, text }) => {
      expect(complaints(folder, { ...(parse(text) as object), planted: 1 })).toEqual([
        ': must NOT have additional properties',
      ])
    },
  )

  test('a parameter may stand where a number belongs', () => {
    const value = { ...scenario, params: { n: { type: 'number' } }, faults: [{ ...fault, when: { times: '${n}' } }] }
    expect(complaints('scenarios', value)).toEqual([])
  })
})

interface Schema {
  readonly [keyword: string]: unknown
}

/** The properties of a schema that say nothing of themselves, by their places. */
function undescribed(schema: unknown, place = ''): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema as Schema).flatMap(([keyword, value]) => {
    if (['examples', 'default', 'enum'].includes(keyword)) return []
    if (keyword !== 'properties') return undescribed(value, `${place}/${keyword}`)
    return Object.entries(value as Readonly<Record<string, Schema>>).flatMap(([name, each]) => [
      ...(each['description'] === undefined ? [`${place}/${name}`] : []),
      ...undescribed(each, `${place}/${name}`),
    ])
  })
}

test.each(kinds)('every property of $schema has a description', ({ schema }) => {
  const document = JSON.parse(readFileSync(`schemas/${schema}`, 'utf8')) as Schema
  expect(undescribed(document)).toEqual([])
  expect(undescribed({ properties: { a: { properties: { b: {} } } } })).toEqual(['/a', '/a/b'])
})

describe('what the parser refuses, the editor marks', () => {
  const effect = { status: 500 }
  const of = (fault: object) => ({ faults: [{ name: 'f', effect, ...fault }] })
  test.each([
    {
      a: 'an operation',
      wrong: of({ match: { operation: 'instances.lst' } }),
      right: of({ match: { operation: 'instances.list' } }),
    },
    {
      a: 'a refusal',
      wrong: of({ effect: { refuse: 'offer-unknown' } }),
      right: of({ effect: { refuse: 'instances.create.offer-unknown' } }),
    },
    { a: 'an effect', wrong: of({ effect: { latency: 5 } }), right: of({ effect: { latency_ms: 5 } }) },
    { a: 'a unit', wrong: of({ effect: { latency_ms: '5s' } }), right: of({ effect: { latency_ms: 5000 } }) },
    { a: 'a trigger', wrong: of({ when: { once: true } }), right: of({ when: { times: 1 } }) },
    { a: 'a switch', wrong: { rate_limit: { enabled: 'no' } }, right: { rate_limit: { enabled: false } } },
    {
      a: 'a threshold',
      wrong: { rate_limit: { thresholds: { list: 1 } } },
      right: { rate_limit: { thresholds: { 'instances.list': 1 } } },
    },
    {
      a: 'a rule',
      wrong: { rules: { 'routing.slash': 'optional' } },
      right: { rules: { 'routing.trailing-slash': 'optional' } },
    },
    {
      a: 'a choice',
      wrong: { rules: { 'routing.trailing-slash': 'yes' } },
      right: { rules: { 'routing.trailing-slash': 'optional' } },
    },
    {
      a: 'what a choice changes',
      wrong: { rules: { 'request.too-large': { stauts: 413 } } },
      right: { rules: { 'request.too-large': { status: 413 } } },
    },
    { a: 'a parameter', wrong: { params: { secs: 10 } }, right: { params: { secs: { type: 'number', default: 10 } } } },
    { a: 'a dialect', wrong: { dialect: 'live' }, right: { dialect: 'observed' } },
    { a: 'a purpose', wrong: { purpose: 'other' }, right: { purpose: 'data' } },
    {
      a: 'a progression',
      wrong: { progression: { instances: 'immediate' } },
      right: { progression: { instances: { mode: 'immediate' } } },
    },
    { a: 'a list', wrong: { faults: { name: 'f', effect } }, right: of({}) },
  ])('$a', ({ wrong, right }) => {
    const head = { name: 'x', description: 'd' }
    expect(() => createSimulator({ scenario: wrong })).toThrow(/\w/)
    expect(complaints('scenarios', { ...head, ...wrong })).not.toEqual([])
    expect(() => createSimulator({ scenario: right })).not.toThrow()
    expect(complaints('scenarios', { ...head, ...right })).toEqual([])
  })
})

describe('where an editor finds them', () => {
  test.each(documents)('a server has $schema, for pages of any origin and without a token', async ({ schema }) => {
    const { fetch } = createSimulator({ controlToken: 'a-long-control-token' })
    const answer = await fetch(`/_sim/schemas/${schema}`, { headers: { Origin: 'https://editor.example' } })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, 'https://editor.example'])
    expect(await answer.json()).toEqual(JSON.parse(readFileSync(`schemas/${schema}`, 'utf8')))
    expect((await fetch('/_sim/schemas/other.schema.json')).status).toBe(404)
  })

  test.each(['fixture', 'scenario', 'config'])('the command prints that of a %s', async (kind) => {
    const { code, stdout } = await run(['schema', kind])
    expect({ code, stdout }).toEqual({ code: 0, stdout: readFileSync(`schemas/${kind}.schema.json`, 'utf8') })
  })

  test('the command without a kind prints the first line of a file, and refuses any other', async () => {
    expect((await run(['schema'])).stdout).toContain(
      '# yaml-language-server: $schema=./node_modules/rental-sim/schemas/scenario.schema.json\n',
    )
    expect(await run(['schema', 'other'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Allowed choices are fixture, scenario') as unknown,
    })
  })
})
