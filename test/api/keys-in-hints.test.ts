import { describe, expect, test } from 'vitest'
import { simulate, type Simulated } from '../support/simulate.ts'

const LIST = '/api/v0/instances/'
const mine = { users: [{ id: 1001, name: 'me', api_keys: [{ key: 'my-secret-key' }] }] }

/** The hint for an unknown key. */
async function hintOf(world: Simulated, key = 'nobodys-key'): Promise<string | null> {
  expect(await world.as(key).get(LIST)).toMatchObject({ status: 401, body: { error: 'auth_error' } })
  return world.last().hint
}

describe('an unknown key gets a hint with the users that have keys', () => {
  test('with the keys that the package publishes', async () => {
    expect(await hintOf(simulate())).toBe(
      'the keys here are renter-key (renter), no-user-read-key (renter), host-key (host), host-readonly-key (host)',
    )
  })

  test('without those that it does not: their users are named', async () => {
    const host = { id: 1002, name: 'Zoë', api_keys: [{ key: 'other-secret' }, { key: 'host-key' }] }
    expect(await hintOf(simulate(mine))).toBe('the keys here are those of me')
    expect(await hintOf(simulate({ users: [...mine.users, host] }))).toBe(
      'the keys here are host-key (Zo?), and those of me',
    )
  })

  test('after a scenario that brought its data, which one', async () => {
    const world = simulate(mine)
    expect(await world.as('my-secret-key').get(LIST)).toMatchObject({ status: 200 })
    await world.control.put('/_sim/scenario', { name: 'offer-gone' })
    expect(await hintOf(world, 'my-secret-key')).toBe(
      'the scenario offer-gone replaced the data; its keys are renter-key (renter), host-key (host)',
    )
    await world.control.put('/_sim/scenario', { name: 'flaky-listing' })
    expect(await hintOf(world)).toBe('the keys here are those of me')
    await world.control.post('/_sim/reset', { scenario: 'offer-gone', fixture: mine })
    expect(await hintOf(world)).toBe('the keys here are those of me')
  })

  test('after an import, that', async () => {
    const world = simulate(undefined, { scenario: 'offer-gone' })
    await world.control.put('/_sim/state', mine)
    expect(await hintOf(world)).toBe('an import replaced the data; its keys are those of me')
  })

  test('where no user has one, that', async () => {
    expect(await hintOf(simulate({ users: [{ id: 1, name: 'x' }] }))).toBe('no user here has a key')
  })

  test('and not of more than six', async () => {
    const many = Array.from({ length: 9 }, (_, id) => ({ id: id + 1, name: `u${id}`, api_keys: [{ key: `k-${id}` }] }))
    expect(await hintOf(simulate({ users: many }))).toBe('the keys here are those of u0, u1, u2, u3, u4, u5 and 3 more')
  })
})

test('a key that somebody owns, and none at all, get no such hint', async () => {
  const world = simulate()
  await world.as('renter-key').get(LIST)
  expect(world.last().hint).toBeNull()
  expect(await world.as(null).get(LIST)).toMatchObject({ status: 401 })
  expect(world.last().hint).toBeNull()
})

test('the record names no key, published or not', async () => {
  const world = simulate()
  await hintOf(world)
  const { body } = await world.control.get('/_sim/requests')
  expect(body).toMatchObject({ requests: [{ hint: 'the keys here are those of renter, host' }] })
  expect(JSON.stringify([body, await world.control.get('/_sim/bundle')])).not.toMatch(/renter-key|host-key/)
})

describe('the list of scenarios', () => {
  test('says which bring data and a clock of their own', async () => {
    const { control, simulator } = simulate(mine)
    const { scenarios } = (await control.get('/_sim/scenarios')).body as {
      scenarios: { name: string; brings: string[] }[]
    }
    const brings = new Map(scenarios.map((each) => [each.name, each.brings]))
    expect(['offer-gone', 'expired-listing', 'flaky-listing'].map((name) => brings.get(name))).toEqual([
      ['data'],
      ['data', 'clock'],
      [],
    ])
    const before = JSON.stringify(simulator.exportState())
    for (const [name, own] of brings) {
      simulator.reset()
      simulator.scenario(name)
      expect(JSON.stringify(simulator.exportState()) !== before, name).toBe(own.includes('data'))
    }
  })
})
