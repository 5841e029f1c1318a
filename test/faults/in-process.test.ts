import { describe, expect, test } from 'vitest'
import { simulate, type Simulated, START } from '../support/simulate.ts'

const path = '/api/v0/users/cloud_integrations/'
const rows = { cloud_connections: [{ id: 1, user_id: 1001, cloud_type: 's3', name: 'models' }] }
const real = '[{"id":1,"cloud_type":"s3","name":"models"}]'

async function faulty(effect: object, when: object = { times: 1 }): Promise<Simulated> {
  const world = simulate(rows, { rateLimit: { enabled: false } })
  expect(await world.control.post('/_sim/faults', { name: 'f', effect, when })).toMatchObject({ status: 200 })
  return world
}

const ask = ({ simulator }: Simulated, init: RequestInit = {}): Promise<Response> =>
  simulator.fetch(new Request(`http://sim.test${path}`, { headers: { Authorization: 'Bearer renter-key' }, ...init }))

async function read(response: Response) {
  const { status, headers } = response
  return { status, type: headers.get('content-type'), basis: headers.get('x-sim-basis'), body: await response.text() }
}

/** The delays of 20 requests, in milliseconds. */
const delays = async (seed: string) => {
  const world = simulate(rows, { seed, rateLimit: { enabled: false } })
  await world.control.post('/_sim/faults', { name: 'f', effect: { latency_ms: 100, jitter_ms: 1000 } })
  const asked = Array.from({ length: 20 }, () => ask(world))
  const receipt = (await world.control.post('/_sim/clock/advance', { seconds: 2 })).body as {
    happened: { at: string }[]
  }
  await Promise.all(asked)
  return receipt.happened.map(({ at }) => Date.parse(at) - Date.parse(START))
}

const untouched = { status: 200, type: 'application/json', basis: 'assumed', body: real }
const spoiled = { ...untouched, basis: 'injected' }

test.each([
  { effect: { latency_ms: 0 }, response: untouched },
  {
    effect: { status: 503, body: { error: 'x' } },
    response: { status: 503, type: 'application/json', basis: 'injected', body: '{"error":"x"}' },
  },
  {
    effect: { status: 418, body: 'tea' },
    response: { status: 418, type: 'text/plain; charset=utf-8', basis: 'injected', body: 'tea' },
  },
  ...[204, 205, 304, 500].map((status) => ({
    effect: { status },
    response: { status, type: null, basis: 'injected', body: '' },
  })),
  {
    effect: { refuse: 'auth_error' },
    response: {
      status: 401,
      type: 'application/json',
      basis: 'injected',
      body: expect.stringContaining('"auth_error"'),
    },
  },
  {
    effect: { rate_limited: true },
    response: {
      status: 429,
      type: 'application/json',
      basis: 'injected',
      body: '{"detail":"API requests too frequent endpoint threshold=2.9"}',
    },
  },
  { effect: { malformed_json: true }, response: { ...spoiled, body: `${real.slice(0, -1)},` } },
  { effect: { wrong_content_type: true }, response: { ...spoiled, type: 'text/plain; charset=utf-8' } },
  {
    effect: { html_502: true },
    response: {
      status: 502,
      type: 'text/html; charset=utf-8',
      basis: 'injected',
      body: expect.stringMatching(/^<!DOCTYPE html>/),
    },
  },
  { effect: { dribble: { chunks: 5, interval_ms: 0 } }, response: untouched },
])('$effect', async ({ effect, response: answer }) => {
  const world = await faulty(effect)
  expect(await read(await ask(world))).toEqual(answer)
  expect(await read(await ask(world))).toEqual(untouched)
})

test('garbage is 256 bytes', async () => {
  const world = await faulty({ garbage: true })
  const response = await ask(world)
  expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, 256])
})

describe('without a socket', () => {
  test.each([
    { effect: { reset: true }, cause: 'read ECONNRESET' },
    { effect: { empty_response: true }, cause: 'other side closed' },
  ])('$effect rejects as fetch does', async ({ effect, cause }) => {
    const world = await faulty(effect)
    const error: unknown = await ask(world).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(TypeError)
    expect(error).toMatchObject({ message: 'fetch failed', cause: { message: cause } })
    expect(await read(await ask(world))).toEqual(untouched)
  })

  test.each([
    { part: 0, sent: 0 },
    { part: 0.5, sent: 22 },
    { part: 7, sent: 7 },
    { part: 1000, sent: 44 },
  ])('truncate_body $part gives $sent bytes and the full length, then errors', async ({ part, sent }) => {
    const world = await faulty({ truncate_body: part })
    const response = await ask(world)
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '44'])
    let arrived = ''
    const reading = async () => {
      for await (const part of response.body ?? []) arrived += new TextDecoder().decode(part)
    }
    await expect(reading()).rejects.toThrow('terminated')
    expect(arrived).toBe(real.slice(0, sent))
    await expect((await ask(await faulty({ truncate_body: part }))).text()).rejects.toThrow(TypeError)
  })

  test('jitter lies between nothing and its value, and comes from the seed', async () => {
    const [one, again, other] = [await delays('one'), await delays('one'), await delays('other')]
    expect(one).toHaveLength(20)
    expect(Math.min(...one)).toBeGreaterThanOrEqual(100)
    expect(Math.max(...one)).toBeLessThanOrEqual(1100)
    expect(new Set(one).size).toBeGreaterThan(10)
    expect([again, other]).toEqual([one, expect.not.arrayContaining(one)])
  })

  test('a client that gives up on a held request gets an error, and nothing is left', async () => {
    const world = await faulty({ hang: true })
    const controller = new AbortController()
    const asked = ask(world, { signal: controller.signal })
    await world.control.get('/_sim/faults')
    controller.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    const { requests } = (await world.control.get('/_sim/requests')).body as { requests: { fault: object }[] }
    expect(requests.map(({ fault }) => fault)).toEqual([
      { name: 'f', effect: 'hang', value: true, outcome: 'lost', happened: false },
    ])
    expect(await read(await ask(world))).toEqual(untouched)
  })

  test('a request that was given up before it was sent is not made', async () => {
    const world = await faulty({ status: 503 })
    const reason = new Error('the page is gone')
    await expect(ask(world, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect((await world.control.get('/_sim/requests')).body).toMatchObject({ requests: [] })
  })

  test('a client that stops reading a dribbled body leaves nothing behind', async () => {
    const world = await faulty({ dribble: { chunks: 4, interval_ms: 1000 } })
    await (await ask(world)).body?.cancel()
    expect((await world.control.post('/_sim/clock/advance', { seconds: 10 })).body).toMatchObject({ happened: [] })
    const { requests } = (await world.control.get('/_sim/requests')).body as { requests: { fault: object }[] }
    expect(requests).toMatchObject([{ fault: { name: 'f', effect: 'dribble', outcome: 'lost', happened: true } }])
  })
})
