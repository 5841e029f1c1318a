import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { type Client, simulate } from '../support/simulate.ts'

const observed = { dialect: 'observed' } as const
const boots = (mode: object) => ({
  ...observed,
  scenario: { name: 'boots', description: 'slowly', progression: { instances: mode } },
})

const offers = [
  { id: 600, host_id: 1002, dph_base: 0.5, storage_cost: 0.146 },
  { id: 601, host_id: 1002, dph_base: 0.5, storage_cost: 0.146 },
]
const rows = {
  offers,
  instances: [
    { id: 503, user_id: 1001, offer_id: 600, env: '-p 8080:80', disk_space: 10 },
    { id: 504, user_id: 1002, offer_id: 601 },
  ],
}

const at = (id: number): string => `/api/v0/instances/${id}/`
const ok = { status: 200, body: { success: true } }
const unknown = (id: number) => ({
  status: 404,
  body: { success: false, error: 'no_such_instance', msg: `instance ${id} is not yours` },
})

const row = '/_sim/state/instances/503'

type Fields = Readonly<Record<string, unknown>>
const shown = async (client: Client, id = 503): Promise<Fields | null> =>
  ((await client.get(at(id))).body as { instances: Fields | null }).instances

const managed = [
  ['GET', at(503), undefined],
  ['PUT', at(503), { label: 'x' }],
  ['PUT', '/api/v0/instances/reboot/503/', {}],
  ['DELETE', at(503), {}],
  ['GET', '/api/v0/instances/filters/', undefined],
  ['GET', '/api/v1/instances/', undefined],
  ['POST', '/api/v0/bundles/', {}],
] as const

proves('instances.show.gone', 'an instance that is gone is 404 where that is chosen', async (given) => {
  const chosen = { ...observed, rules: { 'instances.show.gone': '404' } }
  expect(await given.simulate(rows, chosen).as('renter-key').get('/api/v0/instances/77/')).toEqual({
    status: 404,
    body: { success: false, error: 'no_such_instance', msg: 'instance 77 not found' },
  })
})

absent('instances.show.gone', 'without that choice it is null', async (given) => {
  expect(await given.simulate(rows, observed).as('renter-key').get('/api/v0/instances/77/')).toEqual({
    status: 200,
    body: { instances: null },
  })
})

proves(
  'routing.neighbouring-operations',
  'the observed dialect serves what clients call beside the contract',
  async (given) => {
    for (const [method, path, body] of managed) {
      const { as, last } = given.simulate(rows, observed)
      expect((await as('renter-key').send(method, path, body)).status).toBe(200)
      expect(last().rules).toContain('routing.neighbouring-operations')
      expect(last().basis).toBe('assumed')
    }
  },
)

absent(
  'routing.neighbouring-operations',
  'in the documented dialect they are no operations, and a hint names the dialect',
  async (given) => {
    const { as, last } = given.simulate(rows)
    for (const [method, path, body] of managed) {
      const answer = await as('renter-key').send(method, path, body)
      expect(answer).toEqual({
        status: 404,
        body: { success: false, error: 'no_such_endpoint', msg: `there is no ${path}` },
      })
      expect(last().hint).toContain('--dialect observed')
    }
  },
)

proves(
  ['instances.change.unknown', 'instances.show.shows'],
  'an instance of someone else is answered like one that does not exist',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    const renter = as('renter-key')
    for (const id of [504, 9]) {
      expect(await shown(renter, id)).toBe(null)
      expect(await renter.put(at(id), { state: 'stopped' })).toEqual(unknown(id))
      expect(await renter.put(`/api/v0/instances/reboot/${id}/`, {})).toEqual(unknown(id))
      expect(await renter.delete(at(id), {})).toEqual(unknown(id))
    }
    expect(await shown(as('host-key'), 504)).toMatchObject({ id: 504, actual_status: 'running' })
  },
)

absent(['instances.show.shows', 'instances.change.unknown'], 'an id that is not a number is refused', async (given) => {
  const { as } = given.simulate(rows, observed)
  expect((await as('renter-key').get('/api/v0/instances/mine/')).status).toBe(400)
  expect((await as('renter-key').delete('/api/v0/instances/mine/', {})).status).toBe(400)
})

proves(['instances.change.labels', 'instances.change.answer'], 'label names an instance', async (given) => {
  const { as } = given.simulate(rows, observed)
  expect(await as('renter-key').put(at(503), { label: 'l'.repeat(256) })).toEqual(ok)
  expect((await shown(as('renter-key')))?.['label']).toBe('l'.repeat(256))
})

absent(
  ['instances.change.labels', 'instances.change.answer', 'instances.change.starts', 'instances.change.stops'],
  'a change is refused without state and label, with another state, and with too long a label',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    for (const body of [{}, { label: null }, { state: 'paused' }, { label: 'l'.repeat(257) }])
      expect(await as('renter-key').put(at(503), body)).toMatchObject({ status: 400, body: { error: 'invalid_args' } })
    expect((await shown(as('renter-key')))?.['label']).toBeNull()
  },
)

proves(
  ['instances.change.stops', 'instances.change.starts', 'instances.change.restarts'],
  'without a progression an instance stops and starts at once, and twice is once',
  async (given) => {
    const { as, simulator } = given.simulate(rows, observed)
    const renter = as('renter-key')
    await renter.put(at(503), { state: 'stopped' })
    await simulator.clock.advance(60)
    expect(await renter.put(at(503), { state: 'stopped' })).toEqual(ok)
    expect(await shown(renter)).toMatchObject({ actual_status: 'exited', intended_status: 'stopped' })
    await renter.put(at(503), { state: 'running' })
    await simulator.clock.advance(60)
    expect(await shown(renter)).toMatchObject({ actual_status: 'running', uptime_mins: 1 })
    expect(await renter.put(at(503), { state: 'running' })).toEqual(ok)
    expect(await shown(renter)).toMatchObject({ actual_status: 'running', uptime_mins: 1 })
  },
)

absent('instances.change.restarts', 'what runs already is not started again', async (given) => {
  const { as } = given.simulate(rows, observed)
  expect(await as('renter-key').put(at(503), { state: 'running' })).toEqual(ok)
})

test('a start leads to running after so many reads, or when a test says so', async () => {
  const read = simulate(rows, boots({ mode: 'reads', n: 2 }))
  const renter = read.as('renter-key')
  await renter.put(at(503), { state: 'stopped' })
  await renter.put(at(503), { state: 'running' })
  const seen = []
  for (let poll = 0; poll < 3; poll += 1) seen.push((await shown(renter))?.['actual_status'])
  expect(seen).toEqual(['scheduling', 'loading', 'running'])

  const manual = simulate(rows, boots({ mode: 'manual' }))
  await manual.as('renter-key').put('/api/v0/instances/reboot/503/', {})
  expect(await shown(manual.as('renter-key'))).toMatchObject({ actual_status: 'rebooting' })
  await manual.control.send('PATCH', row, { actual_status: 'running' })
  expect(await shown(manual.as('renter-key'))).toMatchObject({ actual_status: 'running', uptime_mins: 0 })
})

test('an instance that failed is started anew', async () => {
  const { as, control } = simulate(rows, observed)
  await control.send('PATCH', row, { actual_status: 'exited' })
  await as('renter-key').put(at(503), { state: 'running' })
  expect(await shown(as('renter-key'))).toMatchObject({
    actual_status: 'running',
    status_msg: 'success, running library/ubuntu_latest/args',
  })
})

proves('instances.reboot.reboots', 'a reboot keeps the instance and begins its uptime anew', async (given) => {
  const { as, simulator } = given.simulate(rows, observed)
  await as('renter-key').put('/api/v0/instances/reboot/503/', {})
  await simulator.clock.advance(125)
  expect(await shown(as('renter-key'))).toMatchObject({ id: 503, actual_status: 'running', uptime_mins: 2 })
})

const startInstead = {
  status: 400,
  body: { success: false, error: 'invalid_args', msg: 'instance 503 is stopped' },
}

proves('instances.reboot.stopped', 'a stopped instance is not rebooted', async (given) => {
  const { as } = given.simulate(rows, observed)
  await as('renter-key').put(at(503), { state: 'stopped' })
  expect(await as('renter-key').put('/api/v0/instances/reboot/503/', {})).toEqual(startInstead)
})

absent('instances.reboot.stopped', 'one that runs is', async (given) => {
  const { as } = given.simulate(rows, observed)
  expect(await as('renter-key').put('/api/v0/instances/reboot/503/', {})).toEqual(ok)
})

absent('instances.reboot.reboots', 'an id that no instance has is not rebooted', async (given) => {
  const { as } = given.simulate(rows, observed)
  expect(await as('renter-key').put('/api/v0/instances/reboot/9/', {})).toEqual(unknown(9))
})

proves('instances.destroy.destroys', 'a destroyed instance is gone, once', async (given) => {
  const { as } = given.simulate(rows, observed)
  expect(await as('renter-key').delete(at(503), {})).toEqual(ok)
  expect(await as('renter-key').delete(at(503))).toEqual(unknown(503))
  expect((await as('renter-key').get('/api/v0/instances/')).body).toEqual({ instances_found: 0, instances: [] })
})

absent('instances.destroy.destroys', "someone else's instance stays", async (given) => {
  const { as } = given.simulate(rows, observed)
  expect(await as('renter-key').delete(at(504))).toEqual(unknown(504))
  expect(await shown(as('host-key'), 504)).not.toBe(null)
})

test('the state after a life can be exported and imported, and shows the same', async () => {
  const { as, simulator } = simulate(rows, boots({ mode: 'after', seconds: 60 }))
  await as('renter-key').put(at(503), { state: 'stopped' })
  await simulator.clock.advance(60)
  await as('renter-key').put(at(503), { state: 'running' })
  await simulator.clock.advance(10)
  const before = await shown(as('renter-key'))
  simulator.importState(simulator.exportState())
  expect(await shown(as('renter-key'))).toEqual(before)
})
