import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Bundle, bundleSchema } from '../../src/testing/journal/bundle.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { replay } from '../../src/node/client/replay.ts'

const LIST = '/api/v0/instances/'
const TEMPLATES = '/api/v0/template/'
const PASSWORD = 'hunter2-9c41'
const frozen = { clock: { mode: 'frozen', atMs: Date.parse('2026-01-01T00:00:00Z') } } satisfies SimulatorOptions
const scenarios = readdirSync('scenarios').map((file) => file.replace(/\.yaml$/, ''))

interface Call {
  readonly method?: string
  readonly path: string
  readonly key?: string | null
  readonly body?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Some turns of the event loop: enough for whatever waits for no clock. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const request = ({ method = 'GET', path, key = 'renter-key', body, text, headers }: Call, signal?: AbortSignal) => {
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body))
  return new Request(`http://sim.test${path}`, {
    method,
    headers: {
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...(payload !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { body: payload }),
    ...(signal && { signal }),
  })
}

/** Ends with what came; a connection that a fault takes, and a client that gave up, have nothing. */
const answered = ({ fetch }: Simulator, call: Call, signal?: AbortSignal): Promise<string> =>
  fetch(request(call, signal)).then(
    (response) => response.text().catch(() => ''),
    () => '',
  )

async function control({ fetch }: Simulator, method: string, path: string, body?: unknown) {
  const response = await fetch(request({ method, path, key: null, body }))
  return { status: response.status, body: (await response.json()) as unknown }
}

async function bundleOf(simulator: Simulator, sandbox = ''): Promise<Bundle> {
  const { status, body } = await control(simulator, 'GET', `${sandbox}/_sim/bundle`)
  expect(status, JSON.stringify(body)).toBe(200)
  return bundleSchema.parse(JSON.parse(JSON.stringify(body)))
}

/** A client's work over several operations; a number is seconds by which the clock advances. */
const session: readonly (Call | number)[] = [
  { path: LIST },
  { method: 'POST', path: '/api/v0/network_volumes/search/', body: { limit: 3 } },
  { path: LIST },
  11,
  { method: 'PUT', path: '/api/v0/asks/12345678/', body: { image: 'library/ubuntu', disk: 10 } },
  { path: TEMPLATES },
  { method: 'POST', path: TEMPLATES, body: { name: 'a', image: 'b', docker_login_pass: PASSWORD } },
  31,
  { path: LIST },
  { path: '/api/v0/users/cloud_integrations/' },
  { method: 'PUT', path: '/api/v0/endptjobs/4242/', body: { max_workers: 9 } },
  { method: 'POST', path: '/api/v0/network_volume/', key: 'host-key', body: { disk_id: 501, size: 100 } },
  61,
  { method: 'POST', path: '/api/v0/network_volumes/unlist/', key: 'host-key', body: { id: 7001 } },
  { path: LIST },
  { method: 'DELETE', path: TEMPLATES, body: { template_id: 9001 } },
  3600,
  { path: LIST },
]
const requests = session.filter((step) => typeof step !== 'number').length

/** Lives a session; a request that a fault holds goes on with the clock, and its client gives up at the end. */
async function live(simulator: Simulator, steps = session): Promise<void> {
  const client = new AbortController()
  const under: Promise<string>[] = []
  for (const step of steps) {
    if (typeof step === 'number') await control(simulator, 'POST', '/_sim/clock/advance', { seconds: step })
    else {
      under.push(answered(simulator, step, client.signal))
      await turns()
    }
  }
  client.abort()
  await Promise.all(under)
  await turns()
}

const lived = async (): Promise<Bundle> => {
  const simulator = createSimulator(frozen)
  await live(simulator)
  return bundleOf(simulator)
}
const edited = (bundle: Bundle, id: number, change: object): Bundle => ({
  ...bundle,
  exchanges: bundle.exchanges.map((each) =>
    each.id === id ? { ...each, response: { ...each.response, ...change } } : each,
  ),
})

test('there are scenarios to replay', () => expect(scenarios.length).toBeGreaterThanOrEqual(20))

describe('under a frozen clock', () => {
  test.each(scenarios)('a session under %s is replayed without a difference', async (scenario) => {
    const simulator = createSimulator({ ...frozen, scenario })
    await live(simulator)
    const bundle = await bundleOf(simulator)
    expect(bundle.exchanges).toHaveLength(requests)
    expect(bundle.steered).toEqual([])
    expect(JSON.stringify(bundle)).not.toMatch(/"(renter|host)-key"|hunter2/)
    expect(await replay(bundle)).toEqual([])
  })

  test('a world with limits and a progression of its own is replayed, and once it is reset, from the reset on', async () => {
    const rateLimit = { thresholds: { 'instances.list': 20 } }
    const progression = { instances: { mode: 'after', seconds: 20 } } as const
    const simulator = createSimulator({ ...frozen, rateLimit, progression })
    await live(simulator)
    expect(await replay(await bundleOf(simulator))).toEqual([])
    await control(simulator, 'POST', '/_sim/reset', { fixture: 'empty', seed: 'other', scenario: 'flaky-listing' })
    await answered(simulator, { path: LIST })
    const bundle = await bundleOf(simulator)
    expect(bundle).toMatchObject({ seed: 'other', exchanges: [{ response: { status: 503 } }] })
    expect(await replay(bundle)).toEqual([])
  })

  test.each([
    { until: 10, name: 'goes on with the clock' },
    { until: 4, name: 'is given up by its client' },
  ])('a request that waits before it happens and $name is replayed', async ({ until }) => {
    const slow = { name: 'slow', match: { operation: 'instances.create' }, effect: { latency_ms: 10_000 } }
    const scenario = { name: 'slow', description: 'd', faults: [slow] }
    const simulator = createSimulator({ ...frozen, scenario })
    const rent = { method: 'PUT', path: '/api/v0/asks/12345678/', body: { image: 'library/ubuntu' } }
    await live(simulator, [rent, until])
    await live(simulator, [{ path: LIST }])
    const bundle = await bundleOf(simulator)
    expect(bundle.exchanges.map(({ response: answer }) => answer.status)).toEqual([until === 10 ? 200 : 0, 200])
    expect(await replay(bundle)).toEqual([])
  })
})

test('a session under a real clock is replayed without a difference', async () => {
  const simulator = createSimulator()
  for (const step of session) if (typeof step !== 'number') await answered(simulator, step)
  const bundle = await bundleOf(simulator)
  expect(bundle.exchanges).toHaveLength(requests)
  expect(await replay(bundle)).toEqual([])
})

describe('requests that are out of the ordinary', () => {
  const odd: readonly { readonly name: string; readonly call: Call }[] = [
    { name: 'an unknown path', call: { path: '/api/v0/nothing/?a=1&b=%20' } },
    { name: 'another method', call: { method: 'DELETE', path: LIST } },
    { name: 'HEAD', call: { method: 'HEAD', path: LIST } },
    { name: 'no key', call: { path: LIST, key: null } },
    { name: 'an unknown key', call: { path: LIST, key: 'nobodys-key' } },
    { name: 'a key under another scheme', call: { path: LIST, key: null, headers: { Authorization: 'Token abc' } } },
    { name: 'a key in the query', call: { path: `${LIST}?api_key=renter-key`, key: null } },
    { name: 'a body that is not JSON', call: { method: 'POST', path: TEMPLATES, text: '{"name": ' } },
    { name: 'no body', call: { method: 'POST', path: TEMPLATES } },
    { name: 'a body that is too large', call: { method: 'POST', path: TEMPLATES, text: ' '.repeat(1_100_000) } },
  ]

  test.each(odd)('$name: the answer is replayed', async ({ call }) => {
    const simulator = createSimulator(frozen)
    await answered(simulator, call)
    const bundle = await bundleOf(simulator)
    expect(bundle.exchanges).toHaveLength(1)
    expect(await replay(bundle)).toEqual([])
  })

  test.each([
    { name: 'by path', call: { path: `/~alice${LIST}` } },
    { name: 'by header', call: { path: LIST, headers: { 'X-Sim-Sandbox': 'alice' } } },
  ])('a sandbox that is named $name is replayed', async ({ call }) => {
    const simulator = createSimulator(frozen)
    await answered(simulator, call)
    await control(simulator, 'POST', '/~alice/_sim/clock/advance', { seconds: 60 })
    await answered(simulator, call)
    const bundle = await bundleOf(simulator, '/~alice')
    expect(bundle.exchanges.map(({ response: answer }) => answer.status)).toEqual([200, 200])
    expect(await replay(bundle)).toEqual([])
    expect((await bundleOf(simulator)).exchanges).toEqual([])
  })
})

describe('a bundle', () => {
  test('with other recorded answers than those that come is reported, each with place and difference', async () => {
    const bundle = await lived()
    const [
      {
        response: { headers, body },
      },
    ] = bundle.exchanges as [Bundle['exchanges'][number]]
    const told = { exchange: 1, request: `GET ${LIST}` }
    expect(await replay(edited(bundle, 1, { status: 201 }))).toEqual([
      { ...told, what: 'status', recorded: '201', replayed: '200' },
    ])
    expect(await replay(edited(bundle, 1, { body: body.replace('31', '32') }))).toEqual([
      { ...told, what: 'body', recorded: body.replace('31', '32'), replayed: body },
    ])
    expect(await replay(edited(bundle, 1, { headers: { ...headers, 'x-sim-basis': 'made up' } }))).toEqual([
      { ...told, what: 'header x-sim-basis', recorded: 'made up', replayed: headers['x-sim-basis'] },
    ])
    const { 'x-sim-rules': rules, ...fewer } = headers
    expect(await replay(edited(bundle, 1, { headers: fewer }))).toEqual([
      { ...told, what: 'header x-sim-rules', recorded: '', replayed: rules },
    ])
  })

  test('that lacks an exchange, or has another request, differs after it', async () => {
    const { exchanges: whole, ...bundle } = await lived()
    const rent = whole.find(({ target }) => target === '/api/v0/asks/12345678/')
    expect(rent?.response.status).toBe(200)
    const without = await replay({ ...bundle, exchanges: whole.filter((each) => each !== rent) })
    expect(without.map(({ exchange }) => exchange)).toContain((rent?.id ?? 0) + 1)
    expect(without.map(({ what }) => what)).toContain('body')
    const other = whole.map((each) => (each === rent ? { ...each, target: '/api/v0/asks/1/' } : each))
    expect(await replay({ ...bundle, exchanges: other })).toContainEqual(
      expect.objectContaining({ exchange: rent?.id, what: 'status', recorded: '200' }),
    )
  })

  test('has no API key, password or token in it', async () => {
    const simulator = createSimulator(frozen)
    const listing = await answered(simulator, { path: LIST })
    await live(simulator)
    const token = (JSON.parse(listing) as { instances: { jupyter_token: string }[] }).instances[0]?.jupyter_token
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    const text = JSON.stringify(await bundleOf(simulator))
    for (const secret of ['renter-key', 'host-key', 'no-user-read-key', PASSWORD, token])
      expect(text).not.toContain(secret)
  })

  test('of a scenario with secrets has none in it, and is replayed', async () => {
    const key_sha256 = createHash('sha256').update('late-key').digest('hex')
    const effect = { status: 200, body: { jupyter_token: 'token-1', key: 'no secret' } }
    const scenario = {
      name: 's',
      description: 'd',
      fixture: 'default',
      faults: [{ name: 'f', match: { api_key: 'host-key' }, effect }],
      timeline: [
        { after: 1, set: { users: { 1001: { api_keys: [{ key_sha256 }] } } } },
        { after: 1, set: { templates: { 9001: { docker_login_pass: PASSWORD } } } },
      ],
    }
    const simulator = createSimulator({ ...frozen, scenario })
    await live(simulator, [{ path: LIST, key: 'host-key' }, 5, { path: LIST, key: 'late-key' }, { path: TEMPLATES }])
    const bundle = await bundleOf(simulator)
    expect(bundle.exchanges.map(({ response: answer }) => answer.status)).toEqual([200, 200, 401])
    for (const secret of ['host-key', 'late-key', key_sha256, 'token-1', PASSWORD])
      expect.soft(JSON.stringify(bundle)).not.toContain(secret)
    expect(bundle.scenario).toMatchObject({ name: 's', description: 'd', faults: [{ name: 'f' }] })
    expect(await replay(bundle)).toEqual([])
  })

  test('of a journal that was cleared, is too small, or waits for an answer is refused', async () => {
    const refused = { status: 409, body: { error: 'conflict' } }
    const simulator = createSimulator({ ...frozen, journalSize: 2 })
    await answered(simulator, { path: LIST })
    await control(simulator, 'DELETE', '/_sim/requests')
    expect(await control(simulator, 'GET', '/_sim/bundle')).toMatchObject(refused)
    await control(simulator, 'POST', '/_sim/reset')
    for (const path of [LIST, TEMPLATES, LIST]) await answered(simulator, { path })
    expect(await control(simulator, 'GET', '/_sim/bundle')).toMatchObject(refused)
    await control(simulator, 'PUT', '/_sim/scenario', { name: 'hanging-request' })
    void answered(simulator, { path: LIST })
    await turns()
    expect(await control(simulator, 'GET', '/_sim/bundle')).toMatchObject(refused)
    await simulator.close()
  })

  test('names the control calls that steered its world, and no others', async () => {
    const simulator = createSimulator(frozen)
    const call = (method: string, path: string, body?: unknown) => control(simulator, method, `/_sim/${path}`, body)
    const { body: state } = await call('GET', 'state')
    await call('POST', 'clock/advance', { seconds: 1 })
    await call('GET', 'coverage')
    await call('POST', 'snapshots', { name: 's' })
    expect((await bundleOf(simulator)).steered).toEqual([])
    await call('PUT', 'state', state)
    await call('POST', 'faults', { name: 'f', effect: { status: 500 } })
    await call('DELETE', 'faults/f')
    expect((await bundleOf(simulator)).steered).toEqual(['PUT /_sim/state', 'POST /_sim/faults', 'DELETE /_sim/faults'])
    await call('POST', 'snapshots/s/restore')
    expect((await bundleOf(simulator)).steered).toEqual(['POST /_sim/snapshots/{name}/restore'])
  })
})
