import { expect, test } from 'vitest'
import type { SimulatorOptions } from '../../src/index.ts'
import { list } from '../support/list-instances.ts'
import { stateOf } from '../support/rent-offer.ts'
import { simulate, type Simulated, START_SECONDS, users } from '../support/simulate.ts'

type Progression = NonNullable<NonNullable<SimulatorOptions['progression']>['instances']>

/** A world in which offer 600 was rented at its start. */
async function rentedUnder(instances: Progression): Promise<Simulated> {
  const offers = [{ id: 600, host_id: 1002 }]
  const world = simulate({ offers }, { rateLimit: { enabled: false }, progression: { instances } })
  expect(await world.as('renter-key').put('/api/v0/asks/600/', { image: 'library/ubuntu' })).toMatchObject({
    status: 200,
  })
  return world
}

async function shown({ as }: Simulated) {
  const [first] = await list(as('renter-key'))
  return [first?.['actual_status'], first?.['uptime_mins']]
}

const advance = ({ control }: Simulated, seconds: number) => control.post('/_sim/clock/advance', { seconds })
async function patch({ control }: Simulated, fields: object): Promise<void> {
  expect(await control.send('PATCH', '/_sim/state/instances/1', fields)).toMatchObject({ status: 200 })
}

/** The same data elsewhere, at the same instant. */
async function copyOf(world: Simulated): Promise<Simulated> {
  const { body } = await world.control.get('/_sim/clock')
  const copy = simulate({}, { rateLimit: { enabled: false }, clock: (body as { now: string }).now })
  expect(await copy.control.put('/_sim/state', await stateOf(world))).toMatchObject({ status: 200 })
  expect(await stateOf(copy)).toEqual(await stateOf(world))
  return copy
}

test('the uptime of an instance counts from its start, after an import too', async () => {
  const world = await rentedUnder({ mode: 'manual' })
  await advance(world, 40)
  await patch(world, { actual_status: 'running' })
  expect(await shown(world)).toEqual(['running', 0])
  await advance(world, 30)
  for (const each of [world, await copyOf(world)]) expect(await shown(each)).toEqual(['running', 0.5])
})

test('the uptime of an instance that boots by reads counts from the read that it was waiting for', async () => {
  const world = await rentedUnder({ mode: 'reads', n: 2 })
  await advance(world, 40)
  expect([await shown(world), await shown(world), await shown(world)]).toEqual([
    ['created', null],
    ['loading', null],
    ['running', 0],
  ])
  await advance(world, 30)
  for (const each of [world, await copyOf(world)]) expect(await shown(each)).toEqual(['running', 0.5])
})

test('an instance that is started before its boot time is over counts from then', async () => {
  const world = await rentedUnder({ mode: 'after', seconds: 60 })
  await advance(world, 30)
  await patch(world, { actual_status: 'running' })
  await advance(world, 60)
  expect(await shown(world)).toEqual(['running', 1])
})

test('an instance that stops and runs again counts from its new start, and a patch of something else changes nothing', async () => {
  const world = await rentedUnder({ mode: 'immediate' })
  await advance(world, 60)
  await patch(world, { label: 'a' })
  expect(await shown(world)).toEqual(['running', 1])
  await patch(world, { intended_status: 'stopped' })
  expect(await shown(world)).toEqual(['exited', null])
  await advance(world, 60)
  await patch(world, { intended_status: 'running' })
  expect(await shown(world)).toEqual(['running', 0])
  await advance(world, 60)
  await patch(world, { label: 'b' })
  expect(await shown(world)).toEqual(['running', 1])
  await patch(world, { actual_status: 'exited' })
  expect(await stateOf(world)).not.toHaveProperty('instances.0.running_since')
})

test('an instance that a timeline has run counts from the instant of its entry, whenever it is asked', async () => {
  const waiting = { id: 1, user_id: 1001, offer_id: 600, start_date: START_SECONDS, boot: { mode: 'manual' } }
  const scenario = {
    name: 'told',
    description: 'd',
    fixture: { users, offers: [{ id: 600, host_id: 1002 }], instances: [waiting] },
    timeline: [{ after: 40, set: { instances: { 1: { actual_status: 'running' } } } }],
  }
  const world = simulate(undefined, { scenario, rateLimit: { enabled: false } })
  expect(await shown(world)).toEqual(['created', null])
  await advance(world, 100)
  expect(await shown(world)).toEqual(['running', 1])
})
