import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { type Client, simulate } from '../support/simulate.ts'

const observed = { dialect: 'observed' } as const
const MINE = 'ssh-ed25519 AAAAmine renter@laptop'
const OTHER = 'ssh-rsa AAAAother renter@desk'
const rows = {
  users: [
    { id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }], ssh_keys: [MINE] },
    { id: 1002, name: 'host', api_keys: [{ key: 'host-key' }] },
  ],
  offers: [{ id: 600 }, { id: 601 }],
  instances: [{ id: 31, user_id: 1001, offer_id: 600 }],
}
const KEYS = '/api/v0/ssh/'
const OF_INSTANCE = '/api/v0/instances/31/ssh/'

interface Key {
  readonly id: number
  readonly public_key: string
}
const keysOf = async (client: Client) => (await client.get(KEYS)).body as readonly Key[]
const texts = (keys: readonly Key[]) => keys.map(({ public_key }) => public_key)
const attached = async (client: Client) =>
  ((await client.get(OF_INSTANCE)).body as { ssh_keys: readonly Key[] }).ssh_keys
const refused = (status: number, error: string) => ({ status, body: { success: false, error } })

proves(
  ['ssh-keys.list.lists-own', 'ssh-keys.create.adds', 'ssh-keys.change.changes'],
  'keys are listed, added, replaced and deleted',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    const renter = as('renter-key')
    const [mine] = await keysOf(renter)
    expect(mine).toMatchObject({ user_id: 1001, public_key: MINE, deleted_at: null })
    const { body } = await renter.post(KEYS, { ssh_key: `${OTHER}\n` })
    expect(body).toMatchObject({ success: true, key: { user_id: 1001, public_key: OTHER } })
    expect(texts(await keysOf(renter))).toEqual([MINE, OTHER])
    expect((await renter.put(`${KEYS}${mine?.id}/`, { ssh_key: 'ssh-rsa AAAAthird' })).status).toBe(200)
    expect(texts(await keysOf(renter)).toSorted()).toEqual([OTHER, 'ssh-rsa AAAAthird'])
    expect(texts(await keysOf(renter))).toContain('ssh-rsa AAAAthird')
    const third = (await keysOf(renter)).find(({ public_key }) => public_key === 'ssh-rsa AAAAthird')
    expect(third?.id).toBe(mine?.id)
    expect(await renter.put(`${KEYS}${third?.id}/`, { ssh_key: OTHER })).toMatchObject(
      refused(400, 'duplicate_ssh_key'),
    )
    expect(await renter.delete(`${KEYS}${third?.id}/`)).toEqual({ status: 200, body: { success: true } })
    expect(texts(await keysOf(renter))).toEqual([OTHER])
    expect(await keysOf(as('host-key'))).toEqual([])
  },
)

absent(
  ['ssh-keys.list.lists-own', 'ssh-keys.create.adds', 'ssh-keys.change.changes', 'ssh-keys.of-instance.attaches'],
  'a key without permission does none of it, and the documented dialect has no SSH keys',
  async (given) => {
    const weak = { id: 1001, name: 'renter', api_keys: [{ key: 'weak-key', permissions: [] }] }
    const client = given.simulate({ ...rows, users: [weak] }, observed).as('weak-key')
    for (const path of [KEYS, OF_INSTANCE]) {
      expect((await client.get(path)).status).toBe(401)
      expect((await client.post(path, { ssh_key: OTHER })).status).toBe(401)
      expect((await client.delete(`${path}7/`)).status).toBe(401)
      expect((await simulate(rows).as('renter-key').get(path)).status).toBe(404)
    }
    expect((await client.put(`${KEYS}7/`, { ssh_key: OTHER })).status).toBe(401)
  },
)

proves(
  ['ssh-keys.no-ssh-key', 'ssh-keys.create.duplicate'],
  'no key, an unknown one, and a key twice are refused',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    const renter = as('renter-key')
    expect(await renter.post(KEYS, {})).toMatchObject(refused(400, 'no_ssh_key'))
    expect(await renter.put(`${KEYS}7/`, { ssh_key: OTHER })).toMatchObject(refused(400, 'no_ssh_key'))
    expect(await renter.delete(`${KEYS}7/`)).toMatchObject(refused(400, 'no_ssh_key'))
    expect(await renter.post(KEYS, { ssh_key: MINE })).toMatchObject(refused(400, 'duplicate_ssh_key'))
    expect(texts(await keysOf(renter))).toEqual([MINE])
  },
)

absent(['ssh-keys.no-ssh-key', 'ssh-keys.create.duplicate'], 'a new key is taken', async (given) => {
  expect((await given.simulate(rows, observed).as('renter-key').post(KEYS, { ssh_key: OTHER })).status).toBe(200)
})

proves('ssh-keys.change.changes', 'a change to the text that a key has is taken as often as sent', async (given) => {
  const { as, control } = given.simulate(rows, observed)
  const renter = as('renter-key')
  await renter.post(KEYS, { ssh_key: OTHER })
  const before = (await control.get('/_sim/state')).body
  for (const key of await keysOf(renter))
    for (const end of ['', '\n'])
      expect(await renter.put(`${KEYS}${key.id}/`, { ssh_key: `${key.public_key}${end}` })).toEqual({
        status: 200,
        body: { success: true, key },
      })
  expect((await control.get('/_sim/state')).body).toEqual(before)
})

proves('ssh-keys.list.none', 'a user without keys is refused where that is chosen', async (given) => {
  const rules = { 'ssh-keys.list.none': 'refused' }
  expect(
    await given
      .simulate(rows, { ...observed, rules })
      .as('host-key')
      .get(KEYS),
  ).toMatchObject(refused(404, 'no_ssh_key'))
})

absent('ssh-keys.list.none', 'a user with keys gets them', async (given) => {
  const rules = { 'ssh-keys.list.none': 'refused' }
  expect(
    (
      await given
        .simulate(rows, { ...observed, rules })
        .as('renter-key')
        .get(KEYS)
    ).status,
  ).toBe(200)
})

proves(
  'ssh-keys.of-instance.attaches',
  'an instance has the keys of its user, and those that are attached',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    const renter = as('renter-key')
    expect(texts(await attached(renter))).toEqual([MINE])
    expect(await renter.post(OF_INSTANCE, { ssh_key: OTHER })).toMatchObject({ status: 200, body: { success: true } })
    expect(texts(await attached(renter))).toEqual([MINE, OTHER])
    const [mine] = await attached(renter)
    expect((await renter.delete(`${OF_INSTANCE}${mine?.id}/`)).status).toBe(200)
    expect(texts(await attached(renter))).toEqual([OTHER])
    expect(texts(await keysOf(renter))).toEqual([MINE])
  },
)

proves(
  ['ssh-keys.of-instance.attaches', 'ssh-keys.change.changes'],
  'an instance keeps its keys while those of its user change, and takes a new one',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    const renter = as('renter-key')
    const [mine] = await keysOf(renter)
    expect((await renter.post(KEYS, { ssh_key: OTHER })).status).toBe(200)
    expect((await renter.delete(`${KEYS}${mine?.id}/`)).status).toBe(200)
    expect(texts(await attached(renter))).toEqual([MINE])
    expect((await renter.post(OF_INSTANCE, { ssh_key: OTHER })).status).toBe(200)
    expect(texts(await attached(renter))).toEqual([MINE, OTHER])
    expect((await renter.put('/api/v0/asks/601/', { image: 'a/b' })).status).toBe(200)
    const { body } = await renter.get('/api/v0/instances/32/ssh/')
    expect(body).toMatchObject({ ssh_keys: [{ public_key: OTHER }] })
  },
)

proves(
  [
    'ssh-keys.of-instance.attached-already',
    'ssh-keys.of-instance.instance-unknown',
    'ssh-keys.of-instance.key-unknown',
  ],
  'a key twice, an instance of someone else, and a key that is not there are refused',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    const renter = as('renter-key')
    expect(await renter.post(OF_INSTANCE, { ssh_key: MINE })).toMatchObject({
      ...refused(400, 'invalid_args'),
      body: { msg: 'SSH key already associated with instance.' },
    })
    expect(await as('host-key').get(OF_INSTANCE)).toMatchObject(refused(404, 'no_such_instance'))
    expect(await renter.delete(`${OF_INSTANCE}7/`)).toMatchObject(refused(404, 'no_such_ssh_key'))
  },
)

absent(
  [
    'ssh-keys.of-instance.attached-already',
    'ssh-keys.of-instance.instance-unknown',
    'ssh-keys.of-instance.key-unknown',
  ],
  'another key is attached',
  async (given) => {
    expect((await given.simulate(rows, observed).as('renter-key').post(OF_INSTANCE, { ssh_key: OTHER })).status).toBe(
      200,
    )
  },
)

test('who adds a key may rent a virtual machine', async () => {
  const { as } = simulate({ ...rows, instances: [] }, { ...observed, rateLimit: { enabled: false } })
  const host = as('host-key')
  const body = { image: 'ubuntu', vm: true }
  expect(await host.put('/api/v0/asks/600/', body)).toMatchObject(refused(400, 'no_ssh_key_for_vm'))
  await host.post(KEYS, { ssh_key: OTHER })
  expect((await host.put('/api/v0/asks/600/', body)).status).toBe(200)
})
