import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { absent, proves } from '../support/proves.ts'

const SEARCH = '/api/v0/network_volumes/search/'
const GROUP = '/api/v0/endptjobs/4242/'
const INSTANCES = '/api/v0/instances/'
const CONNECTIONS = '/api/v0/users/cloud_integrations/'

const rows = { endpoint_groups: [{ id: 4242, user_id: 1001 }] }

const successes = [
  ['network-volumes.search.statuses', 'POST', SEARCH, { q: {} }],
  ['endpoint-groups.update.statuses', 'PUT', GROUP, {}],
  ['instances.list.statuses', 'GET', INSTANCES, undefined],
  ['cloud-connections.list.statuses', 'GET', CONNECTIONS, undefined],
] as const

proves(
  [
    'network-volumes.search.statuses',
    'endpoint-groups.update.statuses',
    'instances.list.statuses',
    'cloud-connections.list.statuses',
  ],
  'the status of a success is ours where the contract shows a body alone, and may be another one',
  async ({ simulate }) => {
    for (const [rule, method, path, body] of successes) {
      const { as, last } = simulate(rows)
      expect((await as('renter-key').send(method, path, body)).status).toBe(200)
      expect([last().basis, last().rules.at(-1)]).toEqual(['assumed', rule])
      const other = simulate(rows, { rules: { [rule]: { value: 202 } } })
      expect((await other.as('renter-key').send(method, path, body)).status).toBe(202)
    }
  },
)

absent(
  [
    'network-volumes.search.statuses',
    'endpoint-groups.update.statuses',
    'instances.list.statuses',
    'cloud-connections.list.statuses',
  ],
  'a refusal says nothing of the status of a success',
  async ({ simulate }) => {
    const user = { id: 1, name: 'renter', api_keys: [{ key: 'weak-key', permissions: [] }] }
    for (const [, method, path, body] of successes) {
      const { as } = simulate({ users: [user] })
      expect((await as('weak-key').send(method, path, body)).status).toBe(403)
    }
  },
)

test.each([404, 204, 205, 199, 300, 200.5])('a success cannot be chosen to have the status %s', (value) => {
  for (const rule of ['templates.statuses', 'network-volumes.unlist.statuses', 'instances.change.answer'])
    expect(() => createSimulator({ rules: { [rule]: { value } } })).toThrow(
      `value: ${value} is not a status of a success with a body: 200 to 299, except 204 and 205`,
    )
})

test('a value that is no status takes any number', () => {
  expect(() => createSimulator({ rules: { 'network-volumes.search.default-limit': { value: 404 } } })).not.toThrow()
})

test.each(['instances.create.vm-without-ssh-key', 'templates.env-object'])(
  'a status for %s is refused with the names that may be chosen',
  (rule) => {
    for (const dialect of ['documented', 'observed'] as const)
      expect(() => createSimulator({ dialect, rules: { [rule]: { status: 418 } } })).toThrow(
        `${rule} is chosen by name, so it has no status; it takes `,
      )
  },
)
