import { describe, expect, test } from 'vitest'
import { createSimulator, type SimulatedSandbox, type Simulator } from '../../src/index.ts'
import { START, users } from '../support/simulate.ts'

const LIST = '/api/v0/users/cloud_integrations/'
const headers = { Authorization: 'Bearer renter-key' }
const options = { fixture: { users }, clock: 'frozen', rateLimit: { enabled: false } } as const

const simulator = (): Simulator => createSimulator(options)

/** A request that a fault holds, and how it ends. */
function held(sandbox: SimulatedSandbox, effect: object = { hang: true }): Promise<unknown> {
  sandbox.faults.add({ name: 'f', effect })
  return sandbox.fetch(LIST, { headers }).then(
    ({ status }) => status,
    (error: unknown) => error,
  )
}

const gone = expect.objectContaining({
  message: 'fetch failed',
  cause: expect.objectContaining({ message: 'other side closed' }) as unknown,
}) as unknown
const goesOn = (at: string, id = 1) => ({ at, text: `exchange ${id} goes on (fault f)` })

describe('a held request', () => {
  test('is released by an advance, which reports it', async () => {
    const sim = simulator()
    const answer = held(sim, { latency_ms: 30_000 })
    expect(await sim.clock.advance(29)).toEqual({ now: '2026-01-01T00:00:29.000Z', mode: 'frozen', happened: [] })
    expect(sim.journal.list()).toEqual([])
    expect(await sim.clock.advance(60)).toEqual({
      now: '2026-01-01T00:01:29.000Z',
      mode: 'frozen',
      happened: [goesOn('2026-01-01T00:00:30.000Z')],
    })
    expect(sim.journal.list()).toMatchObject([{ id: 1, duration_ms: 30_000 }])
    expect(await answer).toBe(200)
  })

  test('is on its way before the clock moves, with a body too', async () => {
    const sim = simulator()
    sim.faults.add({ name: 'f', effect: { latency_ms: 1000 } })
    const asked = sim.fetch('/api/v0/template/', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'x', image: 'y', readme: 'z'.repeat(100_000) }),
    })
    expect(await sim.clock.advance(1)).toMatchObject({ happened: [goesOn('2026-01-01T00:00:01.000Z')] })
    expect((await asked).status).toBe(200)
  })

  test('is released by freezing at a later instant', async () => {
    const sim = simulator()
    const answer = held(sim, { latency_ms: 30_000 })
    expect(await sim.clock.freeze('2026-01-01T01:00:00+01:00')).toMatchObject({ now: START, happened: [] })
    expect(await sim.clock.freeze('2026-01-02T00:00:00Z')).toEqual({
      now: '2026-01-02T00:00:00.000Z',
      mode: 'frozen',
      happened: [goesOn('2026-01-01T00:00:30.000Z')],
    })
    expect(await answer).toBe(200)
  })

  test.each([
    { how: 'remove', release: ({ faults }: Simulator) => faults.remove('f') },
    { how: 'clear', release: ({ faults }: Simulator) => faults.clear() },
    {
      how: 'add, when it is put anew',
      release: ({ faults }: Simulator) => void faults.add({ name: 'f', effect: { status: 500 } }),
    },
  ])('is released by faults.$how', async ({ release }) => {
    const sim = simulator()
    const answer = held(sim)
    expect(await sim.clock.advance(86_400)).toMatchObject({ happened: [] })
    release(sim)
    expect(await answer).toBe(200)
  })

  test.each([
    { how: 'close', end: async ({ close }: Simulator) => close() },
    { how: 'reset', end: ({ reset }: Simulator) => reset() },
    { how: 'scenario', end: ({ scenario }: Simulator) => scenario(null) },
    { how: 'importState', end: ({ importState, exportState }: Simulator) => importState(exportState()) },
    { how: 'providerState.setUp', end: ({ providerState }: Simulator) => providerState.setUp('') },
    { how: 'providerState.tearDown', end: ({ providerState }: Simulator) => providerState.tearDown() },
    {
      how: 'snapshots.restore',
      end: ({ snapshots }: Simulator) => {
        snapshots.take('s')
        snapshots.restore('s')
      },
    },
  ])('is ended by $how, without an answer', async ({ end }) => {
    const sim = simulator()
    const answer = held(sim)
    await Promise.resolve(end(sim))
    expect(await answer).toEqual(gone)
  })

  test('is ended by the drop of its sandbox', async () => {
    const sim = simulator()
    const answer = held(sim.sandbox('a'))
    expect(sim.drop('a')).toBe(true)
    expect(await answer).toEqual(gone)
  })

  test('is ended by close in every sandbox, over a socket as well', async () => {
    const sim = simulator()
    const url = await sim.listen()
    const inProcess = held(sim.sandbox('a'))
    sim.faults.add({ name: 'f', effect: { hang: true } })
    const overSocket = fetch(url + LIST, { headers }).catch((error: unknown) => error)
    while (sim.faults.list()[0]?.matched !== 1) await fetch(`${url}/_sim/health`)
    await sim.close()
    expect([await inProcess, await overSocket]).toEqual([gone, expect.objectContaining({ message: 'fetch failed' })])
  })
})

test('a request that has not reached its fault yet when all is closed gets no answer either', async () => {
  const sim = simulator()
  sim.faults.add({ name: 'f', effect: { hang: true } })
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const answer = sim
    .fetch('/api/v0/template/', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: readable,
      duplex: 'half',
    } as RequestInit)
    .catch((error: unknown) => error)
  await sim.close()
  const writer = writable.getWriter()
  await writer.write(new TextEncoder().encode('{"name":"x","image":"y"}'))
  await writer.close()
  expect(await answer).toEqual(gone)
})

describe('the clock', () => {
  test('runs from where it stands, and freezes there', async () => {
    const { clock } = simulator()
    expect([clock.now, clock.mode]).toEqual([START, 'frozen'])
    const ran = await clock.run('2026-02-01T00:00:00Z')
    expect({ ...ran, now: ran.now.slice(0, 16) }).toEqual({ now: '2026-02-01T00:00', mode: 'real', happened: [] })
    expect(clock.mode).toBe('real')
    const froze = await clock.freeze()
    expect([froze.mode, clock.now, clock.now]).toEqual(['frozen', froze.now, froze.now])
  })

  test('moves one after the other, in the order they were asked for', async () => {
    const { clock } = simulator()
    const moves = await Promise.all([clock.advance(1), clock.freeze('2026-01-01T01:00:00Z'), clock.advance(0.5)])
    expect(moves.map(({ now }) => now)).toEqual([
      '2026-01-01T00:00:01.000Z',
      '2026-01-01T01:00:00.000Z',
      '2026-01-01T01:00:00.500Z',
    ])
  })
})

describe('a dribbled answer that is not read yet', () => {
  const dribble = { latency_ms: 1000, dribble: { chunks: 2, interval_ms: 500 } }

  test('holds up no clock', async () => {
    const sim = simulator()
    sim.faults.add({ name: 'f', effect: dribble })
    const asked = sim.fetch(LIST, { headers })
    expect(await sim.clock.advance(1)).toMatchObject({ happened: [goesOn('2026-01-01T00:00:01.000Z')] })
    expect(await sim.clock.advance(0)).toMatchObject({ happened: [] })
    const read = (await asked).text()
    expect(await sim.clock.advance(1)).toMatchObject({ happened: [goesOn('2026-01-01T00:00:01.500Z')] })
    expect(await read).toBe('[]')
    expect(sim.journal.list()).toMatchObject([{ response: { status: 200 } }])
  })

  test('has no chunks for a HEAD, and is in the journal', async () => {
    const sim = simulator()
    sim.faults.add({ name: 'f', effect: dribble })
    const asked = sim.fetch(LIST, { method: 'HEAD', headers })
    await sim.clock.advance(1)
    expect((await asked).status).toBe(200)
    expect(sim.journal.list()).toMatchObject([{ request: { method: 'HEAD' }, response: { status: 200 } }])
  })
})

test('a request that is still held counts as made', async () => {
  const sim = simulator()
  const answer = held(sim)
  await sim.clock.advance(0)
  expect(sim.journal.verify({ operation: 'cloud-connections.list' }, { eq: 1 })).toMatchObject({
    verified: true,
    count: 1,
  })
  expect(sim.journal.verify({ operation: 'instances.list' }, { eq: 0 })).toMatchObject({ verified: true, count: 0 })
  sim.faults.clear()
  await answer
  expect(sim.journal.verify({ operation: 'cloud-connections.list' }, { eq: 1 })).toMatchObject({
    verified: true,
    count: 1,
  })
})
