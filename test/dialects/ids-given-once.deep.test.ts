import { expect, test } from 'vitest'
import { collections } from '../../src/marketplace/collections.ts'
import { type Client, simulate, type Simulated, START } from '../support/simulate.ts'

const options = { dialect: 'observed', rateLimit: { enabled: false } } as const
const rows = {
  users: [
    { id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }] },
    { id: 1002, name: 'host', api_keys: [{ key: 'host-key' }], ssh_keys: ['ssh-ed25519 AAAAhost'] },
    { id: 1003, name: 'other', api_keys: [{ key: 'other-key' }] },
  ],
  network_disks: [
    { id: 5, user_id: 1002, size: 500 },
    { id: 6, user_id: 1002, size: 500 },
  ],
  network_volume_offers: [{ id: 60, disk_id: 6 }],
  offers: [600, 601, 602].map((id) => ({ id })),
  volume_offers: [{ id: 90, size: 500 }],
  templates: [{ id: 70, creator_id: 1001, name: 'kept', image: 'a/b' }],
  endpoint_groups: [{ id: 80, user_id: 1001, endpoint_name: 'kept' }],
}
const sim = (more: object = {}): Simulated => simulate(rows, { ...options, ...more })

const API_KEYS = '/api/v0/auth/apikeys/'
const SSH_KEYS = '/api/v0/ssh/'
const GROUPS = '/api/v0/endptjobs/'
const WORKERS = '/api/v0/workergroups/'
const TEMPLATES = '/api/v0/template/'
const VOLUMES = '/api/v0/volumes/'
const LISTINGS = '/api/v0/network_volume/'

/** How clients make something, and delete it. */
interface Kind {
  readonly key?: string
  /** Creates the nth, and says its id. */
  readonly create: (client: Client, nth: number) => Promise<unknown>
  readonly remove: (client: Client, id: number) => Promise<unknown>
}

/** A text that no two keys share. */
const nthKey = (nth: number): { readonly ssh_key: string } => ({ ssh_key: `ssh-ed25519 AAAA${nth}` })
const volume = { id: 90, size: 1 }

const kinds: Readonly<Record<string, Kind>> = {
  'API keys': {
    create: (client) => client.post(API_KEYS, { name: 'same' }),
    remove: (client, id) => client.delete(`${API_KEYS}${id}/`),
  },
  'SSH keys': {
    create: (client, nth) => client.post(SSH_KEYS, nthKey(nth)),
    remove: (client, id) => client.delete(`${SSH_KEYS}${id}/`),
  },
  templates: {
    create: (client, nth) => client.post(TEMPLATES, { name: `t${nth}`, image: 'a/b' }),
    remove: (client, id) => client.delete(TEMPLATES, { template_id: id }),
  },
  instances: {
    create: async (client) => {
      for (const { id } of rows.offers) {
        const answer = await client.put(`/api/v0/asks/${id}/`, { image: 'a/b' })
        if (answer.status === 200) return answer
      }
      return undefined
    },
    remove: (client, id) => client.delete(`/api/v0/instances/${id}/`),
  },
  volumes: {
    create: (client) => client.put(VOLUMES, volume),
    remove: (client, id) => client.delete(VOLUMES, { id }),
  },
  'volumes on network disks': {
    create: (client) => client.put('/api/v0/network_volumes/', { id: 60, size: 1 }),
    remove: (client, id) => client.delete(VOLUMES, { id }),
  },
  listings: {
    key: 'host-key',
    create: (client) => client.post(LISTINGS, { disk_id: 5 }),
    remove: (client, id) => client.post('/api/v0/network_volumes/unlist/', { id }),
  },
  'endpoint groups': {
    create: (client) => client.post(GROUPS, {}),
    remove: (client, id) => client.delete(`${GROUPS}${id}/`),
  },
  'worker groups': {
    create: (client) => client.post(WORKERS, { endpoint_id: 80 }),
    remove: (client, id) => client.delete(`${WORKERS}${id}/`),
  },
}

/** The id of what was created. */
function idIn(answer: unknown): number {
  const { body } = answer as { readonly body: Readonly<Record<string, unknown>> }
  const { id, result, new_contract, key, template, msg } = body
  const inside = [key, template].map((each) => (each as { readonly id?: number } | undefined)?.id)
  const inText = Number(/\bid (\d+)/.exec(String(msg))?.[1])
  const found = [id, result, new_contract, ...inside, inText].find(Number.isInteger)
  expect(found, JSON.stringify(answer)).toBeTypeOf('number')
  return Number(found)
}
/** The text of a key that is answered once. */
function secretIn(answer: unknown): unknown {
  const { key, instance_api_key } = (answer as { readonly body: Readonly<Record<string, unknown>> }).body
  return instance_api_key ?? (typeof key === 'string' ? key : undefined)
}

/** Numbers from 0 to 1 that follow from a seed. */
function* chances(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 48_271) % 2_147_483_647
    yield state / 2_147_483_647
  }
}

const MOST_AT_ONCE: Readonly<Record<string, number>> = { instances: 3, listings: 1 }
const STEPS = 24

/** Creates and deletes in a random order, the latest more often than others. @returns all answers */
async function play(name: string, { create, remove, key = 'renter-key' }: Kind, world: Simulated, seed: number) {
  const client = world.as(key)
  const chance = chances(seed)
  const answers: unknown[] = []
  const there: number[] = []
  const removals: unknown[] = []
  for (let nth = 0; nth < STEPS; nth++) {
    const isFull = there.length >= (MOST_AT_ONCE[name] ?? 4)
    if (there.length === 0 || (!isFull && chance.next().value < 0.5)) {
      const answer = await create(client, nth)
      answers.push(answer)
      there.push(idIn(answer))
    } else {
      const at = chance.next().value < 0.6 ? there.length - 1 : Math.floor(chance.next().value * there.length)
      const [id = 0] = there.splice(at, 1)
      removals.push(await remove(client, id))
    }
  }
  for (const removal of removals) expect(removal).toMatchObject({ status: 200 })
  return answers
}

const all = Object.entries(kinds)

test.each(all)('%s: an id that is gone is given to nothing else, under a frozen clock', async (name, kind) => {
  for (const seed of [1, 29, 4711]) {
    const answers = await play(name, kind, sim(), seed)
    const ids = answers.map(idIn)
    expect(new Set(ids).size, ids.join(' ')).toBe(ids.length)
    const secrets = answers.map(secretIn).filter((secret) => secret !== undefined)
    expect(new Set(secrets).size).toBe(secrets.length)
  }
})

test.each(all)('%s: the same requests are answered alike after a reset, a restore', async (name, kind) => {
  const world = sim()
  await world.control.post('/_sim/snapshots', { name: 'start' })
  const first = await play(name, kind, world, 7)
  await world.control.post('/_sim/snapshots/start/restore')
  expect(await play(name, kind, world, 7)).toEqual(first)
  await world.control.post('/_sim/reset')
  expect(await play(name, kind, world, 7)).toEqual(first)
})

test.each(all)('%s: an export says which ids are gone', async (name, kind) => {
  const world = sim()
  const client = world.as(kind.key ?? 'renter-key')
  const id = idIn(await kind.create(client, 0))
  await kind.remove(client, id)
  const exported = (await world.control.get('/_sim/state')).body
  expect((await world.control.put('/_sim/state', exported)).status).toBe(200)
  expect(idIn(await kind.create(client, 1))).toBeGreaterThan(id)
})

test.each(['frozen', 'real'] as const)('a key that was deleted is never a key again: clock %s', async (mode) => {
  const world = sim({ clock: mode === 'real' ? 'real' : START })
  const keys: unknown[] = []
  for (let nth = 0; nth < 12; nth++) {
    // Users in turn: the keys of one user are no keys of another either.
    const client = world.as(nth % 3 === 0 ? 'host-key' : 'renter-key')
    const answer = await client.post(API_KEYS, { name: 'same' })
    keys.push(secretIn(answer))
    expect((await client.delete(`${API_KEYS}${idIn(answer)}/`)).status).toBe(200)
    for (const key of keys) expect((await world.as(String(key)).get(API_KEYS)).status).toBe(404)
  }
  expect(new Set(keys).size).toBe(keys.length)
})

test('keys of two users have different ids', async () => {
  const world = sim()
  for (const kind of ['API keys', 'SSH keys']) {
    const { create, remove } = kinds[kind] as Kind
    const of = async (key: string, nth: number) => idIn(await create(world.as(key), nth))
    const first = await of('renter-key', 1)
    await remove(world.as('renter-key'), first)
    expect(await of('other-key', 2)).toBeGreaterThan(first)
  }
})

test('a key that a control call takes away leaves its id to nothing else', async () => {
  const world = sim()
  const renter = world.as('renter-key')
  const key = idIn(await renter.post(API_KEYS, {}))
  const sshKey = idIn(await renter.post(SSH_KEYS, nthKey(1)))
  const row = { api_keys: [{ key: 'renter-key' }], added_ssh_keys: null, last_api_key_id: null }
  expect((await world.control.send('PATCH', '/_sim/state/users/1001', row)).status).toBe(200)
  expect(idIn(await renter.post(API_KEYS, {}))).toBeGreaterThan(key)
  expect(idIn(await renter.post(SSH_KEYS, nthKey(1)))).toBeGreaterThan(sshKey)
})

test('ids of keys that are there are no ids of keys that are gone', async () => {
  const world = sim()
  expect(idIn(await world.as('renter-key').post(SSH_KEYS, nthKey(1)))).toBeGreaterThan(0)
  const { body } = await world.control.get('/_sim/state')
  for (const user of (body as { readonly users: readonly object[] }).users)
    expect(Object.keys(user).filter((name) => name.startsWith('last_'))).toEqual([])
})

/** Rows that say enough, besides an id. */
const fields: Readonly<Record<string, object>> = {
  network_disks: { user_id: 1002, size: 9 },
  network_volume_offers: { disk_id: 5 },
  templates: { creator_id: 1001, name: 'n', image: 'a/b' },
  offers: {},
  volumes: { user_id: 1001, size: 9 },
  volume_offers: { size: 9 },
  instances: { user_id: 1001, offer_id: 601 },
  endpoint_groups: { user_id: 1001 },
  worker_groups: { user_id: 1001, endpoint_id: 80 },
  cloud_connections: { user_id: 1001, cloud_type: 's3', name: 'n' },
}

test.each(collections.filter((name) => name !== 'users'))('%s: a control call gives no id again', async (name) => {
  const { control } = sim()
  const seen: unknown[] = []
  for (let nth = 0; nth < 4; nth++) {
    const { status, body } = await control.post(`/_sim/state/${name}`, fields[name])
    expect(status, JSON.stringify(body)).toBe(200)
    const { id } = (body as { readonly added: { readonly id: number } }).added
    seen.push(id)
    expect((await control.delete(`/_sim/state/${name}/${id}`)).status).toBe(200)
  }
  expect(new Set(seen).size).toBe(seen.length)
})
