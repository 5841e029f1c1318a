import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { call } from '../support/steer.ts'

const headers = { Authorization: 'Bearer renter-key' }
/** Which dialect answers: the observed one serves this path. */
const dialectOf = async (sim: Simulator) =>
  (await sim.fetch('/api/v1/instances/', { headers })).status === 200 ? 'observed' : 'documented'
const choiceOf = (sim: Simulator, id: string) => sim.rules().find((rule) => rule.id === id)?.in_force

const MISSING = 'authentication.key-missing'
const chosen = { [MISSING]: { status: 418 } }

const throughScenarios = [
  ['a scenario starts', (sim: Simulator) => void sim.scenario('flaky-listing')],
  ['a scenario with data and a clock starts', (sim: Simulator) => void sim.scenario('empty-account')],
  ['a scenario ends', (sim: Simulator) => void [sim.scenario('flaky-listing'), sim.scenario(null)]],
  ['one scenario follows another', (sim: Simulator) => void [sim.scenario('flaky-listing'), sim.scenario('slow-boot')]],
  ['a provider state is set up', (sim: Simulator) => void sim.providerState.setUp('empty-account')],
  ['a snapshot is restored', (sim: Simulator) => void [sim.snapshots.take('a'), sim.snapshots.restore('a')]],
] as const

test.each(throughScenarios)(
  'the dialect and the rules that a reset named hold when %s, until the next reset',
  async (_, change) => {
    const sim = createSimulator({ clock: 'frozen', rateLimit: { enabled: false } })
    const usual = choiceOf(sim, MISSING)
    sim.reset({ dialect: 'observed', rules: chosen })
    change(sim)
    expect([await dialectOf(sim), choiceOf(sim, MISSING)]).toEqual(['observed', { status: 418 }])
    expect((await sim.fetch('/api/v0/instances/')).status).toBe(418)
    sim.reset()
    expect([await dialectOf(sim), choiceOf(sim, MISSING)]).toEqual(['documented', usual])
  },
)

test('what a scenario says itself wins over what a reset named, and only while it runs', async () => {
  const sim = createSimulator({ clock: 'frozen', dialect: 'observed', rateLimit: { enabled: false } })
  sim.reset({ dialect: 'documented', rules: chosen })
  sim.scenario({ dialect: 'observed', rules: { [MISSING]: { status: 420 } } })
  expect([await dialectOf(sim), choiceOf(sim, MISSING)]).toEqual(['observed', { status: 420 }])
  sim.scenario(null)
  expect([await dialectOf(sim), choiceOf(sim, MISSING)]).toEqual(['documented', { status: 418 }])
})

test('a scenario alone leaves nothing behind: without a reset the dialect and the rules are those of the start', async () => {
  const sim = createSimulator({ clock: 'frozen' })
  const usual = choiceOf(sim, MISSING)
  sim.scenario({ dialect: 'observed', rules: chosen })
  sim.scenario(null)
  expect([await dialectOf(sim), choiceOf(sim, MISSING)]).toEqual(['documented', usual])
})

const own = {
  users: [{ id: 5, name: 'own', api_keys: [{ key: 'own-key' }] }],
  endpoint_groups: [{ id: 42, user_id: 5, endpoint_name: 'e' }],
}
const timeline = [{ after: 60, set: { endpoint_groups: { 42: { endpoint_name: 'f' } } } }]
const said = /^a scenario without a fixture starts from the data of the server's start, and this sandbox had others/

test.each([
  ['a reset', 'POST', '/reset', { fixture: own }],
  ['an import', 'PUT', '/state', own],
] as const)(
  'a scenario without a fixture says that the data of %s are gone, and how to keep them',
  async (_, method, path, body) => {
    const sim = createSimulator({ clock: 'frozen' })
    expect(await call(sim, method, path, body)).toMatchObject({ status: 200 })
    const refused = await call(sim, 'PUT', '/scenario', { scenario: { timeline } })
    expect(refused).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('and this sandbox had others') as unknown },
    })
    expect(await call(sim, 'GET', '/state/endpoint_groups/42')).toMatchObject({ status: 200 })
    expect(await call(sim, 'PUT', '/scenario', { name: 'flaky-listing' })).toMatchObject({
      status: 200,
      body: { msg: expect.stringMatching(said) as unknown },
    })
  },
)

test.each([
  ['the data were those of the start', undefined, { name: 'flaky-listing' }],
  ['the scenario names a fixture', { fixture: own }, { scenario: { fixture: own, timeline } }],
  ['the data were those of another scenario', { scenario: 'empty-account' }, { name: 'flaky-listing' }],
] as const)('nothing is said where %s', async (_, to, scenario) => {
  const sim = createSimulator({ clock: 'frozen' })
  if (to !== undefined) await call(sim, 'POST', '/reset', to)
  const started = await call(sim, 'PUT', '/scenario', scenario)
  expect(started.status).toBe(200)
  expect(started.body).not.toHaveProperty('msg')
})

test('a reset with both keeps the data', async () => {
  const sim = createSimulator({ clock: 'frozen' })
  await call(sim, 'POST', '/reset', { fixture: own, scenario: { timeline } })
  expect(await call(sim, 'GET', '/state/endpoint_groups/42')).toMatchObject({ status: 200 })
})
