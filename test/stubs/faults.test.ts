import { describe, expect, test } from 'vitest'
import { createSimulator, type FaultDocument, type Simulator } from '../../src/index.ts'
import { call } from '../support/steer.ts'

const path = '/billing/invoices'
const stub = { name: 'invoices', match: { path: '/billing/**' }, answer: { body: { invoices: [] } } }

function faulty(...faults: readonly FaultDocument[]): Simulator {
  const sim = createSimulator({ clock: 'frozen' })
  sim.stubs.add(stub)
  for (const each of faults) sim.faults.add(each)
  return sim
}

const told = (response: Response) => [
  response.status,
  response.headers.get('x-sim-basis'),
  response.headers.get('x-sim-rules'),
]

describe('a fault meets what a stub answers as it meets an operation', () => {
  const onPath = { match: { path } }

  test('in place of the answer', async () => {
    const sim = faulty({ name: 'down', ...onPath, when: { times: 1 }, effect: { status: 503 } })
    expect(told(await sim.fetch(path))).toEqual([503, 'injected', 'fault.down'])
    expect(told(await sim.fetch(path))).toEqual([200, 'injected', 'stub.invoices'])
    expect(sim.journal.list()).toMatchObject([
      { stub: 'invoices', basis: 'injected', fault: { name: 'down', outcome: 'answered', happened: false } },
      { stub: 'invoices', basis: 'injected', fault: null },
    ])
  })

  test('before it, for as long as the clock says', async () => {
    const sim = faulty({ name: 'slow', ...onPath, effect: { latency_ms: 2000 } })
    const asked = sim.fetch(path, { method: 'POST', body: '{"id": 7}' })
    await sim.clock.advance(1)
    expect(sim.faults.held()).toMatchObject([{ fault: 'slow', path }])
    expect(sim.journal.verify({ body: { '$.id': 7 } }).count).toBe(1)
    await sim.clock.advance(1)
    expect(told(await asked)).toEqual([200, 'injected', 'stub.invoices'])
    expect(sim.journal.list()).toMatchObject([
      { stub: 'invoices', basis: 'injected', duration_ms: 2000, fault: { name: 'slow', outcome: 'delayed' } },
    ])
  })

  test('over the answer of the stub', async () => {
    const sim = faulty({ name: 'cut', ...onPath, effect: { malformed_json: true } })
    const response = await sim.fetch(path)
    expect(told(response)).toEqual([200, 'injected', 'fault.cut'])
    await expect(response.json()).rejects.toThrow(SyntaxError)
    expect(sim.journal.list()).toMatchObject([{ stub: 'invoices', fault: { outcome: 'spoiled', happened: true } }])
  })

  test('and takes the connection, in process and on a socket', async () => {
    const sim = faulty({ name: 'lost', ...onPath, effect: { reset: true, stream: 'after' } })
    await expect(sim.fetch(path)).rejects.toThrow(TypeError)
    await expect(fetch((await sim.listen()) + path)).rejects.toThrow(TypeError)
    expect(sim.journal.list()).toMatchObject([1, 2].map(() => ({ stub: 'invoices', response: { status: 0 } })))
    await sim.close()
  })

  test('of every kind except refusals of the service, which no stub has', async () => {
    const sim = faulty(
      { name: 'limited', effect: { rate_limited: true } },
      { name: 'refused', effect: { refuse: 'auth_error' } },
    )
    expect(told(await sim.fetch(path))).toEqual([200, 'injected', 'stub.invoices'])
    sim.faults.add({ name: 'down', effect: { status: 503 } })
    expect(told(await sim.fetch(path))).toEqual([503, 'injected', 'fault.down'])
    expect(sim.faults.list().map(({ name, matched }) => [name, matched])).toEqual([
      ['limited', 0],
      ['refused', 0],
      ['down', 1],
    ])
  })

  test('but not one of an operation', async () => {
    const sim = faulty({ name: 'down', match: { operation: 'instances.list' }, effect: { status: 503 } })
    expect(told(await sim.fetch(path))).toEqual([200, 'injected', 'stub.invoices'])
  })
})

describe('a fault of a path that no operation has', () => {
  const fault = { name: 'f', match: { path: '/billing/inv*' }, effect: { status: 503 } }
  const none = 'match: can match no operation'

  test('is refused without a stub there, and not with one', async () => {
    const sim = createSimulator()
    expect(await call(sim, 'POST', '/faults', fault)).toMatchObject({ status: 400, body: { msg: none } })
    sim.stubs.add({ ...stub, match: { path: '/other/**' } })
    expect(await call(sim, 'POST', '/faults', fault)).toMatchObject({ status: 400, body: { msg: none } })
    sim.stubs.add(stub)
    expect(await call(sim, 'POST', '/faults', fault)).toMatchObject({ status: 200 })
    expect((await sim.fetch(path)).status).toBe(503)
  })

  test.each([
    { match: { path, method: 'POST' }, why: none },
    { match: { path, user_id: 1001 }, why: none },
    { match: { path }, effect: { refuse: 'auth_error' }, why: 'match: can match only what stubs answer' },
    { match: { path }, effect: { rate_limited: true }, why: 'match: can match only what stubs answer' },
  ])('is refused beside a stub that it cannot meet: $match $effect', ({ match, effect = { status: 503 }, why }) => {
    const sim = createSimulator()
    const got = { ...stub, match: { ...stub.match, method: 'GET' } }
    sim.stubs.add(got)
    const bad = { name: 'f', match, effect } as FaultDocument
    expect(() => sim.faults.add(bad)).toThrow(why)
    expect(() => sim.scenario({ faults: [bad], stubs: [got] })).toThrow(why.replace('match:', 'faults.0.match:'))
    expect(sim.faults.list()).toEqual([])
  })

  test('is reported in a scenario beside other problems, where no stub of it is wrong', () => {
    const sim = createSimulator()
    const problems = (document: object): string => {
      try {
        sim.scenario(document)
        return 'none'
      } catch (error) {
        return String(error)
      }
    }
    expect(problems({ faults: [fault], stubs: [stub] })).toBe('none')
    expect(problems({ faults: [fault], stubs: [] })).toContain('faults.0.match: can match no operation')
    const both = problems({ faults: [fault, { ...fault, name: 'g', effect: {} }] })
    expect(both).toContain('faults.0.match: can match no operation')
    expect(both).toContain('faults.1.effect: does nothing')
  })
})
