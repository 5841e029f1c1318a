import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { openApiErrors, withDefects } from '../support/openapi-lint.ts'

interface Response {
  readonly 'x-sim-basis'?: string
  readonly 'x-sim-rules'?: readonly { readonly id: string }[]
  readonly content: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>
}

interface Operation {
  readonly operationId: string
  readonly 'x-sim-operation': string
  readonly responses: Readonly<Record<string, Response>>
}

interface OpenApi {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const answer = await createSimulator().fetch(new Request('http://sim.test/openapi.json'))
const text = await answer.text()
const document = JSON.parse(text) as OpenApi

const operations = Object.values(document.paths).flatMap((item) => Object.values(item))

/** The contract's paths end with a slash, so the one rule against that is off. */
const errorsOf = (source: string) => openApiErrors(source, { 'no-path-trailing-slash': 'off' })

test('the description is OpenAPI 3.1 without an error of the recommended rules', async () => {
  expect({ status: answer.status, version: document.openapi }).toEqual({ status: 200, version: '3.1.0' })
  expect(await errorsOf(text)).toEqual([])
})

const defects = [
  {
    name: 'a dangling reference',
    from: '"#/components/schemas/CloudConnectionList"',
    to: '"#/components/schemas/None"',
    rule: 'no-unresolved-refs',
  },
  {
    name: 'an operation id twice',
    from: '"templatesCreate"',
    to: '"templatesEdit"',
    rule: 'operation-operationId-unique',
  },
  {
    name: 'an undeclared path parameter',
    from: '"/api/v0/endptjobs/{id}/"',
    to: '"/api/v0/endptjobs/{group}/"',
    rule: 'path-parameters-defined',
  },
  { name: 'answers under another name', from: '"responses"', to: '"answers"', rule: 'struct' },
]

test('the linter does look: a spoiled description is an error', async () => {
  const rules = (await errorsOf(withDefects(text, defects))).map((error) => error.split(' ')[0])
  expect(new Set(rules)).toEqual(new Set(defects.map(({ rule }) => rule)))
})

/** JSON pointers of everything that has both a schema and an example. */
function examplesIn(value: unknown, pointer = ''): readonly { readonly pointer: string; readonly example: unknown }[] {
  if (typeof value !== 'object' || value === null) return []
  if ('schema' in value && 'example' in value) return [{ pointer, example: value.example }]
  return Object.entries(value).flatMap(([key, each]) =>
    examplesIn(each, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
}

test('every example is valid under its schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema(document, 'openapi')
  const examples = examplesIn(document)
  for (const operation of operations) {
    const own = examplesIn(operation.responses['200'])
    expect(own.length, `${operation['x-sim-operation']} shows no success`).toBe(1)
  }
  const invalid = examples.flatMap(({ pointer, example }) => {
    const validate = ajv.compile({ $ref: `openapi#${encodeURI(pointer)}/schema` })
    return validate(example) ? [] : [`${pointer}: ${ajv.errorsText(validate.errors)}`]
  })
  expect(invalid).toEqual([])
  expect(examples.length).toBeGreaterThan(operations.length * 3)
})

const answers = operations.flatMap((operation) =>
  Object.entries(operation.responses).map(([status, response]) => ({
    name: `${operation['x-sim-operation']} ${status}`,
    response,
  })),
)

test('every answer has an example of it', () => {
  const without = answers.filter(({ response }) => {
    const media = Object.values(response.content)
    return media.length === 0 || media.some((each) => each.example === undefined)
  })
  expect(without.map(({ name }) => name)).toEqual([])
})

test('every answer says whether the contract documents it', () => {
  expect(answers.length).toBeGreaterThan(operations.length * 4)
  const silent = answers.filter(
    ({ response }) => !['assumed', 'documented'].includes(response['x-sim-basis'] ?? 'missing'),
  )
  expect(silent.map(({ name }) => name)).toEqual([])
})

test('the statuses that the contract prints are documented, all others assumed', () => {
  const documented = answers.filter(({ response }) => response['x-sim-basis'] === 'documented')
  expect(documented.map(({ name }) => name).toSorted()).toEqual([
    'network-volumes.list 200',
    'network-volumes.list 400',
    'network-volumes.list 403',
  ])
})

const rulesOf = (wanted: string) =>
  answers.find(({ name }) => name === wanted)?.response['x-sim-rules']?.map(({ id }) => id) ?? []

test('rules stand under the answers that they shape, those that a refusal rests on under the refusal', () => {
  expect(rulesOf('network-volumes.unlist 400')).toContain('network-volumes.unlist.statuses')
  expect(rulesOf('network-volumes.unlist 200')).toContain('network-volumes.unlist.statuses')
  expect(rulesOf('network-volumes.list 200')).toEqual(
    expect.not.arrayContaining(['rate-limit.window', 'rate-limit.status']),
  )
  expect(rulesOf('endpoint-groups.update 429')).toContain('rate-limit.window')
  expect(rulesOf('templates.create 200')).toContain('templates.statuses')
})

const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern'] as const

type Schema = Readonly<Record<string, unknown>>

/** Schemas that have a bound, by their JSON pointers. */
function boundsIn(value: unknown, pointer = ''): readonly (readonly [string, Schema])[] {
  if (typeof value !== 'object' || value === null) return []
  const schema = value as Schema
  const own = BOUNDS.some((bound) => ['number', 'string'].includes(typeof schema[bound]))
  return [
    ...(own ? [[pointer, schema] as const] : []),
    ...Object.entries(schema).flatMap(([key, each]) => (key === 'example' ? [] : boundsIn(each, `${pointer}/${key}`))),
  ]
}

test('every bound is marked as ours, but the one that the contract states', () => {
  const bounds = boundsIn(document)
  expect(bounds.length).toBeGreaterThan(20)
  const unmarked = bounds.flatMap(([pointer, schema]) =>
    BOUNDS.filter(
      (bound) => bound in schema && !(schema['x-sim-assumed'] as string[] | undefined)?.includes(bound),
    ).map((bound) => `${pointer.split('/').slice(-3).join('/')} ${bound}`),
  )
  expect(unmarked).toEqual(['EndpointGroupUpdate/properties/target_util maximum'])
})
