import { describe, expect, test } from 'vitest'
import { searchPath, simulate, type Simulated } from '../support/simulate.ts'

const LIST = '/api/v0/users/cloud_integrations/'
const TEMPLATES = '/api/v0/template/'
const rows = {
  cloud_connections: [
    { id: 1, user_id: 1001, cloud_type: 's3', name: 'models' },
    { id: 2, user_id: 1001, cloud_type: 'b2', name: 'data' },
  ],
}
const [models, data] = [
  { id: 1, cloud_type: 's3', name: 'models' },
  { id: 2, cloud_type: 'b2', name: 'data' },
]

async function faulty(effect: object, options: object = {}): Promise<Simulated> {
  const world = simulate(rows, { rateLimit: { enabled: false } })
  expect(await world.control.post('/_sim/faults', { name: 'f', effect, ...options })).toMatchObject({ status: 200 })
  return world
}

const listed = async (effect: object) => {
  const world = await faulty(effect)
  const { status, body } = await world.as('renter-key').get(LIST)
  return { status, body, basis: world.last().basis }
}

const injected = (body: unknown, status = 200) => ({ status, body, basis: 'injected' })
const asEver = { status: 200, body: [models, data], basis: 'assumed' }

describe('answer', () => {
  test.each([
    { step: { set: '$[0].name', to: 'x' }, body: [{ ...models, name: 'x' }, data] },
    { step: { set: '$[*].name', to: null }, body: [models, data].map((each) => ({ ...each, name: null })) },
    { step: { set: '$', to: { success: false } }, body: { success: false } },
    { step: { drop: '$[1].cloud_type' }, body: [models, { id: 2, name: 'data' }] },
    { step: { drop: '$[*]' }, body: [] },
    { step: { drop: '$[-1]' }, body: [models] },
    { step: { add: '$[*]', fields: { new: [1] } }, body: [models, data].map((each) => ({ ...each, new: [1] })) },
    { step: { reverse: '$' }, body: [data, models] },
    { step: { empty: '$' }, body: [] },
    { step: { repeat: '$[*]', with: { id: 9 } }, body: [models, { ...models, id: 9 }, data, { ...data, id: 9 }] },
    { step: { count: '$[*]', into: '$[0].id' }, body: [{ ...models, id: 2 }, data] },
  ])('$step', async ({ step, body }) => {
    expect(await listed({ answer: [step] })).toEqual(injected(body))
  })

  test.each([
    { set: '$[5].name', to: 'x' },
    { set: '$[0].name', to: 'models' },
    { drop: '$.name' },
    { add: '$[*].name', fields: { x: 1 } },
    { reverse: '$[*]' },
    { empty: '$[*].name' },
    { repeat: '$', with: {} },
    { count: '$[*]', into: '$.found' },
    { float: '$[*].name' },
    { status: 200 },
    { reverse: '$', where: '$.query.order' },
    { empty: '$', unless: '$.method' },
  ])('%j changes nothing: the answer is as ever, and no fault stands beside it', async (step) => {
    expect(await listed({ answer: [step] })).toEqual(asEver)
    const world = await faulty({ answer: [step] })
    await world.as('renter-key').get(LIST)
    expect(world.simulator.journal.list()).toMatchObject([{ fault: null, basis: 'assumed' }])
  })

  test('steps are taken in their order', async () => {
    const answer = [{ drop: '$[0]' }, { set: '$[0].name', to: 'x' }, { status: 203 }]
    expect(await listed({ answer })).toEqual(injected([{ ...data, name: 'x' }], 203))
  })

  test('whole numbers are written as floats', async () => {
    const world = await faulty({ answer: [{ float: '$..*' }] })
    const response = await world.simulator.fetch(LIST, { headers: { Authorization: 'Bearer renter-key' } })
    expect(await response.text()).toBe(
      '[{"id":1.0,"cloud_type":"s3","name":"models"},{"id":2.0,"cloud_type":"b2","name":"data"}]',
    )
  })

  test('values of the request are filled in, and decide whether a step is taken', async () => {
    const answer = [
      { set: '$.template.name', to: '$request{$.body.name}, $request{$.method}' },
      { add: '$.template', fields: { mine: '$request{$.body.private}' }, where: '$.body.private' },
      { drop: '$.msg', unless: '$.body.private' },
    ]
    const world = await faulty({ answer })
    const made = await world.as('renter-key').post(TEMPLATES, { name: 'n', image: 'i', private: true })
    expect(made.body).toMatchObject({ msg: expect.any(String), template: { name: 'n, POST', mine: true } })
    const bare = await world.as('renter-key').post(TEMPLATES, { name: 'n', image: 'i' })
    expect(bare.body).not.toHaveProperty('msg')
    expect(bare.body).not.toHaveProperty('template.mine')
  })

  test('a value of the request that goes to several places is one value in each', async () => {
    const to = '$request{$.headers}'
    const { body, basis } = await listed({
      answer: [{ set: '$[*]', to }, { set: '$[0].authorization', to }, { drop: '$[1].*' }],
    })
    expect([basis, body]).toEqual(['injected', [{ authorization: { authorization: '********' } }, {}]])
  })

  test('a refusal is an answer too', async () => {
    const world = await faulty({ answer: [{ status: 200 }] })
    const refused = await world.as('renter-key').post(TEMPLATES, { name: 'n' })
    expect(refused).toMatchObject({ status: 200, body: { success: false, error: 'invalid_args' } })
    expect(await world.as('renter-key').post(TEMPLATES, { name: 'n', image: 'i' })).toMatchObject({ status: 200 })
    expect(world.last().basis).toBe('assumed')
  })

  test('an answer that is too large to be changed stays, and the hint says so', async () => {
    const answer = Array.from({ length: 40 }, () => ({ repeat: '$[*]', with: {} }))
    const world = await faulty({ answer })
    expect(await world.as('renter-key').get(LIST)).toEqual({ status: 200, body: [models, data] })
    expect(world.simulator.journal.list()).toMatchObject([
      { fault: null, hint: 'fault f: the answer is too large to be changed' },
    ])
  })

  test('the journal names the fault, and that the operation happened', async () => {
    const answer = [{ empty: '$' }]
    const world = await faulty({ answer })
    await world.as('renter-key').get(LIST)
    const fault = { name: 'f', effect: 'answer', value: answer, outcome: 'spoiled', happened: true }
    expect(world.simulator.journal.list().map((each) => each.fault)).toEqual([fault])
  })
})

const named = async (world: Simulated) => {
  const { templates } = world.simulator.exportState() as { templates: { name: string; desc?: string }[] }
  return templates.map(({ name, desc }) => ({ name, desc }))
}

const create = (world: Simulated) => world.as('renter-key').post(TEMPLATES, { name: 'n', image: 'i', desc: 'd' })

describe('request', () => {
  test.each([
    { step: { drop: '$.body.desc' }, stored: { name: 'n' } },
    { step: { set: '$.body.name', to: 'x' }, stored: { name: 'x', desc: 'd' } },
    { step: { add: '$.body', fields: { name: '$request{$.body.desc}' } }, stored: { name: 'd', desc: 'd' } },
    { step: { drop: '$.body.image' }, stored: undefined },
  ])('$step: the operation reads it so', async ({ step, stored }) => {
    const world = await faulty({ request: [step] })
    expect(await create(world)).toMatchObject({ status: stored === undefined ? 400 : 200 })
    expect(world.last().basis).toBe('injected')
    expect(stored === undefined || (await named(world))).toEqual(stored === undefined || [stored])
  })

  test('a request refused before its body can be read is not the work of the fault', async () => {
    const world = await faulty({ request: [{ drop: '$.body.desc' }] })
    expect(await world.as('renter-key').post(TEMPLATES, undefined, { text: '{"name":' })).toMatchObject({ status: 400 })
    expect(world.last().basis).toBe('assumed')
    expect(world.simulator.faults.list()).toMatchObject([{ matched: 1 }])
  })

  test('the journal shows the request that came', async () => {
    const world = await faulty({ request: [{ drop: '$.body.desc' }] })
    await create(world)
    const [exchange] = world.simulator.journal.list()
    expect(exchange).toMatchObject({ request: { body: { desc: 'd' } }, fault: { effect: 'request', happened: true } })
  })

  test('the query is changed the same', async () => {
    const world = await faulty({ request: [{ drop: '$.query.select_filters' }] }, { match: { method: 'GET' } })
    await create(world)
    const found = await world.as('renter-key').get(searchPath({ name: { eq: 'no such' } }))
    expect(found).toMatchObject({ status: 200, body: { templates_found: 1 } })
    expect(world.last().basis).toBe('injected')
    expect(await world.as('renter-key').get(TEMPLATES)).toMatchObject({ body: { templates_found: 1 } })
    expect(world.last().basis).toBe('assumed')
  })

  test('what finds nothing to change leaves all as it is', async () => {
    const world = await faulty({ request: [{ drop: '$.body.readme' }, { set: '$.body.name', to: 'n' }] })
    expect(await create(world)).toMatchObject({ status: 200 })
    expect([world.last().basis, await named(world)]).toEqual(['assumed', [{ name: 'n', desc: 'd' }]])
  })
})

test.each([
  [{ answer: [] }, 'effect.answer: expected array to have >=1 items'],
  [{ answer: [{ dorp: '$.a' }] }, 'unknown key "dorp"; did you mean "drop"'],
  [{ answer: [{ drop: 'a' }] }, 'is not a JSONPath'],
  [{ answer: [{ drop: '$..a..b..c' }] }, 'more than 2 descents'],
  [{ answer: [{ set: '$.a' }] }, 'to: '],
  [{ answer: [{ set: '$.a', to: '$request{$.bdy}' }] }, 'begins with none of $.method'],
  [{ answer: [{ set: '$.a', to: 'x'.repeat(20_000) }] }, 'more than 16384 characters'],
  [{ answer: Array.from({ length: 201 }, () => ({ drop: '$.a' })) }, 'expected array to have <=200 items'],
  [{ answer: [{ drop: '$.a', where: '$.order' }] }, 'begins with none of'],
  [{ answer: [{ status: 100 }] }, 'expected number to be >=200'],
  [{ request: [{ drop: '$.name' }] }, 'begins with neither $.body nor $.query'],
  [{ request: [{ empty: '$.body' }] }, 'unknown key "empty"'],
  [{ request: [{ drop: '$.body.a' }], answer: [{ drop: '$.a' }] }, 'has answer and request'],
])('%j is refused', async (effect, problem) => {
  const { control } = simulate(rows)
  const refused = await control.post('/_sim/faults', { name: 'f', effect })
  expect(refused).toMatchObject({ status: 400, body: { msg: expect.stringContaining(problem) } })
})
