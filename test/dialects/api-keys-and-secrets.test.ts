import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { simulate, START_SECONDS } from '../support/simulate.ts'

const observed = { dialect: 'observed' } as const
const rows = {
  users: [
    { id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }, { key: 'weak-key', permissions: [] }] },
    { id: 1002, name: 'host', api_keys: [{ key: 'host-key' }] },
  ],
}
const KEYS = '/api/v0/auth/apikeys/'
const SECRETS = '/api/v0/secrets/'

interface Key {
  readonly id: number
  readonly key: string
}

proves(
  ['api-keys.create.creates', 'api-keys.list.lists-own', 'api-keys.delete.deletes'],
  'a key that is created names the user, may do what it was given, and no more once it is deleted',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    const sent = { name: 'ci', permissions: { api: { user_read: {}, nothing: {} } } }
    const { body } = await as('renter-key').post(KEYS, sent)
    expect(body).toEqual({
      success: true,
      id: expect.any(Number) as number,
      key: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      permissions: { api: { user_read: {} } },
    })
    const { id, key } = body as Key
    const listed = await as(key).get(KEYS)
    const { apikeys } = listed.body as { readonly apikeys: readonly Key[] }
    expect(apikeys).toHaveLength(3)
    expect(new Set(apikeys.map((each) => each.id)).size).toBe(3)
    expect(apikeys[2]).toMatchObject({ id, user_id: 1001, name: 'ci', created_at: START_SECONDS, team_id: null })
    expect(JSON.stringify(listed)).not.toContain(key)
    expect((await as(key).post(KEYS, {})).status).toBe(401)
    expect((await as('host-key').delete(`${KEYS}${id}/`)).status).toBe(404)
    expect(await as('renter-key').delete(`${KEYS}${id}/`)).toEqual({ status: 200, body: { success: true } })
    expect((await as(key).get(KEYS)).body).toMatchObject({ error: 'auth_error' })
  },
)

test('every key is another one, and a key without permissions may do everything', async () => {
  const { as } = simulate(rows, observed)
  const first = (await as('renter-key').post(KEYS, {})).body as Key
  const second = (await as(first.key).post(KEYS, {})).body as Key
  const third = (await as('host-key').post(KEYS, {})).body as Key
  expect(new Set([first.key, second.key, third.key]).size).toBe(3)
})

test('neither the journal nor an export has a key that was answered', async () => {
  const { as, control } = simulate(rows, observed)
  const { key } = (await as('renter-key').post(KEYS, { name: 'ci' })).body as Key
  for (const place of ['/_sim/requests', '/_sim/state', '/_sim/bundle'])
    expect(JSON.stringify(await control.get(place)), place).not.toContain(key)
})

proves('api-keys.delete.key-unknown', 'a key that is not there is not deleted', async (given) => {
  const { as } = given.simulate(rows, observed)
  expect(await as('renter-key').delete(`${KEYS}7/`)).toMatchObject({ status: 404, body: { error: 'invalid_id' } })
})

absent(
  ['api-keys.create.creates', 'api-keys.list.lists-own', 'api-keys.delete.deletes', 'api-keys.delete.key-unknown'],
  'a key without permission does none of it',
  async (given) => {
    const weak = given.simulate(rows, observed).as('weak-key')
    const answers = [await weak.get(KEYS), await weak.post(KEYS, {}), await weak.delete(`${KEYS}7/`)]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  },
)

proves(
  ['secrets.list.lists-own', 'secrets.write.writes'],
  'variables are created, changed, listed by name, and deleted; nothing keeps their values',
  async (given) => {
    const { as, control } = given.simulate(rows, observed)
    const renter = as('renter-key')
    const secret = { key: 'HF_TOKEN', value: 'hf_9c41d2' }
    expect((await renter.post(SECRETS, secret)).body).toEqual({ success: true, msg: 'created HF_TOKEN' })
    expect((await renter.put(SECRETS, { ...secret, value: 'hf_other' })).status).toBe(200)
    expect((await renter.get(SECRETS)).body).toEqual({ success: true, secrets: { HF_TOKEN: '********' } })
    expect((await as('host-key').get(SECRETS)).body).toEqual({ success: true, secrets: {} })
    await as('weak-key').post(SECRETS, secret)
    await renter.post(SECRETS, undefined, {
      text: '{"key": "HF", "value": "hf_9c41d2"',
      headers: { 'Content-Type': 'application/json' },
    })
    for (const place of ['/_sim/state', '/_sim/requests', '/_sim/bundle'])
      expect(JSON.stringify(await control.get(place))).not.toMatch(/hf_9c41d2|hf_other/)
    expect((await renter.delete(SECRETS, { key: 'HF_TOKEN' })).status).toBe(200)
    expect((await renter.get(SECRETS)).body).toEqual({ success: true, secrets: {} })
  },
)

proves(
  ['secrets.create.exists', 'secrets.change.unknown'],
  'one that is there is not created, one that is not is neither changed nor deleted',
  async (given) => {
    const renter = given.simulate(rows, observed).as('renter-key')
    const secret = { key: 'HF_TOKEN', value: 'x' }
    expect((await renter.put(SECRETS, secret)).status).toBe(404)
    expect((await renter.delete(SECRETS, { key: 'HF_TOKEN' })).status).toBe(404)
    expect((await renter.post(SECRETS, secret)).status).toBe(200)
    expect((await renter.post(SECRETS, secret)).status).toBe(400)
  },
)

absent(
  ['secrets.list.lists-own', 'secrets.write.writes', 'secrets.create.exists', 'secrets.change.unknown'],
  'a key without permission does none of it, and a name must be one',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    const weak = as('weak-key')
    const secret = { key: 'HF_TOKEN', value: 'x' }
    const answers = [await weak.get(SECRETS), await weak.post(SECRETS, secret), await weak.put(SECRETS, secret)]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
    expect((await as('renter-key').post(SECRETS, { key: 'no name', value: 'x' })).status).toBe(400)
    expect((await as('renter-key').delete(SECRETS, {})).status).toBe(400)
  },
)
