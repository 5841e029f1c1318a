import { describe, expect, test } from 'vitest'
import { type Answer, simulate, type Simulated } from '../support/simulate.ts'

const refused = (status: number, error: string, msg: string, hint?: string): Answer => ({
  status,
  body: { error, msg, ...(hint !== undefined && { hint }) },
})
const edit = ({ control }: Simulated, row: string, patch?: unknown): Promise<Answer> =>
  control.send('PATCH', `/_sim/state/${row}`, patch)
const remove = ({ control }: Simulated, row: string): Promise<Answer> => control.delete(`/_sim/state/${row}`)

/** The exported data; every export can be read again, and is the same state then. */
async function exported(world: Simulated): Promise<Record<string, { id: number }[]>> {
  const { body } = await world.control.get('/_sim/state')
  const elsewhere = simulate(undefined, { fixture: 'empty', seed: 'another' })
  expect(await elsewhere.control.put('/_sim/state', body)).toEqual({ status: 200, body: { imported: true } })
  expect(await elsewhere.control.get('/_sim/state')).toEqual({ status: 200, body })
  for (const key of ['renter-key', 'host-key']) {
    const listed = await elsewhere.as(key).get('/api/v0/instances/')
    expect(await world.as(key).get('/api/v0/instances/')).toEqual(listed)
  }
  return body as Record<string, { id: number }[]>
}

const rowOf = async (world: Simulated, collection: string, id: number): Promise<object | undefined> =>
  (await exported(world))[collection]?.find((row) => row.id === id)

const limitless = { rateLimit: { enabled: false } }

/** One field of a row of each collection of the default fixture. */
const edits = [
  ['users/1001', { name: 'tenant' }],
  ['network_disks/501', { geolocation: 'Lyon, FR' }],
  ['network_volume_offers/7001', { price_disk: 0.5 }],
  ['templates/9001', { name: 'other' }],
  ['offers/12345678', { gpu_name: 'RTX 5090' }],
  ['volumes/12345', { size: 7 }],
  ['volume_offers/28908979', { size: 9 }],
  ['instances/31', { label: 'b' }],
  ['endpoint_groups/4242', { max_workers: 3 }],
] as const

test.each(edits)('a patch of %s changes %j and nothing else', async (row, patch) => {
  const world = simulate(undefined, limitless)
  const [collection = '', id] = row.split('/')
  const before = await exported(world)
  expect(await edit(world, row, patch)).toEqual({ status: 200, body: { edited: { collection, id: Number(id) } } })
  expect(await exported(world)).toEqual({
    ...before,
    [collection]: before[collection]?.map((each) => (each.id === Number(id) ? { ...each, ...patch } : each)),
  })
})

const hint = (names: string) => `${names}: null unsets a field, and the row does not set it: this changed nothing`

test('null for fields that the row does not set changes nothing, and the answer says so', async () => {
  const world = simulate(undefined, limitless)
  expect(await edit(world, 'instances/31', { actual_status: null })).toEqual({
    status: 200,
    body: { edited: { collection: 'instances', id: 31, hint: hint('actual_status') } },
  })
  expect(await edit(world, 'instances/31', { actual_status: 'loading', logs: null, outputs: null })).toEqual({
    status: 200,
    body: { edited: { collection: 'instances', id: 31, hint: hint('logs, outputs') } },
  })
  const several = { instances: { 31: { actual_status: null } }, templates: { 9001: { tag: 'a' } } }
  expect(await world.control.send('PATCH', '/_sim/state', several)).toEqual({
    status: 200,
    body: {
      edited: [
        { collection: 'templates', id: 9001 },
        { collection: 'instances', id: 31 },
      ],
    },
  })
})

test('null unsets a field, and an edit is there for clients at once', async () => {
  const world = simulate(undefined, limitless)
  expect(await edit(world, 'instances/31', { label: null, disk_space: 77 })).toMatchObject({ status: 200 })
  expect(await world.as('renter-key').get('/api/v0/instances/')).toMatchObject({
    body: { instances: [{ id: 31, label: '', disk_space: 77 }] },
  })
})

test('a field that a fixture pins to null stays so when another one is edited', async () => {
  const pinned = { id: 7, webpage: null, dlperf: null, score: null }
  const world = simulate({ offers: [pinned] }, limitless)
  await edit(world, 'offers/7', { num_gpus: 2 })
  expect(await rowOf(world, 'offers', 7)).toEqual({ ...pinned, num_gpus: 2 })
  await edit(world, 'offers/7', { dlperf: null })
  expect(await rowOf(world, 'offers', 7)).toEqual({ id: 7, webpage: null, score: null, num_gpus: 2 })
})

test('a row goes once nothing rests on it, and its id is never given again', async () => {
  const world = simulate(
    {
      offers: [{ id: 5 }],
      instances: [{ id: 31, user_id: 1001, offer_id: 5 }],
      templates: [{ id: 9, creator_id: 1001, name: 't', image: 'i' }],
      cloud_connections: [{ id: 1, user_id: 1001, cloud_type: 's3', name: 'models' }],
    },
    limitless,
  )
  for (const row of ['templates/9', 'instances/31', 'offers/5', 'cloud_connections/1', 'users/1001']) {
    const [collection = '', id] = row.split('/')
    expect(await remove(world, row)).toEqual({ status: 200, body: { removed: { collection, id: Number(id) } } })
    expect((await world.control.get('/_sim/state')).body).not.toHaveProperty([collection, 0, 'id'], Number(id))
    expect(await edit(world, row, {})).toEqual(refused(404, 'not_found', `${collection} has no row ${id}`))
  }
  expect(await world.as('renter-key').get('/api/v0/instances/')).toMatchObject({ status: 401 })
  expect(await world.as('host-key').post('/api/v0/template/', { name: 'x', image: 'y' })).toMatchObject({
    body: { template: { id: 10 } },
  })
})

test('a reference to nothing is refused, whatever else is changed with it', async () => {
  const world = simulate(
    { offers: [{ id: 5 }], instances: [{ id: 31, user_id: 1001, offer_id: 5, label: 'a' }] },
    limitless,
  )
  for (const patch of [{ offer_id: 6 }, { label: 'b', offer_id: 6 }, { offer_id: 6, label: 'b' }])
    expect(await edit(world, 'instances/31', patch)).toMatchObject({ status: 400 })
  expect(await rowOf(world, 'instances', 31)).toMatchObject({ offer_id: 5, label: 'a' })
})

test('a disk takes its listing along', async () => {
  const world = simulate(undefined, limitless)
  expect(await remove(world, 'network_disks/501')).toMatchObject({ status: 200 })
  expect(await rowOf(world, 'network_volume_offers', 7001)).toBeUndefined()
})

const HASH = '8b1f0c2d9e3a47566574a3e9d2c0f1b8'

/** The default fixture with a second rented offer, and a volume in use. */
async function rented(): Promise<Simulated> {
  const world = simulate(undefined, limitless)
  const { body } = await world.control.get('/_sim/state')
  const state = body as Record<string, object[]>
  const volumes = [{ volume_id: 12345, size: 100, mount_path: '/data' }]
  await world.control.put('/_sim/state', {
    ...state,
    instances: [...(state['instances'] ?? []), { id: 32, user_id: 1002, offer_id: 12345678, volumes }],
    volumes: state['volumes']?.map((row, index) => (index === 0 ? { ...row, volume_offer_id: 28908979 } : row)),
  })
  return world
}

describe('what cannot be done changes nothing and says why', () => {
  const editing: readonly [string, unknown, Answer][] = [
    ['offer/1', {}, refused(404, 'not_found', 'there is no collection "offer"', 'did you mean "offers"?')],
    ['__proto__/1', {}, refused(404, 'not_found', 'there is no collection "__proto__"')],
    ['offers/1', {}, refused(404, 'not_found', 'offers has no row 1')],
    ['offers/12345678', { id: 3 }, refused(400, 'invalid_args', 'id: the row is 12345678, and stays so')],
    [
      'offers/12345678',
      { gpu_nam: 'x', num_gpus: 'two' },
      refused(
        400,
        'invalid_args',
        'num_gpus: expected number, received string; gpu_nam: unknown key "gpu_nam"; did you mean "gpu_name"?',
      ),
    ],
    [
      'instances/31',
      { user_id: 1003 },
      refused(400, 'invalid_args', expect.stringContaining('there is no 1003') as never),
    ],
    [
      'instances/31',
      { offer_id: 12345678 },
      refused(400, 'invalid_args', 'instances 31 offer_id: instances 32 has it already'),
    ],
    [
      'templates/9001',
      { hash_id: HASH },
      refused(400, 'invalid_args', 'templates 9001 hash_id: templates 9002 has it already'),
    ],
    [
      'users/1001',
      { api_keys: [{ key: 'host-key' }] },
      refused(400, 'invalid_args', 'users 1001 api_keys: users 1002 has it already'),
    ],
    [
      'network_disks/501',
      { size: 10 },
      refused(400, 'invalid_args', 'network_volume_offers 7001 size: disk 501 has 10 GB, not 1000'),
    ],
    ['templates/9001', { env: '-e' }, refused(400, 'invalid_args', 'env: -e : expected -e NAME=value')],
  ]
  const removing: readonly [string, Answer][] = [
    ['offer/1', refused(404, 'not_found', 'there is no collection "offer"', 'did you mean "offers"?')],
    ['offers/1', refused(404, 'not_found', 'offers has no row 1')],
    ['users/1001', refused(409, 'conflict', 'users 1001 is in use: templates 9001 names it as creator_id')],
    ['offers/12345680', refused(409, 'conflict', 'offers 12345680 is in use: instances 31 names it as offer_id')],
    ['volumes/12345', refused(409, 'conflict', 'volumes 12345 is in use: instances 32 names it as volumes')],
    [
      'volume_offers/28908979',
      refused(409, 'conflict', 'volume_offers 28908979 is in use: volumes 12345 names it as volume_offer_id'),
    ],
  ]

  test.each(editing)('a patch of %s with %j', async (row, patch, answer) => {
    const world = await rented()
    const before = await world.control.get('/_sim/state')
    expect(await edit(world, row, patch)).toEqual(answer)
    expect(await world.control.get('/_sim/state')).toEqual(before)
  })

  test.each(removing)('a removal of %s', async (row, answer) => {
    const world = await rented()
    const before = await world.control.get('/_sim/state')
    expect(await remove(world, row)).toEqual(answer)
    expect(await world.control.get('/_sim/state')).toEqual(before)
  })
})

test('a row is added with the next id, or the one it names', async () => {
  const world = simulate(undefined, limitless)
  const before = await exported(world)
  const add = (collection: string, row: object) => world.control.post(`/_sim/state/${collection}`, row)
  expect(await add('volumes', { user_id: 1001, size: 3 })).toEqual({
    status: 200,
    body: { added: { collection: 'volumes', id: 12347 } },
  })
  expect(await add('users', { id: 7, name: 'guest' })).toMatchObject({ status: 200, body: { added: { id: 7 } } })
  const after = await exported(world)
  expect(after['volumes']).toEqual([...(before['volumes'] ?? []), { id: 12347, user_id: 1001, size: 3 }])
  expect(after['users']?.[0]).toEqual({ id: 7, name: 'guest', api_keys: [] })
})

test.each([
  ['pets', {}, refused(404, 'not_found', 'there is no collection "pets"')],
  [
    'users',
    { id: 1001, name: 'x' },
    refused(409, 'conflict', 'users has a row 1001', 'PATCH /_sim/state/users/1001 edits it'),
  ],
  ['users', { id: 'x', name: 'x' }, refused(400, 'invalid_args', 'id: is not an id that a row can have')],
  ['volumes', { size: 3, user_id: 5 }, refused(400, 'invalid_args', 'volumes 12347 user_id: there is no 5 in users')],
] as const)('a row of %s that is %j is refused, and nothing is added', async (collection, row, answer) => {
  const world = simulate(undefined, limitless)
  const before = await exported(world)
  expect(await world.control.post(`/_sim/state/${collection}`, row)).toEqual(answer)
  expect(await exported(world)).toEqual(before)
})
