import { expect, test } from 'vitest'
import { createSimulator, SteeringError } from '../../src/index.ts'
import { endWhatTestsStart, run } from '../support/run-cli.ts'
import { proves, absent } from '../support/proves.ts'
import { simulate } from '../support/simulate.ts'

endWhatTestsStart()

const UNKNOWN_OFFER = '/api/v0/asks/1/'
const rent = { image: 'library/ubuntu' }

const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
const rentUnknown = { method: 'PUT', headers, body: JSON.stringify(rent) }

test('a refusal takes another status and code, wherever they are chosen, and the answer is assumed', async () => {
  const rules = { 'instances.create.offer-unknown': { status: 400, code: 'invalid_args' } }
  const scenario = { name: 'learnt', description: 'as seen', rules }
  const started = [
    createSimulator({ rules }),
    createSimulator({ scenario }),
    createSimulator({ fixture: { users: [{ id: 1, name: 'one', api_keys: [{ key: 'renter-key' }] }], rules } }),
  ]
  const reset = createSimulator()
  reset.reset({ rules })
  for (const simulator of [...started, reset]) {
    const response = await simulator.fetch(UNKNOWN_OFFER, rentUnknown)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ success: false, error: 'invalid_args' })
    expect(response.headers.get('x-sim-basis')).toBe('assumed')
    expect(response.headers.get('x-sim-rules')).toContain('instances.create.offer-unknown')
  }
  const response = await createSimulator().fetch(UNKNOWN_OFFER, rentUnknown)
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      success: false,
      error: 'invalid_args',
      msg: 'error 404/3603: no_such_ask  Instance type by id 1 is not available.',
    },
  ])
})

test('envelope and message of a refusal can be chosen too', async () => {
  const world = simulate(undefined, {
    rules: { 'instances.create.offer-unknown': { envelope: 'plain', text: 'no such ask' } },
  })
  expect(await world.as('renter-key').put(UNKNOWN_OFFER, rent)).toEqual({
    status: 400,
    body: { error: 'invalid_args', msg: 'no such ask' },
  })
})

test('a documented rule that is overruled is assumed, and says who chose', async () => {
  const { simulator, as, last } = simulate(undefined, {
    rules: { 'network-volumes.list.disk-not-owned': { status: 404 } },
  })
  expect((await as('renter-key').post('/api/v0/network_volume/', { disk_id: 1 })).status).toBe(404)
  expect(last().basis).toBe('assumed')
  const rule = simulator.rules().find(({ id }) => id === 'network-volumes.list.disk-not-owned')
  expect(rule).toMatchObject({ basis: 'assumed', status: 404, code: 'not_authorized', in_force: { status: 404 } })
  expect(rule?.source).toContain('chosen by the start of the simulator')
  const { assumed, documented } = simulator.coverage()
  expect(assumed.rules.find(({ id }) => id === rule?.id)?.hits).toBe(1)
  expect(documented.rules.find(({ id }) => id === rule?.id)).toBeUndefined()
})

test('a threshold takes another value, named in the refusal', async () => {
  const { as, last, simulator } = simulate(undefined, { rules: { 'instances.list.rate-limit': { value: 5 } } })
  const renter = as('renter-key')
  await renter.get('/api/v0/instances/')
  await simulator.clock.advance(4)
  expect(await renter.get('/api/v0/instances/')).toEqual({
    status: 429,
    body: { detail: 'API requests too frequent endpoint threshold=5.0' },
  })
  expect(last()).toMatchObject({ basis: 'assumed' })
  expect(last().rules).toContain('instances.list.rate-limit')
  await simulator.clock.advance(1)
  expect((await renter.get('/api/v0/instances/')).status).toBe(200)
})

test('the status of a success takes another value', async () => {
  const { as } = simulate(undefined, { rules: { 'templates.statuses': { value: 201 } } })
  expect((await as('renter-key').post('/api/v0/template/', { name: 'one', image: 'two' })).status).toBe(201)
})

const choose = (status: number) => ({ 'instances.create.offer-unknown': { status } })

test('of a fixture, the start, a scenario and a reset the last wins; a reset without rules goes back', async () => {
  const fixture = { users: [{ id: 1, name: 'one', api_keys: [{ key: 'renter-key' }] }], rules: choose(420) }
  const simulator = createSimulator({ fixture, rules: choose(421) })
  const status = async () => (await simulator.fetch(UNKNOWN_OFFER, rentUnknown)).status
  expect(await status()).toBe(421)
  simulator.scenario({ rules: choose(422) })
  expect(await status()).toBe(422)
  simulator.reset({ rules: choose(423) })
  expect(await status()).toBe(423)
  simulator.reset()
  expect(await status()).toBe(421)
})

const wrong: readonly (readonly [rules: object, message: string])[] = [
  [{ 'instances.create.offer-unknwn': 'x' }, 'did you mean "instances.create.offer-unknown"'],
  [{ 'instances.create.zzzz': 'x' }, 'instances.create.offer-rented'],
  [
    { 'routing.trailing-slash': 'optionl' },
    'did you mean "optional"?; it has required, optional, redirects, redirects-permanently',
  ],
  [{ 'routing.trailing-slash': { status: 404 } }, 'is chosen by name, so it has no status'],
  [{ 'instances.create.offer-unknown': { status: 200 } }, '200 is not a status of a refusal'],
  [{ 'instances.create.offer-unknown': { value: 3 } }, 'has no value'],
  [{ 'instances.create.offer-unknown': {} }, 'chooses nothing'],
  [{ 'instances.list.rate-limit': { value: 'fast' } }, 'is no number, as 2 is'],
  [{ 'instances.list.rate-limit': { value: -1 } }, '-1 is below 0'],
]

test.each(wrong)('%j is refused with what there is instead, and changes nothing', async (rules, message) => {
  expect(() => createSimulator({ rules: rules as never })).toThrow(message)
  const simulator = createSimulator()
  const before = simulator.rules()
  expect(() => simulator.reset({ rules: rules as never })).toThrow(SteeringError)
  expect(() => simulator.scenario({ rules })).toThrow(message)
  expect(simulator.rules()).toEqual(before)
  const response = await simulator.fetch('/_sim/reset', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ rules }),
  })
  expect(response.status).toBe(400)
  expect(JSON.stringify(await response.json())).toContain(JSON.stringify(message).slice(1, -1))
})

test('an import of rows chooses no rules', () => {
  const simulator = createSimulator()
  expect(() => simulator.importState({ users: [], rules: { 'templates.statuses': { value: 201 } } })).toThrow(
    'chosen when a world opens',
  )
})

test('GET /_sim/rules lists every rule, its alternatives, and the one in force', async () => {
  const simulator = createSimulator({ rules: { 'routing.trailing-slash': 'optional' } })
  const listed = (await (await simulator.fetch('/_sim/rules')).json()) as { dialect: string; rules: { id: string }[] }
  expect(listed.dialect).toBe('documented')
  expect(listed.rules).toEqual(JSON.parse(JSON.stringify(simulator.rules())))
  expect(listed.rules.find(({ id }) => id === 'routing.trailing-slash')).toMatchObject({
    basis: 'assumed',
    in_force: 'optional',
    alternatives: ['required', 'optional', 'redirects', 'redirects-permanently'].map((name) => ({ name })),
  })
  const usual = createSimulator().rules()
  for (const { id, in_force, alternatives } of usual) expect([id, alternatives[0]?.name]).toEqual([id, in_force])
  expect(listed.rules.find(({ id }) => id === 'instances.create.rents')).toMatchObject({
    basis: 'documented',
    in_force: 'usual',
  })
})

test('the command line takes rules: a name, a status, a code, a value, more than one', async () => {
  const ended = await run([
    'exec',
    '--rule',
    'routing.trailing-slash=optional,instances.create.offer-unknown=410:gone',
    '--rule',
    'instances.list.rate-limit=7.5',
    '--',
    process.execPath,
    '-e',
    `(async () => {
const url = process.env.RENTAL_SIM_URL
const shown = (await (await fetch(url + '/_sim/rules')).json()).rules
const picked = ['routing.trailing-slash', 'instances.create.offer-unknown', 'instances.list.rate-limit']
const chosen = Object.fromEntries(shown.filter(({ id }) => picked.includes(id)).map(({ id, in_force }) => [id, in_force]))
require('node:assert').deepEqual(chosen, {
  'routing.trailing-slash': 'optional',
  'instances.create.offer-unknown': { status: 410, code: 'gone' },
  'instances.list.rate-limit': { value: 7.5 },
})
})()`,
  ])
  expect(ended).toMatchObject({ code: 0 })
})

test('the command refuses an unknown rule, and an unknown choice of a rule', async () => {
  for (const [rule, message] of [
    ['templates.envobject=applied', 'there is no rule'],
    ['routing.trailing-slash', 'is not of the form <rule id>=<choice>'],
    ['routing.trailing-slash=maybe', 'it has required, optional, redirects, redirects-permanently'],
    ['instances.create.offer-unknown={"status":}', '{"status":} is not JSON.'],
  ] as const) {
    const { code, stderr } = await run(['serve', '--rule', rule])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
  }
  const { code, stderr } = await run(['serve', '--dialect', 'observd'])
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('documented, observed') })
})

proves('authentication.key-in-query', 'the observed dialect reads the key in the URL', async (given) => {
  const { as, last, simulator } = given.simulate(undefined, { dialect: 'observed' })
  expect((await as(null).get('/api/v0/instances/?api_key=renter-key')).status).toBe(200)
  expect(last().basis).toBe('assumed')
  expect(simulator.findings().map(({ kind }) => kind)).toContain('secret-in-url')
  expect(JSON.stringify(simulator.journal.list())).not.toContain('renter-key')
})

const keyless = ['authentication.bearer-key', 'authentication.key-in-query']
const observedRows = {
  users: [{ id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }] }],
  offers: [{ id: 600 }, { id: 601 }],
  instances: [{ id: 31, user_id: 1001, offer_id: 601 }],
}

absent('request.unknown-field-ignored', 'a key in the URL that names the user was read', async (given) => {
  const { as, last } = given.simulate(observedRows, { dialect: 'observed' })
  for (const [method, path, body] of [
    ['GET', '/api/v0/instances/?owner=me&api_key=renter-key'],
    ['GET', '/api/v0/template/?api_key=renter-key&select_filters=%7B%7D'],
    ['GET', '/api/v0/users/cloud_integrations/?api_key=renter-key'],
    ['GET', '/api/v0/instances/31/?api_key=renter-key'],
    ['PUT', '/api/v0/asks/600/?api_key=renter-key', { image: 'i' }],
    ['POST', '/api/v0/network_volumes/search/?api_key=renter-key', { q: {} }],
    ['DELETE', '/api/v0/instances/31/?api_key=renter-key'],
  ] as const) {
    expect((await as(null).send(method, path, body)).status, path).toBe(200)
    expect(last().hint, path).toBeNull()
    expect(last().rules).toEqual(expect.arrayContaining(keyless))
  }
})

proves(
  'request.unknown-field-ignored',
  'a key in the URL beside a header is not read, and another parameter beside it neither',
  async (given) => {
    const { as, last } = given.simulate(observedRows, { dialect: 'observed', rateLimit: { enabled: false } })
    for (const [key, query, hint] of [
      ['renter-key', '?api_key=renter-key', 'not read: api_key'],
      [null, '?api_key=renter-key&colour=1', 'not read: colour'],
    ] as const) {
      expect((await as(key).get(`/api/v0/users/cloud_integrations/${query}`)).status).toBe(200)
      expect(last().hint).toBe(hint)
      expect(last().rules).toContain('request.unknown-field-ignored')
    }
  },
)

absent(
  'authentication.key-in-query',
  'the header wins, and the documented dialect reads no key there',
  async (given) => {
    const observed = given.simulate(undefined, { dialect: 'observed' })
    const answer = await observed.as('host-key').get('/api/v0/users/cloud_integrations/?api_key=renter-key')
    expect(answer.body).toEqual([])
    expect((await given.simulate().as(null).get('/api/v0/instances/?api_key=renter-key')).status).toBe(401)
  },
)
