import { describe, expect, test } from 'vitest'
import { SteeringError } from '../../src/index.ts'
import { users } from '../support/simulate.ts'
import { call, LIST, RENTER, rows, seen, type Steered, steered, used } from '../support/steer.ts'

const scenario = { name: 's', description: 'd', fixture: rows, faults: [{ name: 'f', effect: { status: 418 } }] }

const done: readonly Steered[] = [
  steered('reset', ({ reset }) => reset(), 'POST /reset'),
  steered(
    'reset with everything named',
    ({ reset }) =>
      reset({ fixture: ['default', 'empty'].slice(0, 1), seed: '7', clock: '2026-05-01T00:00:00Z', scenario }),
    'POST /reset',
    { fixture: ['default'], seed: 7, clock: '2026-05-01T00:00:00Z', scenario },
  ),
  steered(
    'reset to a clock as in a scenario',
    ({ reset }) => reset({ clock: { at: '2026-05-01T02:00:00+02:00', frozen: true } }),
    'POST /reset',
    { clock: { at: '2026-05-01T00:00:00Z' } },
  ),
  steered('advance', ({ clock }) => clock.advance(1.5), 'POST /clock/advance', { seconds: 1.5 }),
  steered('freeze', ({ clock }) => clock.freeze('2026-05-01T02:00:00+02:00'), 'PUT /clock', {
    at: '2026-05-01T00:00:00Z',
    frozen: true,
  }),
  steered('scenario by name', ({ scenario: s }) => s('brown-out', { probability: 1 }), 'PUT /scenario', {
    name: 'brown-out',
    params: { probability: 1 },
  }),
  steered('scenario by document', ({ scenario: s }) => s(scenario), 'PUT /scenario', { scenario }),
  steered('no scenario', ({ scenario: s }) => s(null), 'DELETE /scenario'),
  steered(
    'a fault',
    ({ faults }) => faults.add({ name: 'f', match: { method: 'get' }, effect: { status: 503 }, must_fire: true }),
    'POST /faults',
    { name: 'f', match: { method: 'get' }, effect: { status: 503 }, must_fire: true },
  ),
  steered('remove', ({ faults }) => faults.remove('slow'), 'DELETE /faults/slow'),
  steered('clear', ({ faults }) => faults.clear(), 'DELETE /faults'),
  steered(
    'a stub',
    ({ stubs }) => stubs.add({ name: 's', match: { path: '/s' }, answer: { status: 202 } }),
    'POST /stubs',
    { name: 's', match: { path: '/s' }, answer: { status: 202 } },
  ),
  steered('stubs.remove', ({ stubs }) => stubs.remove('elsewhere'), 'DELETE /stubs/elsewhere'),
  steered('stubs.clear', ({ stubs }) => stubs.clear(), 'DELETE /stubs'),
  steered('journal.clear', ({ journal }) => journal.clear(), 'DELETE /requests'),
  steered('take', ({ snapshots }) => snapshots.take('second'), 'POST /snapshots', { name: 'second' }),
  steered('restore', ({ snapshots }) => snapshots.restore('seeded'), 'POST /snapshots/seeded/restore'),
  steered('delete', ({ snapshots }) => snapshots.delete('seeded'), 'DELETE /snapshots/seeded'),
  steered('importState', ({ importState }) => importState({ users }), 'PUT /state', { users }),
  steered(
    'setUp',
    ({ providerState }) => providerState.setUp('the listing is flaky', { failures: 5 }),
    'POST /pact/provider-states',
    { state: 'the listing is flaky', params: { failures: 5 } },
  ),
  steered('tearDown', ({ providerState }) => providerState.tearDown(), 'POST /pact/provider-states', {
    state: 'x',
    action: 'teardown',
  }),
]

describe('what code does is what the control call does', () => {
  test.each(done)('$name', async ({ code, http }) => {
    const [one, other, untouched] = [await used(), await used(), await used()]
    await code(one)
    expect(await call(other, ...http)).toMatchObject({ status: 200 })
    const after = await seen(one)
    expect(after).toEqual(await seen(other))
    expect(after).not.toEqual(await seen(untouched))
  })
})

describe('what code reads is what the control call answers', () => {
  test('views', async () => {
    const sim = await used()
    sim.faults.add({ name: 'never', effect: { reset: true }, when: { after: 9 }, must_fire: true })
    sim.scenario('every-third-fails')
    await (await sim.fetch(LIST, RENTER)).text()
    const code = {
      state: sim.exportState(),
      clock: { now: sim.clock.now, mode: sim.clock.mode },
      scenario: { active: sim.scenario() },
      faults: { faults: sim.faults.list(), held: sim.faults.held() },
      stubs: { stubs: sim.stubs.list() },
      snapshots: { snapshots: sim.snapshots.list().map((name) => ({ name })) },
      requests: { dropped: sim.journal.dropped, requests: sim.journal.list() },
      coverage: sim.coverage(),
      findings: { findings: sim.findings() },
    }
    expect(code).toEqual(await seen(sim))
  })

  test('one exchange, a filter, a verification', async () => {
    const sim = await used()
    expect(sim.journal.find(1)).toEqual((await call(sim, 'GET', '/requests/1')).body)
    expect([sim.journal.find(3), sim.journal.find(-1), sim.journal.find(1.5)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const filters = [
      { code: { status: 404 }, query: 'status=404', ids: [2] },
      { code: { operation: 'cloud-connections.list' }, query: 'operation=cloud-connections.list', ids: [1] },
      { code: { since: 0 }, query: 'since=0', ids: [1, 2] },
      { code: { since: 1 }, query: 'since=1', ids: [2] },
      { code: { limit: 1 }, query: 'limit=1', ids: [2] },
      { code: { limit: 0 }, query: 'limit=0', ids: [] },
      { code: { api_key: 'renter-key' }, query: 'api_key=renter-key', ids: [1] },
    ] as const
    for (const { code, query, ids } of filters) {
      const list = sim.journal.list(code)
      expect(list.map(({ id }) => id)).toEqual(ids)
      expect({ dropped: 0, requests: list }).toEqual((await call(sim, 'GET', `/requests?${query}`)).body)
    }
    const match = { operation: 'cloud-connections.list', user_id: 1002 }
    const verified = sim.journal.verify(match, { eq: 0 })
    expect(verified).toMatchObject({ verified: true, count: 0, near_misses: [{ exchange: 1 }, { exchange: 2 }] })
    expect(verified).toEqual((await call(sim, 'POST', '/requests/verify', { match, count: { eq: 0 } })).body)
    for (const wrong of [{ limit: -1 }, { since: -1 }, { since: 0.5 }])
      expect(() => sim.journal.list(wrong)).toThrow(SteeringError)
  })

  test('scenario() answers with the active one and changes nothing', async () => {
    const sim = await used()
    expect(sim.scenario()).toBeNull()
    const active = { name: 'brown-out', params: { probability: 1 }, description: expect.any(String) as unknown }
    expect(sim.scenario('brown-out', { probability: 1 })).toEqual(active)
    await sim.clock.advance(1)
    expect([sim.scenario(), sim.clock.now]).toEqual([active, '2026-01-01T00:00:01.000Z'])
    expect([sim.scenario(null), sim.scenario()]).toEqual([null, null])
  })
})
