import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { simulate } from '../support/simulate.ts'

const PATH = '/api/v0/users/cloud_integrations/'

proves('cloud-connections.list.lists-own', 'a user sees the connections of their own', async ({ simulate }) => {
  const { as, last } = simulate({
    cloud_connections: [
      { id: 3, user_id: 1001, cloud_type: 'drive', name: 'notebooks' },
      { id: 2, user_id: 1002, cloud_type: 's3', name: 'backups' },
      { id: 1, user_id: 1001, cloud_type: 's3', name: 'models' },
    ],
  })
  expect(await as('renter-key').get(PATH)).toEqual({
    status: 200,
    body: [
      { id: 1, cloud_type: 's3', name: 'models' },
      { id: 3, cloud_type: 'drive', name: 'notebooks' },
    ],
  })
  expect(await as('host-key').get(PATH)).toEqual({
    status: 200,
    body: [{ id: 2, cloud_type: 's3', name: 'backups' }],
  })
  expect(last().rules).toContain('cloud-connections.list.lists-own')
})

proves('cloud-connections.list.lists-own', 'without connections the answer is an empty array', async ({ simulate }) => {
  const { as, last } = simulate({})
  expect(await as('renter-key').get(PATH)).toEqual({ status: 200, body: [] })
  expect(last().rules).toEqual([
    'authentication.bearer-key',
    'cloud-connections.list.lists-own',
    'cloud-connections.list.statuses',
  ])
})

proves('cloud-connections.list.order', 'connections come by ascending id', async ({ simulate }) => {
  const rows = [7, 3, 5].map((id) => ({ id, user_id: 1001, cloud_type: 's3', name: 'n' }))
  const { as } = simulate({ cloud_connections: rows })
  expect(await as('renter-key').get(PATH)).toMatchObject({ body: [{ id: 3 }, { id: 5 }, { id: 7 }] })
})

absent('cloud-connections.list.order', 'one connection is in no order', async ({ simulate }) => {
  const { as, last } = simulate({ cloud_connections: [{ id: 1, user_id: 1001, cloud_type: 's3', name: 'n' }] })
  expect((await as('renter-key').get(PATH)).status).toBe(200)
  expect(last().rules).toEqual([
    'authentication.bearer-key',
    'cloud-connections.list.lists-own',
    'cloud-connections.list.cloud-types',
    'cloud-connections.list.statuses',
  ])
})

absent(
  'cloud-connections.list.cloud-types',
  "another user's connections show no types to a user without any",
  async ({ simulate }) => {
    const { as } = simulate({ cloud_connections: [{ id: 1, user_id: 1002, cloud_type: 's3', name: 'n' }] })
    expect(await as('renter-key').get(PATH)).toEqual({ status: 200, body: [] })
  },
)

absent('cloud-connections.list.lists-own', 'a refused listing lists nothing', async ({ simulate }) => {
  const { as } = simulate({ users: [{ id: 1, name: 'a', api_keys: [{ key: 'weak', permissions: ['misc'] }] }] })
  expect((await as('weak').get(PATH)).status).toBe(403)
})

proves('cloud-connections.list.cloud-types', 'each published cloud type can be served', async ({ simulate }) => {
  const types = ['drive', 's3', 'b2', 'dropbox', 'hf']
  const { as, last } = simulate({
    cloud_connections: types.map((cloud_type, index) => ({ id: index + 1, user_id: 1001, cloud_type, name: 'n' })),
  })
  expect(await as('renter-key').get(PATH)).toEqual({
    status: 200,
    body: types.map((cloud_type, index) => ({ id: index + 1, cloud_type, name: 'n' })),
  })
  expect(last().basis).toBe('assumed')
})

test('a fixture with a cloud type that is not published is refused', () => {
  const row = { id: 1, user_id: 1001, cloud_type: 'floppy', name: 'n' }
  expect(() => simulate({ cloud_connections: [row] })).toThrow(/^cloud_connections\.0\.cloud_type: /)
})
