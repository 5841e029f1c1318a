import { describe, expect, test } from 'vitest'
import { bytesOf, dial, endWhatTestsOpen, isWhole, parsed, serve, type Served, talk } from '../support/raw-socket.ts'

endWhatTestsOpen()

const path = '/api/v0/template/'
const create = (name: string, sandbox = '') =>
  bytesOf({ method: 'POST', path: sandbox + path, body: { name, image: 'library/ubuntu' } })
const list = '/api/v0/users/cloud_integrations/'
const real = '[{"id":1,"cloud_type":"s3","name":"models"}]'

const advance = async ({ control }: Served, seconds: number, sandbox = '') =>
  (await control('POST', `${sandbox}/_sim/clock/advance`, { seconds })).body

const stored = async ({ control }: Served, sandbox = '') => {
  const state = (await control('GET', `${sandbox}/_sim/state`)).body as { templates?: { name: string }[] }
  return (state.templates ?? []).map(({ name }) => name)
}

const journal = async ({ control }: Served) => {
  const { requests } = (await control('GET', '/_sim/requests')).body as {
    requests: { id: number; response: { status: number }; duration_ms: number; fault: object }[]
  }
  return requests.map(({ id, response: answer, duration_ms, fault }) => ({
    id,
    status: answer.status,
    duration_ms,
    fault,
  }))
}

/** Opens a connection, sends a request and waits until a fault has met it. */
async function held(server: Served, bytes: string, { fault = 'f', met = 1 } = {}) {
  const line = dial(server.port)
  line.send(bytes)
  await server.metBy(fault, met)
  return line
}

const delayed = { name: 'f', effect: 'delay', value: 30_000, outcome: 'delayed', happened: true }
const goesOn = (id: number, at: string) => ({ at: `2026-01-01T00:00:${at}Z`, text: `exchange ${id} goes on (fault f)` })

describe('under a frozen clock', () => {
  test.each([{ latency_ms: 30_000 }, { hang: true, latency_ms: 30_000 }])(
    '%j waits for an advance, which returns when the request is answered',
    async (effect) => {
      const server = await serve()
      await server.fault({ effect })
      const line = await held(server, create('made'))
      expect(await advance(server, 29)).toMatchObject({ happened: [] })
      expect([await stored(server), await journal(server)]).toEqual([[], []])
      expect(await advance(server, 1)).toEqual({
        now: '2026-01-01T00:00:30.000Z',
        mode: 'frozen',
        happened: [goesOn(1, '30.000')],
        clock: { now: '2026-01-01T00:00:30.000Z', mode: 'frozen' },
      })
      expect(await stored(server)).toEqual(['made'])
      expect(await journal(server)).toEqual([{ id: 1, status: 200, duration_ms: 30_000, fault: delayed }])
      expect(parsed(await line.until(isWhole))).toMatchObject({
        status: 200,
        headers: { date: 'Thu, 01 Jan 2026 00:00:30 GMT' },
      })
    },
  )

  test('with stream: after the operation happens at once, and only its answer waits', async () => {
    const server = await serve()
    await server.fault({ effect: { latency_ms: 30_000, stream: 'after' } })
    const line = await held(server, create('made'))
    expect([await stored(server), await journal(server)]).toEqual([['made'], []])
    await advance(server, 30)
    expect(parsed(await line.until(isWhole)).status).toBe(200)
  })

  test('several are released in time order, and the receipt says so', async () => {
    const server = await serve()
    await server.fault({ when: { sequence: [3000, 1000, 2000].map((latency_ms) => ({ latency_ms })) } })
    const lines = []
    for (const [index, name] of ['third', 'first', 'second'].entries())
      lines.push(await held(server, create(name), { met: index + 1 }))
    expect(await advance(server, 10)).toMatchObject({
      happened: [goesOn(2, '01.000'), goesOn(3, '02.000'), goesOn(1, '03.000')],
    })
    expect(await stored(server)).toEqual(['first', 'second', 'third'])
    expect((await journal(server)).map(({ id }) => id)).toEqual([2, 3, 1])
    for (const line of lines) expect(parsed(await line.until(isWhole)).status).toBe(200)
  })

  test('a dribbled body arrives chunk by chunk as the clock advances', async () => {
    const server = await serve()
    await server.fault({ effect: { dribble: { chunks: 4, interval_ms: 1000 } } })
    const line = await held(server, bytesOf({ path: list }))
    for (const bytes of [11, 22, 33]) {
      const so = await line.until((received) => (parsed(received).body ?? '').length >= bytes)
      expect(parsed(so).body).toBe(real.slice(0, bytes))
      expect(await journal(server)).toEqual([])
      expect(await advance(server, 1)).toMatchObject({ happened: [{ text: 'exchange 1 goes on (fault f)' }] })
    }
    expect(parsed(await line.until(isWhole)).body).toBe(real)
    expect(await line.over).toBe('ended')
    expect(await journal(server)).toEqual([
      {
        id: 1,
        status: 200,
        duration_ms: 3000,
        fault: { ...delayed, effect: 'dribble', value: { chunks: 4, interval_ms: 1000 } },
      },
    ])
  })

  test('one advance can pass all chunks', async () => {
    const server = await serve()
    await server.fault({ effect: { latency_ms: 500, dribble: { chunks: 4, interval_ms: 1000 } } })
    const line = await held(server, bytesOf({ path: list }))
    expect(await advance(server, 10)).toMatchObject({
      happened: ['00.500', '01.500', '02.500', '03.500'].map((at) => goesOn(1, at)),
    })
    expect(parsed(await line.until(isWhole)).body).toBe(real)
  })

  test('a held request gets the replaced answer when its time comes', async () => {
    const server = await serve()
    await server.fault({ effect: { latency_ms: 1000, reset: true } })
    const line = await held(server, create('made'))
    await advance(server, 1)
    expect([await line.over, await stored(server)]).toEqual(['reset', []])
  })
})

describe('a hang', () => {
  test('lasts until the fault is taken away', async () => {
    const server = await serve()
    await server.fault({ effect: { hang: true } })
    const line = await held(server, create('made'))
    expect(await advance(server, 86_400)).toMatchObject({ happened: [] })
    expect([await stored(server), await journal(server)]).toEqual([[], []])
    expect((await server.control('DELETE', '/_sim/faults/f')).status).toBe(200)
    expect(parsed(await line.until(isWhole)).status).toBe(200)
    expect(await stored(server)).toEqual(['made'])
  })

  test.each([
    { how: 'all faults are taken away', method: 'DELETE', call: '/_sim/faults' },
    {
      how: 'the fault is put anew',
      method: 'POST',
      call: '/_sim/faults',
      body: { name: 'f', effect: { status: 500 } },
    },
  ])('lasts until $how', async ({ method, call, body }) => {
    const server = await serve()
    await server.fault({ effect: { hang: true } })
    const line = await held(server, bytesOf({ path: list }))
    await server.control(method, call, body)
    expect(parsed(await line.until(isWhole))).toMatchObject({ status: 200, body: real })
  })
})

describe('a held request ends without an answer', () => {
  test.each([
    { how: 'its sandbox is reset', method: 'POST', call: '/_sim/reset' },
    { how: 'another scenario is put', method: 'DELETE', call: '/_sim/scenario' },
    { how: 'a snapshot is restored', method: 'POST', call: '/_sim/snapshots/s/restore' },
    { how: 'its sandbox is dropped', method: 'DELETE', call: '/_sim/sandboxes/mine', sandbox: '/~mine' },
    { how: 'all sandboxes are dropped', method: 'DELETE', call: '/_sim/sandboxes', sandbox: '/~mine' },
  ])('when $how', async ({ method, call, sandbox = '' }) => {
    const server = await serve()
    await server.control('POST', '/_sim/snapshots', { name: 's' })
    const lines = []
    for (const effect of [{ hang: true }, { latency_ms: 5000 }]) {
      await server.control('POST', `${sandbox}/_sim/faults`, { name: 'f', effect })
      const line = dial(server.port)
      line.send(create('lost', sandbox))
      const matched = async () => {
        const { faults } = (await server.control('GET', `${sandbox}/_sim/faults`)).body as {
          faults: { matched: number }[]
        }
        return faults[0]?.matched
      }
      while ((await matched()) !== 1);
      expect((await server.control(method, call)).status).toBe(200)
      lines.push(line)
    }
    for (const line of lines) expect([await line.until(() => false), await line.over]).toEqual(['', 'ended'])
    expect(await advance(server, 10, sandbox)).toMatchObject({ happened: [] })
    expect(await stored(server, sandbox)).toEqual([])
    expect((await talk(server.port, { path: list })).status).toBe(200)
    expect(server.defects).toEqual([])
  })

  test.each([{ hang: true }, { latency_ms: 5000 }, { dribble: { chunks: 4, interval_ms: 1000 } }])(
    'when the server closes, which it does at once: %j',
    async (effect) => {
      const server = await serve()
      await server.fault({ effect })
      const line = await held(server, bytesOf({ path: list, connection: 'keep-alive' }))
      await server.close()
      expect(['ended', 'reset']).toContain(await line.over)
      expect(server.defects).toEqual([])
    },
  )
})

test('a fault that is deleted lets go of what it holds itself, and of nothing else', async () => {
  const server = await serve()
  await server.fault({ name: 'first', match: { operation: 'templates.create' }, effect: { hang: true } })
  await server.fault({ name: 'second', match: { operation: 'cloud-connections.list' }, effect: { hang: true } })
  const created = await held(server, create('made'), { fault: 'first' })
  const listed = await held(server, bytesOf({ method: 'GET', path: list }), { fault: 'second' })
  await server.control('DELETE', '/_sim/faults/first')
  expect(parsed(await created.until(isWhole))).toMatchObject({ status: 200 })
  const { body } = await server.control('GET', '/_sim/faults')
  expect(JSON.stringify(body)).toContain(list)
  await server.control('DELETE', '/_sim/faults/second')
  expect(parsed(await listed.until(isWhole))).toMatchObject({ status: 200 })
})
