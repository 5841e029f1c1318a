import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { describeAlone } from '../../src/contract/openapi.ts'
import { createSimulator } from '../../src/index.ts'
import { operationsUnder } from '../../src/marketplace/routes.ts'
import { rulesInForce } from '../../src/marketplace/rule-choices.ts'
import { openApiCheck } from '../support/openapi.ts'

type Schema = Readonly<Record<string, unknown>>

interface Media {
  readonly content: { readonly 'application/json': { readonly schema: Schema } }
}

interface Operation {
  readonly 'x-sim-operation': string
  readonly parameters: readonly { readonly name: string; readonly schema: Schema; readonly example?: string }[]
  readonly requestBody?: Media & { readonly description?: string }
  readonly responses: Readonly<Record<string, Media>>
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const sim = createSimulator({ clock: 'frozen' })
const document = (await (await sim.fetch('/openapi.json')).json()) as OpenApi
const { schemas } = document.components
const operations = Object.values(document.paths).flatMap((item) => Object.values(item))

const referred = (media: Media): string => String(media.content['application/json'].schema.$ref).split('/').at(-1) ?? ''

/** Every schema within one, itself included, by JSON pointer. */
function within(value: unknown, pointer = ''): readonly (readonly [string, Schema])[] {
  if (typeof value !== 'object' || value === null) return []
  const schema = value as Schema
  return [
    [pointer, schema],
    ...Object.entries(schema).flatMap(([key, each]) => within(each, pointer === '' ? key : `${pointer}/${key}`)),
  ]
}

/** As it is sent. */
const withoutExamples = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === 'example' ? undefined : each)))

const propertiesOf = (name: string): Readonly<Record<string, Schema>> =>
  (schemas[name]?.properties ?? {}) as Readonly<Record<string, Schema>>

test('every body and every answer has a name, and refusals have three', () => {
  const bodies = operations.flatMap(({ requestBody }) => (requestBody === undefined ? [] : [referred(requestBody)]))
  expect(bodies.toSorted()).toEqual(
    `
    EndpointGroupUpdate InstanceCreation NetworkVolumeListing NetworkVolumeSearch NetworkVolumeUnlisting
    TemplateCreation TemplateDeletion TemplateEdit
  `
      .trim()
      .split(/\s+/),
  )
  const successes = operations.flatMap(({ responses }) => (responses['200'] ? [referred(responses['200'])] : []))
  expect(successes.toSorted()).toEqual(
    `
    CloudConnectionList EndpointGroupUpdateResult InstanceCreationResult InstanceList NetworkVolumeListingResult
    NetworkVolumeSearchResult NetworkVolumeUnlistingResult TemplateCreationResult TemplateDeletionResult
    TemplateEditResult TemplateSearchResult
  `
      .trim()
      .split(/\s+/),
  )
  const refusals = operations.flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, response]) => (status === '200' ? [] : [referred(response)])),
  )
  expect([...new Set(refusals)].toSorted()).toEqual(['FlaggedRefusal', 'PlainRefusal', 'RateLimitRefusal'])
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['CloudConnection', 'ErrorCode', 'Instance', 'NetworkVolumeOffer', 'Template']),
  )
})

test('a refusal has the envelope of its operation', () => {
  const envelopes = Object.fromEntries(
    operations.map((operation) => [operation['x-sim-operation'], referred(operation.responses['401'] as Media)]),
  )
  const flagged = Object.fromEntries(Object.keys(envelopes).map((id) => [id, 'FlaggedRefusal']))
  expect(envelopes).toEqual({
    ...flagged,
    'network-volumes.list': 'PlainRefusal',
    'network-volumes.unlist': 'PlainRefusal',
  })
})

test('null is a value where the contract has it, and of what only the simulator shows', () => {
  const nullable = within(schemas).flatMap(([pointer, { type }]) =>
    type === 'null' || (Array.isArray(type) && type.includes('null')) ? [pointer.replace(/\/anyOf\/1$/, '')] : [],
  )
  const named = nullable.map((pointer) => pointer.replace('/properties/', '.'))
  expect(named.filter((name) => !name.startsWith('TemplateFilters.recent_create_date')).toSorted()).toEqual(
    `
    CreatedTemplate.jupyter_dir CreatedTemplate.recent_create_date CreatedTemplate.volume_info
    EditedTemplate.jupyter_dir EditedTemplate.recent_create_date EditedTemplate.volume_info Instance.country_code
    Instance.dlperf Instance.dlperf_per_dphtotal Instance.os_version Instance.score Instance.uptime_mins
    Instance.webpage Template.jupyter_dir Template.recent_create_date Template.volume_info
    TemplateCreation.jupyter_dir TemplateCreation.volume_info TemplateEdit.jupyter_dir TemplateEdit.volume_info
  `
      .trim()
      .split(/\s+/),
  )
})

test('every operation with a body says that null counts as not given', () => {
  const bodies = operations.flatMap(({ requestBody }) => (requestBody === undefined ? [] : [requestBody]))
  for (const { description } of bodies) expect(description).toMatch(/null counts as not given/)
})

test('what the contract names as misuse is not offered', () => {
  for (const body of ['InstanceCreation', 'TemplateCreation', 'TemplateEdit']) {
    expect(propertiesOf(body)['env'], body).toMatchObject({ type: 'string' })
    expect(propertiesOf(body)['env']?.description, body).toMatch(/-e NAME=<value>.*never a JSON object/)
  }
  expect(propertiesOf('InstanceCreation')).not.toHaveProperty('template_id')
  expect(propertiesOf('InstanceCreation')).toHaveProperty('template_hash_id')
  expect(JSON.stringify(schemas)).not.toContain('x-sim-offered')
})

test('the way to launch is one list of values, those that are ours named, in a refusal too', async () => {
  const ours = ['ssh_proxy', 'ssh_direct', 'jupyter_proxy', 'jupyter_direct']
  expect(propertiesOf('InstanceCreation')['runtype']).toMatchObject({
    type: 'string',
    enum: ['ssh', 'jupyter', 'args', ...ours],
    'x-sim-assumed-values': ours,
  })
  expect(propertiesOf('TemplateEdit')['runtype']).toMatchObject({ enum: ['ssh', 'jupyter', 'args'] })
  const response = await sim.fetch('/api/v0/asks/12345678/', {
    method: 'PUT',
    headers: { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' },
    body: JSON.stringify({ image: 'library/ubuntu', runtype: 'vm' }),
  })
  const { msg } = (await response.json()) as { msg: string }
  for (const value of ['ssh', 'jupyter', 'args', ...ours]) expect(msg).toContain(`"${value}"`)
})

test('no field has a default that a client would send with an edit, or would have to send', () => {
  const withDefault = within(schemas).filter(([, schema]) => typeof schema.type === 'string' && 'default' in schema)
  expect(withDefault.map(([pointer]) => pointer)).toEqual([])
  expect(propertiesOf('TemplateCreation')['tag']?.description).toContain('`latest`')
  expect(propertiesOf('TemplateEdit')['tag']?.description).not.toContain('latest')
})

test('fixed values have a type', () => {
  const fixed = within(document).filter(([, schema]) => 'const' in schema || Array.isArray(schema.enum))
  expect(fixed.length).toBeGreaterThan(15)
  expect(fixed.filter(([, { type }]) => typeof type !== 'string').map(([pointer]) => pointer)).toEqual([])
})

test('an answer may have further fields, a query none that is unknown', () => {
  const closed = within(schemas).flatMap(([pointer, schema]) =>
    schema.additionalProperties === false ? [pointer.split('/')[0]] : [],
  )
  expect(new Set(closed)).toEqual(
    new Set([
      'BooleanFilter',
      'IntegerFilter',
      'NetworkVolumeQuery',
      'NumberFilter',
      'OfferNumberFilter',
      'StringFilter',
      'TemplateFilters',
    ]),
  )
})

const checkAnswer = openApiCheck({})
const check = (body: unknown, status = 200): void => checkAnswer('GET', '/api/v0/instances/', status, body)

test('an answer of ours with a field or an error code that is not described fails the test that meets it', () => {
  expect(() => check({ instances_found: 0, instances: [] })).not.toThrow()
  expect(() => check({ instances_found: 0, instances: [], more: 1 })).toThrow('additional properties')
  const refusal = { success: false, msg: 'no' }
  expect(() => check({ ...refusal, error: 'auth_error' }, 401)).not.toThrow()
  expect(() => check({ ...refusal, error: 'no_such_ask' }, 401)).toThrow('allowed values')
  expect(() => check({ ...refusal, error: 'not_authorized' }, 401)).toThrow('not_authorized')
  expect(() => check({ ...refusal, error: 'auth_error', more: 1 }, 401)).toThrow('additional properties')
})

test.each(['documented', 'observed'] as const)(
  'the document that is served in the dialect %s describes each operation as it is described alone',
  async (dialect) => {
    const served = (await (await createSimulator({ dialect }).fetch('/openapi.json')).json()) as OpenApi
    const inForce = rulesInForce(dialect, [])
    for (const operation of operationsUnder(inForce)) {
      const { responses, components } = describeAlone(operation, inForce)
      const inDocument: unknown = served.paths[operation.path]?.[operation.method.toLowerCase()]?.responses
      expect(withoutExamples(inDocument), operation.id).toEqual(withoutExamples(responses))
      // Refusals have the codes of all operations there.
      for (const [name, component] of Object.entries(components).filter(([name]) => !/Refusal$|^ErrorCode$/.test(name)))
        expect(served.components.schemas[name], name).toEqual(withoutExamples(component))
    }
  },
)

test('every field of a request is described, with its unit', () => {
  const requests = [
    'NetworkVolumeQuery',
    ...operations.flatMap(({ requestBody }) => (requestBody ? [referred(requestBody)] : [])),
  ]
  const silent = requests.flatMap((name) =>
    Object.entries(propertiesOf(name)).flatMap(([field, { description }]) =>
      description === undefined && field !== 'q' ? [`${name}.${field}`] : [],
    ),
  )
  expect(silent).toEqual([])
  const query = propertiesOf('NetworkVolumeQuery')
  expect(query['duration']?.description).toContain('seconds')
  expect(query['disk_bw']?.description).toContain('MB/s')
})

test('select_filters is text, with the schema of what it says and an example that works', async () => {
  const parameter = operations.flatMap(({ parameters }) => parameters).find(({ name }) => name === 'select_filters')
  expect(parameter?.schema).toEqual({
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: { $ref: '#/components/schemas/TemplateFilters' },
  })
  const example = parameter?.example ?? ''
  const ajv = new Ajv2020({ strict: false })
  ajv.addSchema(document, 'openapi')
  const validate = ajv.compile({ $ref: 'openapi#/components/schemas/TemplateFilters' })
  expect(validate(JSON.parse(example))).toBe(true)
  expect(validate({ name: { like: 'ubuntu' } })).toBe(false)
  const query = new URLSearchParams({ select_filters: example })
  const response = await sim.fetch(`/api/v0/template/?${query}`, { headers: { Authorization: 'Bearer renter-key' } })
  expect({ status: response.status, body: await response.json() }).toMatchObject({
    status: 200,
    body: { templates_found: 1, templates: [{ name: 'ubuntu-ssh' }] },
  })
})

test.each(['documented', 'observed'] as const)(
  'in the dialect %s every answer has a schema that can be used',
  async (dialect) => {
    const described = (await (await createSimulator({ dialect }).fetch('/openapi.json')).json()) as OpenApi
    const ajv = new Ajv2020({ strict: false })
    ajv.addSchema(described, 'openapi')
    const answers = Object.values(described.paths)
      .flatMap((item) => Object.values(item))
      .flatMap(({ responses }) => Object.values(responses))
    expect(answers.length).toBeGreaterThan(operations.length)
    for (const name of new Set(
      answers.flatMap(({ content }) => {
        const { $ref } = content['application/json']?.schema ?? {}
        return typeof $ref === 'string' ? [$ref] : []
      }),
    ))
      expect(ajv.getSchema(`openapi${name}`), name).toBeTypeOf('function')
  },
)

test.each(['/openapi.json documented', '/openapi.json observed', '/_sim/openapi.json documented'])(
  'no part of %s is true or false in place of a schema, and pairs have two elements',
  async (of) => {
    const [path = '', dialect] = of.split(' ')
    const described = (await (
      await createSimulator({ dialect: dialect === 'observed' ? 'observed' : 'documented' }).fetch(path)
    ).json()) as OpenApi
    const parts = within(described)
    const schemasIn = parts.flatMap(([pointer, { items, prefixItems, anyOf, not, propertyNames }]) =>
      [items, prefixItems, anyOf, not, propertyNames].flat().map((schema) => ({ pointer, schema })),
    )
    expect(schemasIn.filter(({ schema }) => typeof schema === 'boolean')).toEqual([])
    const pairs = parts.filter(([, { prefixItems }]) => prefixItems !== undefined)
    expect(pairs.length).toBeGreaterThan(0)
    for (const [, pair] of pairs) {
      expect(pair).toMatchObject({ minItems: 2, maxItems: 2 })
      expect(pair).not.toHaveProperty('items')
    }
  },
)
