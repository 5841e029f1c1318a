import { describe, expect, test } from 'vitest'
import { type SimulatedSandbox, type Simulator, SteeringError } from '../../src/index.ts'
import { ask, controlled, fresh, OFFER, rent, TEMPLATES } from '../support/changes.ts'

type Request = readonly [method: string, path: string, body?: object]

const creation = (name: string): Request => ['POST', TEMPLATES, { name, image: 'x' }]

const names = (of: { exportState: () => object }) =>
  (of.exportState() as { templates: { name: string }[] }).templates.map(({ name }) => name)

const refusal = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    if (error instanceof SteeringError) return [error.error, error.message]
    throw error
  }
}

/** Whether the limiter lets a listing through that the stated interval would refuse. */
const isLetThrough = async (of: SimulatedSandbox) => {
  await ask(of, 'GET', '/api/v0/instances/')
  return of.journal.list().at(-1)?.rules.includes('rate-limit.configured')
}

test('a sandbox as it is opens in another one, with its journal and faults, and each goes its own way', async () => {
  const sim = fresh()
  await rent(sim)
  sim.faults.add({
    name: 'second',
    match: { operation: 'templates.create' },
    effect: { status: 503 },
    when: { after: 1 },
  })
  await ask(sim, ...creation('a'))
  const fork = (body: object) => controlled(sim, 'POST', '/fork', body)
  const clock = { now: sim.clock.now, mode: 'frozen' }
  expect(await fork({})).toEqual({ status: 200, body: { sandbox: 'default-2', clock } })
  expect(await fork({})).toEqual({ status: 200, body: { sandbox: 'default-3', clock } })
  const forked = sim.sandbox('default-2')
  expect(forked.exportState()).toEqual(sim.exportState())
  expect(forked.journal.list()).toEqual(sim.journal.list())
  expect(await ask(forked, ...creation('b'))).toMatchObject({ status: 503 })
  await ask(sim, 'DELETE', TEMPLATES, { template_id: 9001 })
  expect([names(sim), names(forked), names(sim.sandbox('default-3'))]).toEqual([['a'], ['t', 'a'], ['t', 'a']])
  expect([sim, forked].map(({ journal }) => journal.list().length)).toEqual([3, 3])
  expect(await fork({ sandbox: 'default-2' })).toMatchObject({ status: 409, body: { error: 'conflict' } })
})

describe('the world before an exchange', () => {
  test('opens in another sandbox, over HTTP and in code, and the sandbox stays as it is', async () => {
    const sim = fresh()
    const before = sim.exportState()
    await rent(sim)
    const after = sim.exportState()
    expect(await controlled(sim, 'POST', '/requests/1/fork', {})).toEqual({
      status: 200,
      body: { sandbox: 'default-before-1', before: 1, clock: { now: sim.clock.now, mode: 'frozen' } },
    })
    const forked = sim.fork(1, { sandbox: 'mine' })
    expect([forked.name, forked.url]).toEqual(['mine', `${sim.url}/~mine`])
    expect(forked.exportState()).toEqual(before)
    expect(sim.sandbox('default-before-1').exportState()).toEqual(before)
    expect(sim.exportState()).toEqual(after)
    const { body } = await controlled(sim, 'GET', '/sandboxes')
    expect((body['sandboxes'] as { name: string }[]).map(({ name }) => name).toSorted()).toEqual([
      'default',
      'default-before-1',
      'mine',
    ])
  })

  test('is named by the call of the request while it is there', async () => {
    const sim = fresh()
    const { exchange } = await ask(sim, ...creation('a'))
    const shown = async () => (await sim.fetch(`/_sim/journal/${exchange}`)).json()
    expect(await shown()).toMatchObject({ can_rewind: true, rewound: null })
    sim.fork(exchange, { sandbox: 'mine' })
    expect(await shown()).toMatchObject({ can_rewind: true, rewound: 'mine' })
    await controlled(sim, 'DELETE', '/sandboxes/mine')
    expect(await shown()).toMatchObject({ can_rewind: true, rewound: null })
  })

  test('gives the same answer again, with the same ids and number, whatever came since', async () => {
    const sim = fresh({ rateLimit: { enabled: true, thresholds: { 'instances.list': 5 } } })
    sim.faults.add({
      name: 'second',
      match: { operation: 'templates.create' },
      when: { after: 1, times: 1 },
      effect: { status: 503 },
    })
    sim.stubs.add({ name: 'there', match: { path: '/there' }, answer: { status: 201, body: {} } })
    const first = await ask(sim, 'GET', '/api/v0/instances/')
    await sim.clock.advance(3)
    const story: readonly Request[] = [
      creation('a'),
      creation('b'),
      ['GET', '/there'],
      ['PUT', `/api/v0/asks/${OFFER}/`, { image: 'x' }],
      ['GET', '/api/v0/instances/'],
      ['DELETE', TEMPLATES, { template_id: 9001 }],
      creation('c'),
    ]
    const told = []
    for (const request of story) told.push(await ask(sim, ...request))
    sim.faults.clear()
    sim.stubs.clear()
    sim.faults.add({ name: 'later', effect: { status: 500 } })
    await controlled(sim, 'PATCH', '/state/offers/12345678', { num_gpus: 8 })
    await sim.clock.run()
    expect(await ask(sim.fork(first.exchange), 'GET', '/api/v0/instances/'), 'what was accepted since').toEqual(first)
    for (const [index, { exchange }] of told.entries()) {
      const forked = sim.fork(exchange)
      expect(forked.clock.mode).toBe('frozen')
      const again = []
      for (const request of story.slice(index)) again.push(await ask(forked, ...request))
      expect(again).toEqual(told.slice(index))
    }
  })

  test('has the exchanges before it, the counters of faults, and what the timeline still brings', async () => {
    const scenario = {
      name: 's',
      description: 's',
      clock: { at: '2026-01-01T00:00:00Z', frozen: true },
      faults: [{ name: 'f', match: { operation: 'templates.create' }, effect: { latency_ms: 0 } }],
      timeline: [
        { after: 5, set: { templates: { 9001: { name: 'early' } } } },
        { after: 15, set: { templates: { 9001: { name: 'late' } } } },
      ],
    }
    const sim = fresh({ scenario })
    await ask(sim, ...creation('a'))
    await sim.clock.advance(10)
    const { exchange } = await ask(sim, ...creation('b'))
    await sim.clock.advance(10)
    expect(sim.exportState()).toMatchObject({ templates: [{ name: 'late' }, {}, {}] })
    const forked = sim.fork(exchange)
    expect(forked.clock.now).toBe('2026-01-01T00:00:10.000Z')
    expect(forked.journal.list().map(({ id }) => id)).toEqual([1])
    expect(forked.faults.list()).toMatchObject([{ name: 'f', matched: 1, fired: 1 }])
    expect(forked.exportState()).toMatchObject({ templates: [{ name: 'early' }, { name: 'a' }] })
    const { happened } = await forked.clock.advance(10)
    expect(happened).toEqual([{ at: '2026-01-01T00:00:15.000Z', text: 'templates 9001 gets name' }])
    expect(forked.exportState()).toMatchObject({ templates: [{ name: 'late' }, { name: 'a' }] })
    expect(sim.fork(1).fork).toBeTypeOf('function')
  })

  test('opens again from a fork, and from a restored snapshot', async () => {
    const sim = fresh()
    await ask(sim, ...creation('a'))
    await ask(sim, ...creation('b'))
    sim.snapshots.take('two')
    await ask(sim, ...creation('c'))
    sim.snapshots.restore('two')
    const second = sim.fork(2)
    expect(names(second)).toEqual(['t', 'a'])
    expect(names(second.fork(1))).toEqual(['t'])
    expect(second.fork(1, { sandbox: 'x' }).journal.list()).toEqual([])
  })

  test('opens whatever came since: an import, a deleted row, a request that a fault holds', async () => {
    const sim = fresh()
    const before = sim.exportState()
    await ask(sim, ...creation('a'))
    sim.importState({ users: [] })
    expect(sim.fork(1).exportState()).toEqual(before)
    sim.importState(before)
    sim.faults.add({ name: 'slow', effect: { latency_ms: 1000, stream: 'after' } })
    const held = ask(sim, ...creation('b'))
    while (sim.faults.held().length === 0) await Promise.resolve()
    expect(sim.fork(1, { sandbox: 'while-held' }).faults.list()).toEqual([])
    await sim.clock.advance(1)
    await held
    expect(sim.fork(2).faults.list()).toMatchObject([{ name: 'slow', matched: 0 }])
    expect(sim.fork(2, { sandbox: 'again' }).exportState()).toEqual(before)
  })

  test.each(['fork', 'snapshot'] as const)(
    'knows in a %s what the stated interval would have accepted, and how often faults fired that changed nothing',
    async (how) => {
      const sim = fresh()
      sim.faults.add({ name: 'idle', effect: { answer: [{ drop: '$.nothing' }] } })
      expect(await isLetThrough(sim)).toBe(false)
      sim.snapshots.take('after-one')
      expect(await isLetThrough(sim)).toBe(true)
      const again = how === 'fork' ? sim.fork(2) : sim
      if (how === 'snapshot') sim.snapshots.restore('after-one')
      expect(again.faults.list()).toMatchObject([{ matched: 1, fired: 0 }])
      expect(await isLetThrough(again)).toBe(true)
      const first = sim.fork(1)
      expect([first.faults.list()[0]?.matched, await isLetThrough(first)]).toEqual([0, false])
    },
  )
})

describe('it is refused, and says why,', () => {
  test('for an exchange that the journal does not have', async () => {
    const sim = fresh({ journalSize: 1 })
    await ask(sim, ...creation('a'))
    await ask(sim, ...creation('b'))
    const dropped = {
      error: 'not_found',
      msg: 'the journal has no exchange 1',
      hint: 'it was dropped or cleared, or is under way',
    }
    expect(await controlled(sim, 'POST', '/requests/1/fork', {})).toEqual({ status: 404, body: dropped })
    expect(await controlled(sim, 'POST', '/requests/9/fork', {})).toEqual({
      status: 404,
      body: { error: 'not_found', msg: 'the journal has no exchange 9' },
    })
  })

  const readme = 'x'.repeat(2000)
  const many = (name: string) =>
    Array.from({ length: 150 }, (_, at) => ({
      id: 100 + at,
      creator_id: 1001,
      name: `${name}${at}`,
      image: 'x',
      readme,
    }))
  const users = [{ id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }] }]
  const replacing: Readonly<Record<string, (sim: Simulator, name: string) => unknown>> = {
    import: (sim, name) => sim.importState({ users, templates: many(name) }),
    edit: (sim, name) =>
      controlled(sim, 'PATCH', '/state', {
        templates: Object.fromEntries(many(name).map(({ id, ...fields }) => [id, fields])),
      }),
  }

  test.each(Object.keys(replacing))('once an %s replaced more than 1 MiB of rows, and not before', async (way) => {
    const sim = fresh({ fixture: { users, templates: many('t') } })
    const replace = async (name: string): Promise<void> => {
      await replacing[way]?.(sim, name)
      await ask(sim, 'GET', TEMPLATES)
    }
    await ask(sim, 'GET', TEMPLATES)
    await replace('first')
    expect(names(sim.fork(1))).toContain('t0')
    for (const name of ['a', 'b', 'c', 'd']) await replace(name)
    expect(await controlled(sim, 'POST', '/requests/2/fork', {})).toMatchObject({
      status: 409,
      body: { error: 'conflict', msg: 'the world before exchange 2 was not kept' },
    })
    expect(names(sim.fork(6))).toContain('d0')
  })

  test('in place of a sandbox that exists, and for a name that is none', async () => {
    const sim = fresh()
    await ask(sim, ...creation('a'))
    expect(refusal(() => sim.fork(1, { sandbox: 'default' }))).toEqual([
      'conflict',
      'there is a sandbox "default" already',
    ])
    expect(refusal(() => sim.fork(1, { sandbox: 'a b' }))).toEqual([
      'invalid_args',
      'sandbox: is not 1 to 64 letters, digits, dots, dashes or underscores',
    ])
    const { body } = await controlled(sim, 'GET', '/sandboxes')
    expect(body['sandboxes']).toHaveLength(1)
  })
})
