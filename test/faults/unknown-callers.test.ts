import { expect, test } from 'vitest'
import { createSimulator, type RequestMatch } from '../../src/index.ts'

const add = (match: RequestMatch, name = 'f') =>
  createSimulator({ config: false }).faults.add({ name, match, effect: { status: 503 } }).msg

test.each<{ match: RequestMatch; why: string }>([
  { match: { api_key: 'rentr-key' }, why: 'no user has the api_key of its match' },
  { match: { operation: 'instances.list', user_id: 7 }, why: 'there is no user 7' },
  { match: { api_key: 'renter-key', user_id: 1002 }, why: 'the api_key of its match is of user 1001, not 1002' },
])('a fault for a caller who is no user says so when it is added: $match', ({ match, why }) => {
  expect(add(match)).toBe(`the fault "f" meets no operation: ${why}`)
})

test.each<RequestMatch>([{ api_key: 'renter-key' }, { user_id: 1002 }, { api_key: 'host-key', user_id: 1002 }, {}])(
  'a fault for a caller that there is says nothing: %o',
  (match) => expect(add(match)).toBeUndefined(),
)

test('it says both that it took the place of another and that it meets no operation', () => {
  const sim = createSimulator({ config: false })
  const fault = { name: 'f', match: { api_key: 'k' }, effect: { status: 503 } } as const
  sim.faults.add(fault)
  expect(sim.faults.add(fault).msg).toMatch(/^replaces the fault "f" .*; the fault "f" meets no operation: /)
})

test('a scenario says it of each of its faults when it starts, and not once a user has the key', async () => {
  const sim = createSimulator({ config: false })
  const scenario = {
    fixture: { users: [{ id: 5, name: 'one', api_keys: [{ key: 'one-key' }] }] },
    faults: [
      { name: 'a', match: { api_key: 'one-key' }, effect: { status: 503 } },
      { name: 'b', match: { api_key: 'other-key' }, effect: { status: 503 } },
    ],
  }
  const start = async (body: object) =>
    (await sim.fetch('/_sim/scenario', { method: 'PUT', body: JSON.stringify({ scenario: body }) })).json()
  const msg = 'the fault "b" meets no operation: no user has the api_key of its match'
  expect(await start(scenario)).toMatchObject({ msg })
  const users = [...scenario.fixture.users, { id: 6, name: 'two', api_keys: [{ key: 'other-key' }] }]
  expect(await start({ ...scenario, fixture: { users } })).not.toHaveProperty('msg')
})
