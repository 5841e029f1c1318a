import { expect, test } from 'vitest'
import { stateOf } from '../support/rent-offer.ts'
import { simulate } from '../support/simulate.ts'

const scenario = (timeline: readonly object[]) => ({ name: 'planned', description: 'd', fixture: 'default', timeline })

test('a change of a row that an operation has deleted meanwhile is passed over, and the rest happens', async () => {
  const world = simulate(undefined, {
    scenario: scenario([
      { after: 5, set: { templates: { 9001: { tag: 'new' } }, volumes: { 12345: { size: 7 } } } },
      { after: 6, set: { volumes: { 12346: { size: 8 } } } },
    ]),
  })
  await world.as('renter-key').delete('/api/v0/template/', { template_id: 9001 })
  expect(await world.control.post('/_sim/clock/advance', { seconds: 10 })).toMatchObject({ status: 200 })
  expect((await stateOf(world)).volumes).toMatchObject([
    { id: 12345, size: 7 },
    { id: 12346, size: 8 },
  ])
})

test('an entry may change a row that an earlier one adds', async () => {
  const timeline = [
    { after: 1, set: { volumes: { 900: { user_id: 1001, size: 5 } } } },
    { after: 2, set: { volumes: { 900: { size: 6 } } } },
  ]
  const world = simulate()
  expect(await world.control.put('/_sim/scenario', { scenario: scenario(timeline) })).toMatchObject({ status: 200 })
  await world.control.post('/_sim/clock/advance', { seconds: 2 })
  expect((await stateOf(world)).volumes).toContainEqual({ id: 900, user_id: 1001, size: 6 })
})

test.each([
  { why: 'a user', set: { volumes: { 900: { user_id: 4040, size: 5 } } } },
  { why: 'an offer', set: { instances: { 900: { user_id: 1001, offer_id: 5 } } } },
  { why: 'a disk', set: { network_volume_offers: { 900: { disk_id: 5 } } } },
])('a row that names $why that there is not is refused when the scenario is loaded', async ({ set }) => {
  expect(await simulate().control.put('/_sim/scenario', { scenario: scenario([{ after: 1, set }]) })).toMatchObject({
    status: 400,
    body: { error: 'invalid_args', msg: expect.stringMatching(/^timeline\.0\.set\..*there is no /) as string },
  })
})

test.each(['offer-vanishes', 'instance-vanishes', 'endpoint-group-vanishes'])(
  'the state that %s leads to can be imported',
  async (name) => {
    const world = simulate(undefined, { scenario: name })
    await world.as('renter-key').put('/api/v0/asks/12345678/', { image: 'library/ubuntu' })
    await world.control.post('/_sim/clock/advance', { seconds: 60 })
    expect(await world.control.put('/_sim/state', await stateOf(world))).toMatchObject({ status: 200 })
  },
)
