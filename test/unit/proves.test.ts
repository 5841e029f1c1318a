import { expect, test } from 'vitest'
import { checkAbsent } from '../support/proves.ts'

const rule = 'cloud-connections.list.cloud-types'
const PATH = '/api/v0/users/cloud_integrations/'
const row = { id: 1, user_id: 1001, cloud_type: 's3', name: 'models' }

test('a rule is absent where an answer that could name it does not', async () => {
  await checkAbsent(rule, async ({ simulate }) => {
    expect((await simulate({}).as('renter-key').get(PATH)).status).toBe(200)
  })
})

test.each([
  ['an answer that names it', 'renter-key', PATH, /shaped an answer/],
  ['another operation', 'renter-key', '/api/v0/instances/', /could name/],
  ['a caller who is not known', 'nobody', PATH, /could name/],
  ['no request', undefined, PATH, /could name/],
])('%s proves no absence', async (_what, key, path, message) => {
  const check = checkAbsent(rule, async ({ simulate }) => {
    if (key !== undefined)
      await simulate({ cloud_connections: [row] })
        .as(key)
        .get(path)
  })
  await expect(check).rejects.toThrow(message)
})

test('only rules can be absent', async () => {
  const check = checkAbsent('cloud-connections.list.no-such-rule', async ({ simulate }) => {
    await simulate({}).as('renter-key').get(PATH)
  })
  await expect(check).rejects.toThrow('there is no rule')
})
