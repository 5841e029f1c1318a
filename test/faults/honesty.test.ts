import { describe, expect, test } from 'vitest'
import { simulate, type Simulated } from '../support/simulate.ts'

const path = '/api/v0/users/cloud_integrations/'
const effect = { status: 503 }
const worldOf = () => simulate({}, { rateLimit: { enabled: false } })

const add = ({ control }: Simulated, fault: object) => control.post('/_sim/faults', { name: 'f', ...fault })
const listed = async ({ control }: Simulated) =>
  ((await control.get('/_sim/faults')).body as { faults: readonly object[] }).faults
const ask = async (world: Simulated) => (await world.as('renter-key').get(path)).status

const findings = async ({ control }: Simulated) => {
  const { findings } = (await control.get('/_sim/findings')).body as { findings: { kind: string }[] }
  return findings.filter(({ kind }) => kind === 'fault-never-fired')
}

const provenance = ({ last }: Simulated) => ({ basis: last().basis, rules: last().rules })

const MISSING = 'is missing; write what happens, such as {"status": 503}, or effects in turn in when.sequence'

test.each([
  {
    fault: { match: { path: '/api/v0/instance/' }, effect },
    msg: 'match: can match no operation; did you mean "/api/v0/instances/"?',
  },
  {
    fault: { match: { operation: 'instances.list', method: 'POST' }, effect },
    msg: 'match: can match no operation: instances.list is GET',
  },
  {
    fault: { effect: { refuse: 'auth_eror' } },
    msg: 'effect.refuse: no operation that matches refuses with "auth_eror"; did you mean "auth_error"?',
  },
  {
    fault: { match: { operation: 'instances.list' }, effect: { refuse: 'instances.create.offer-unknown' } },
    msg: 'effect.refuse: no operation that matches refuses with "instances.create.offer-unknown"; there are auth_error, not_authorized, rate_limited',
  },
  {
    fault: { match: { operation: 'instances.list' }, when: { sequence: [null, { refuse: 'no_such_ask' }] } },
    msg: 'when.sequence.1.refuse: no operation that matches refuses with "no_such_ask"; there are auth_error, not_authorized, rate_limited',
  },
  {
    fault: {
      when: {
        sequence: [
          { refuse: 'instances.create.offer-unknown' },
          null,
          { refuse: 'auth_error' },
          { refuse: 'templates.edit.hash-id-unknown' },
        ],
      },
    },
    msg: 'when.sequence.3.refuse: no operation that matches refuses with "templates.edit.hash-id-unknown" and with those before it',
  },
  {
    fault: { match: { operation: 'instances.list', body: { '$.a': 1 } }, effect },
    msg: 'match: can match no operation: no body is read for instances.list',
  },
  {
    fault: { match: { method: 'HEAD', path: '/api/v0/template/', body: { $: {} } }, effect },
    msg: 'match: can match no operation: no body is read for templates.search',
  },
  {
    fault: { effect: { status: 503, reset: true } },
    msg: 'effect: has status and reset: an effect replaces the answer in one way, keep one of them',
  },
  {
    fault: { when: { sequence: [{ html_502: true, garbage: true }] } },
    msg: 'when.sequence.0: has garbage and html_502: an effect replaces the answer in one way, keep one of them',
  },
  { fault: { effect: {} }, msg: 'effect: does nothing: name one, such as "status": 503' },
  { fault: { effect: { stream: 'after' } }, msg: 'effect: does nothing: name one, such as "status": 503' },
  { fault: { effect: { hang: true, body: '' } }, msg: 'effect: has a body or headers, no status: add "status": 503' },
  { fault: {}, msg: `effect: ${MISSING}` },
  {
    fault: { when: { sequence: [effect] }, effect },
    msg: 'effect: stands here and in when.sequence: keep one of them',
  },
  {
    fault: { status: 500, when: { times: 1 } },
    msg: 'status: unknown key "status"; did you mean "effect.status"?',
  },
  {
    fault: { when: { times: 1, effect } },
    msg: 'when.effect: unknown key "effect"; there are times, after, every, probability, between, sequence; write effect beside when, not in it',
  },
  {
    fault: { match: { operation: 'instances.list', effect } },
    msg: 'match.effect: unknown key "effect"; there are operation, method, path, api_key, user_id, headers, query, body; write effect beside match, not in it',
  },
  {
    fault: { match: { operation: 'instances.list', when: { times: 1 } } },
    msg: `match.when: unknown key "when"; there are operation, method, path, api_key, user_id, headers, query, body; write when beside match, not in it`,
  },
])('$fault is refused, and changes nothing', async ({ fault, msg }) => {
  const world = worldOf()
  await add(world, { name: 'kept', when: { after: 9 }, effect })
  const before = await listed(world)
  const { status, body } = await add(world, fault)
  expect({ status, body }).toEqual({ status: 400, body: { error: 'invalid_args', msg } })
  expect(await listed(world)).toEqual(before)
  expect(await ask(world)).toBe(200)
})

test('a refusal that only some of the matching operations have is given by those alone', async () => {
  const world = worldOf()
  expect((await add(world, { effect: { refuse: 'no_such_ask' } })).status).toBe(200)
  expect(await ask(world)).toBe(200)
  expect(await world.as('renter-key').put('/api/v0/asks/1/', { image: 'x' })).toMatchObject({
    body: { error: 'no_such_ask' },
  })
  expect(await listed(world)).toMatchObject([{ fired: 1 }])
})

test('unknown faults are not taken away; the answer names the nearest', async () => {
  const world = worldOf()
  await add(world, { name: 'outage', effect })
  expect(await world.control.delete('/_sim/faults/outge')).toEqual({
    status: 404,
    body: { error: 'not_found', msg: 'there is no fault "outge"', hint: 'did you mean "outage"?' },
  })
  expect(await world.control.delete('/_sim/faults')).toEqual({ status: 200, body: { removed: ['outage'] } })
  expect(await ask(world)).toBe(200)
})

describe('a fault is shown', () => {
  test('as it was written, with what it matched and fired', async () => {
    const world = worldOf()
    const match = { method: 'GET', path, user_id: 1001 }
    const when = { after: 1, sequence: [{ status: 503, body: { a: 1 }, headers: { 'Retry-After': '1' } }, null] }
    const added = await add(world, { match, when, must_fire: true })
    const [first] = when.sequence
    const shown = {
      name: 'f',
      match,
      when: { after: 1, sequence: [{ ...first, stream: 'before' }, null] },
      must_fire: true,
    }
    expect(added).toEqual({ status: 200, body: { ...shown, matched: 0, fired: 0 } })
    expect([await ask(world), await ask(world), await ask(world), await ask(world)]).toEqual([200, 503, 200, 200])
    expect(await listed(world)).toEqual([{ ...shown, matched: 4, fired: 1 }])
  })

  test('without the API key that it matches', async () => {
    const world = worldOf()
    const added = await add(world, { match: { api_key: 'renter-key', operation: 'templates.search' }, effect })
    await ask(world)
    const journal = await world.control.get('/_sim/requests')
    expect(JSON.stringify([added, await listed(world), journal])).not.toContain('renter-key')
    expect(await listed(world)).toMatchObject([
      { match: { api_key: expect.stringMatching(/^[0-9a-f]{8}$/) as string } },
    ])
  })
})

describe('must_fire', () => {
  const match = { operation: 'cloud-connections.list' }

  test('is found while it never fired, and not once it did', async () => {
    const world = worldOf()
    await add(world, { match, when: { after: 1 }, effect, must_fire: true })
    await add(world, { name: 'whatever', match, when: { after: 9 }, effect })
    const found = {
      kind: 'fault-never-fired',
      operation: 'cloud-connections.list',
      advice: 'Compare its match with the near misses in the journal.',
    }
    expect(await findings(world)).toMatchObject([{ ...found, text: 'the fault f never fired (0 requests matched)' }])
    expect(await ask(world)).toBe(200)
    expect(await findings(world)).toMatchObject([{ ...found, text: 'the fault f never fired (1 requests matched)' }])
    expect(await ask(world)).toBe(503)
    expect(await findings(world)).toEqual([])
  })

  test('is not found once the fault was taken away', async () => {
    const world = worldOf()
    await add(world, { effect, must_fire: true })
    await world.control.delete('/_sim/faults/f')
    expect(await findings(world)).toEqual([])
  })
})

test('an injected answer is marked, proves nothing in the coverage and counts apart', async () => {
  const world = worldOf()
  const coverage = async () => (await world.control.get('/_sim/coverage')).body as Record<string, object>
  const before = await coverage()
  for (const each of [effect, { refuse: 'auth_error' }, { malformed_json: true }, { status: 500, stream: 'after' }]) {
    await add(world, { effect: each })
    const response = await world.simulator.fetch(
      new Request(`http://sim.test${path}`, { headers: { Authorization: 'Bearer renter-key' } }),
    )
    expect([response.headers.get('x-sim-basis'), response.headers.get('x-sim-rules')]).toEqual(['injected', 'fault.f'])
  }
  await add(world, { effect: { reset: true } })
  await expect(ask(world)).rejects.toThrow('fetch failed')
  const { operations, ...rest } = (await coverage()) as { readonly operations: readonly { readonly id: string }[] }
  const { operations: none, ...others } = before as unknown as {
    readonly operations: readonly { readonly id: string }[]
  }
  expect(rest).toEqual({ ...others, injected: { answers: 5 } })
  expect(operations).toEqual(
    none.map((each) => (each.id === 'cloud-connections.list' ? { ...each, injected: 5 } : each)),
  )
})

test('a delay keeps the basis and the rules of the real answer, and proves them', async () => {
  const plain = worldOf()
  await ask(plain)
  const world = worldOf()
  await add(world, { effect: { dribble: { chunks: 2, interval_ms: 0 } } })
  await ask(world)
  expect(provenance(world)).toEqual(provenance(plain))
  await world.control.post('/_sim/clock/advance', { seconds: 3 })
  await add(world, { effect: { latency_ms: 1000 } })
  const [delayed] = await Promise.all([ask(world), world.control.post('/_sim/clock/advance', { seconds: 1 })])
  expect([delayed, provenance(world)]).toEqual([200, provenance(plain)])
  const { injected, operations } = (await world.control.get('/_sim/coverage')).body as {
    injected: object
    operations: { id: string; hits: number }[]
  }
  expect(injected).toEqual({ answers: 0 })
  expect(operations.find(({ id }) => id === 'cloud-connections.list')?.hits).toBe(2)
  const { requests } = (await world.control.get('/_sim/requests')).body as {
    requests: { duration_ms: number; fault: object }[]
  }
  expect(requests.map(({ duration_ms, fault }) => ({ duration_ms, fault }))).toEqual([
    {
      duration_ms: 0,
      fault: { name: 'f', effect: 'dribble', value: { chunks: 2, interval_ms: 0 }, outcome: 'delayed', happened: true },
    },
    { duration_ms: 1000, fault: { name: 'f', effect: 'delay', value: 1000, outcome: 'delayed', happened: true } },
  ])
})

test('of several faults all delays add up, and the first replacement wins', async () => {
  const world = worldOf()
  await add(world, { name: 'slow', effect: { latency_ms: 1000 } })
  await add(world, { name: 'down', effect: { status: 503, latency_ms: 500 } })
  await add(world, { name: 'late', effect: { status: 500, latency_ms: 9000 } })
  await add(world, { name: 'slower', effect: { latency_ms: 2000 } })
  let isAnswered = false
  const asked = ask(world).finally(() => (isAnswered = true))
  await world.control.post('/_sim/clock/advance', { seconds: 3.499 })
  expect(isAnswered).toBe(false)
  const receipt = (await world.control.post('/_sim/clock/advance', { seconds: 0.001 })).body
  expect(receipt).toMatchObject({ happened: [{ at: '2026-01-01T00:00:03.500Z' }] })
  expect(await asked).toBe(503)
  expect(world.last()).toMatchObject({ basis: 'injected', rules: ['fault.slow', 'fault.down', 'fault.slower'] })
  expect((await listed(world)) as { name: string; matched: number; fired: number }[]).toMatchObject([
    { name: 'slow', matched: 1, fired: 1 },
    { name: 'down', matched: 1, fired: 1 },
    { name: 'late', matched: 1, fired: 0 },
    { name: 'slower', matched: 1, fired: 1 },
  ])
})

test.each([
  { down: { status: 503 }, happened: false },
  { down: { status: 503, stream: 'after' }, happened: true },
  { down: { status: 503, latency_ms: 1000 }, happened: false },
])('a delay after the operation holds what a fault answers in its place too: $down', async ({ down, happened }) => {
  const world = worldOf()
  await add(world, { name: 'slow', effect: { latency_ms: 5000, stream: 'after' }, must_fire: true })
  await add(world, { name: 'down', effect: down })
  let isAnswered = false
  const asked = ask(world).finally(() => (isAnswered = true))
  const seconds = 5 + (down.latency_ms ?? 0) / 1000
  await world.control.post('/_sim/clock/advance', { seconds: seconds - 0.001 })
  expect(isAnswered).toBe(false)
  await world.control.post('/_sim/clock/advance', { seconds: 0.001 })
  expect([await asked, world.last().rules]).toEqual([503, ['fault.slow', 'fault.down']])
  expect(await listed(world)).toMatchObject(['slow', 'down'].map((name) => ({ name, fired: 1 })))
  expect((await world.control.get('/_sim/requests')).body).toMatchObject({
    requests: [{ duration_ms: seconds * 1000, fault: { name: 'down', effect: 'status', happened } }],
  })
})

test('a glob with a star between digits can match an id', async () => {
  const world = worldOf()
  expect((await add(world, { match: { path: '/api/v0/asks/1*2/' }, effect })).status).toBe(200)
  expect((await world.as('renter-key').put('/api/v0/asks/102/', {})).status).toBe(503)
})
