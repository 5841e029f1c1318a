import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { simulate, type Simulated } from '../support/simulate.ts'

const FROZEN = { now: '2030-01-01T00:00:00.000Z', mode: 'frozen' }
const states = { state: 'the listing is flaky' }

/** A world that was started with a running clock, and frozen by a call. */
async function frozen(): Promise<Simulated> {
  const world = simulate(undefined, { clock: 'real' })
  await world.control.put('/_sim/clock', { at: FROZEN.now, frozen: true })
  return world
}
const clockOf = async ({ control }: Simulated) => (await control.get('/_sim/clock')).body

describe('a scenario without a clock keeps that of the sandbox', () => {
  test('where it stands: when the scenario starts, when it starts anew, and when it ends', async () => {
    const world = await frozen()
    const start = () => world.control.put('/_sim/scenario', { name: 'slow-boot' })
    for (const act of [start, start, () => world.control.delete('/_sim/scenario')]) {
      expect(await act()).toMatchObject({ status: 200, body: { clock: FROZEN } })
      expect(await clockOf(world)).toEqual(FROZEN)
    }
  })

  test('where it was advanced', async () => {
    const world = await frozen()
    await world.control.post('/_sim/clock/advance', { seconds: 90 })
    const clock = { now: '2030-01-01T00:01:30.000Z', mode: 'frozen' }
    expect(await world.control.put('/_sim/scenario', { scenario: {} })).toMatchObject({ body: { clock } })
  })

  test('where it runs, at whatever instant', async () => {
    const world = simulate()
    await world.control.put('/_sim/clock', { at: '2200-01-01T00:00:00Z', frozen: false })
    const runs = { mode: 'real', now: expect.stringMatching(/^2200-01-01T00:0/) as unknown }
    expect(await world.control.put('/_sim/scenario', { name: 'slow-boot' })).toMatchObject({ body: { clock: runs } })
    expect(await world.control.delete('/_sim/scenario')).toMatchObject({ body: { clock: runs } })
  })

  test('as a provider state, until that is torn down', async () => {
    const world = await frozen()
    const call = (body: object) => world.control.post('/_sim/pact/provider-states', body)
    expect(await call(states)).toMatchObject({ status: 200, body: { clock: FROZEN, failures: 2 } })
    expect(await call({ ...states, action: 'teardown' })).toMatchObject({ body: { clock: { mode: 'real' } } })
  })

  test('under a clock that runs, also while it moves', async () => {
    const { clock, scenario, faults, fetch } = createSimulator({ clock: 'real' })
    faults.add({ name: 'slow', effect: { latency_ms: 60_000 } })
    const answer = fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } }).catch(() => 'ended')
    while (faults.held().length === 0) await new Promise((resolve) => setImmediate(resolve))
    const advanced = clock.advance(120)
    while (faults.held().length > 0) await Promise.resolve()
    scenario({})
    expect(clock.mode).toBe('real')
    await advanced
    await answer
    expect(clock.mode).toBe('real')
  })
})

describe('another clock', () => {
  const clock = { now: '2028-01-01T00:00:00.000Z', mode: 'frozen' }
  const own = { clock: { at: clock.now } }

  test('is that of the scenario, and stays when it ends', async () => {
    const world = await frozen()
    expect(await world.control.put('/_sim/scenario', { scenario: own })).toMatchObject({ body: { clock } })
    expect(await world.control.delete('/_sim/scenario')).toMatchObject({ body: { active: null, clock } })
    expect(await world.control.post('/_sim/reset')).toMatchObject({ body: { clock: { mode: 'real' } } })
  })

  test.each([
    { form: 'frozen', now: '2026-01-01T00:00:00.000Z' },
    { form: '2027-03-04T05:06:07+01:00', now: '2027-03-04T04:06:07.000Z' },
    { form: { at: '2027-01-01T00:00:00Z', frozen: true }, now: '2027-01-01T00:00:00.000Z' },
  ])('is what the call names, over that of the scenario: $form', async ({ form, now }) => {
    const world = await frozen()
    const told = { status: 200, body: { clock: { now, mode: 'frozen' } } }
    expect(await world.control.put('/_sim/scenario', { scenario: own, clock: form })).toMatchObject(told)
    expect(await world.control.put('/_sim/scenario', { name: 'expired-listing', clock: form })).toMatchObject(told)
    const state = { state: 'expired-listing', clock: form }
    expect(await world.control.post('/_sim/pact/provider-states', state)).toMatchObject(told)
    expect(await world.control.post('/_sim/pact/provider-states', { ...state, state: '' })).toMatchObject(told)
  })

  test('lets it run', async () => {
    const world = await frozen()
    const { body } = await world.control.put('/_sim/scenario', { scenario: own, clock: 'real' })
    expect(body).toMatchObject({ clock: { mode: 'real' } })
  })

  test('is named in code too', async () => {
    const sim = createSimulator()
    sim.scenario('slow-boot', { seconds: 5 }, { clock: new Date('2028-01-01T00:00:00Z') })
    expect([sim.clock.now, sim.clock.mode]).toEqual([clock.now, 'frozen'])
    sim.scenario('flaky-listing')
    expect([sim.clock.now, sim.clock.mode]).toEqual([clock.now, 'frozen'])
    sim.providerState.setUp('flaky-listing', {}, { clock: '2029-01-01T00:00:00Z' })
    expect(sim.clock.now).toBe('2029-01-01T00:00:00.000Z')
  })

  test.each([{ clock: 'yesterday' }, { clock: { at: 'never' } }, { clok: 'frozen' }])(
    'that is none is refused, and nothing changes: %j',
    async (wrong) => {
      const world = await frozen()
      const refused = { status: 400, body: { error: 'invalid_args' } }
      expect(await world.control.put('/_sim/scenario', { name: 'slow-boot', ...wrong })).toMatchObject(refused)
      expect(() => world.simulator.scenario('slow-boot', {}, wrong as object)).toThrow(/clo/)
      expect(await world.control.get('/_sim/scenario')).toMatchObject({ body: { active: null } })
      expect(await clockOf(world)).toEqual(FROZEN)
    },
  )

  test('cannot be named where a scenario ends in code', () => {
    const sim = createSimulator()
    expect(() => sim.scenario(null, {}, { clock: 'frozen' })).toThrow('only a scenario that starts takes a clock')
    expect(() => sim.scenario(undefined, {}, { clock: 'frozen' })).toThrow('scenario: undefined is no scenario')
    expect(sim.clock.mode).toBe('real')
  })
})

describe('what may change the clock answers with it', () => {
  test.each([
    { method: 'POST', path: '/_sim/reset', body: { clock: FROZEN.now } },
    { method: 'PUT', path: '/_sim/clock', body: { frozen: true } },
    { method: 'POST', path: '/_sim/clock/advance', body: { seconds: 0 } },
    { method: 'PUT', path: '/_sim/scenario', body: { name: 'slow-boot' } },
    { method: 'DELETE', path: '/_sim/scenario', body: undefined },
    { method: 'POST', path: '/_sim/snapshots/s/restore', body: undefined },
    { method: 'POST', path: '/_sim/pact/provider-states', body: states },
  ])('$method $path', async ({ method, path, body }) => {
    const world = await frozen()
    await world.control.post('/_sim/snapshots', { name: 's' })
    expect(await world.control.send(method, path, body)).toMatchObject({ status: 200, body: { clock: FROZEN } })
    expect(await clockOf(world)).toEqual(FROZEN)
  })
})

const status = async ({ as }: Simulated) => (await as('renter-key').get('/api/v0/instances/')).status

describe('a scenario that comes with a call', () => {
  const down = { faults: [{ name: 'down', match: { operation: 'instances.list' }, effect: { status: 418 } }] }
  const active = { name: 'inline', params: {}, description: 'Came with the call that started it.' }
  test('needs neither name nor description', async () => {
    const put = simulate()
    expect(await put.control.put('/_sim/scenario', { scenario: down })).toMatchObject({ status: 200, body: { active } })
    const reset = simulate()
    expect(await reset.control.post('/_sim/reset', { scenario: down })).toMatchObject({ status: 200 })
    const started = simulate(undefined, { scenario: down })
    const inCode = simulate()
    expect(inCode.simulator.scenario(down)).toEqual(active)
    for (const world of [put, reset, started, inCode]) {
      expect(await world.control.get('/_sim/scenario')).toEqual({ status: 200, body: { active } })
      expect(await status(world)).toBe(418)
    }
  })

  test('keeps its own, and a wrong one is refused', async () => {
    const { control } = simulate()
    const put = (scenario: object) => control.put('/_sim/scenario', { scenario })
    expect(await put({ name: 'mine' })).toMatchObject({ body: { active: { ...active, name: 'mine' } } })
    expect(await put({ name: 'a b' })).toMatchObject({ status: 400, body: { msg: expect.stringMatching(/^name: /) } })
    expect(await put({ description: '' })).toMatchObject({ status: 400 })
  })

  test('a file needs both', () => {
    const text = 'faults: []\n'
    const scenarios = { names: () => ['mine'], find: () => ({ text, file: 'mine.yaml' }) }
    expect(() => createSimulator({ scenario: 'mine', scenarios })).toThrow(
      /name: is missing[\s\S]*description: is missing/,
    )
  })
})
