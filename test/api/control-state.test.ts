import { expect, test } from 'vitest'
import { type Answer, searchPath, simulate, users } from '../support/simulate.ts'

const control = (status: number, error: string, msg: unknown): Answer => ({ status, body: { error, msg } })
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern)
const starting = (text: string): RegExp => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
/** Of template 9002 of the default fixture. */
const HASH = '8b1f0c2d9e3a47566574a3e9d2c0f1b8'
const template = { id: 9001, creator_id: 1001, name: 'trainer', image: 'library/ubuntu', private: true }

test('an exported state, imported elsewhere, is the same state and goes on alike', async () => {
  const source = simulate()
  const { as, control: calls } = source
  await as('renter-key').post('/api/v0/template/', { name: 'x', image: 'y', env: '-e A=1' })
  await as('renter-key').delete('/api/v0/template/', { template_id: 9001 })
  await as('renter-key').put('/api/v0/asks/12345678/', { image: 'library/ubuntu' })
  await as('host-key').post('/api/v0/network_volume/', { disk_id: 502 })
  await as('host-key').post('/api/v0/network_volumes/unlist/', { id: 7001 })
  const exported = await calls.get('/_sim/state')
  expect(exported.status).toBe(200)

  const target = simulate(undefined, { fixture: 'empty', seed: 'another' })
  expect(await target.control.put('/_sim/state', exported.body)).toEqual({ status: 200, body: { imported: true } })
  expect(await target.control.get('/_sim/state')).toEqual(exported)
  await target.control.put('/_sim/state', exported.body)
  expect(await target.control.get('/_sim/state')).toEqual(exported)

  for (const world of [source, target]) await world.control.post('/_sim/clock/advance', { seconds: 60 })
  /** Reads the rows and invents more. */
  const goOn = async ({ as: client }: typeof source) => [
    await client('renter-key').get(searchPath({})),
    await client('renter-key').post('/api/v0/network_volumes/search/', { q: {} }),
    await client('renter-key').get('/api/v0/instances/'),
    await client('renter-key').post('/api/v0/template/', { name: 'later', image: 'y' }),
    await client('host-key').put('/api/v0/template/', { hash_id: HASH, env: '-e B=2' }),
    await client('renter-key').put('/api/v0/asks/12345679/', { image: 'library/ubuntu' }),
    await client('host-key').post('/api/v0/network_volume/', { disk_id: 501 }),
  ]
  const next = await goOn(source)
  expect(next.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200])
  expect(JSON.stringify(await goOn(target))).toBe(JSON.stringify(next))
})

test('an import replaces the data, while time and limits go on', async () => {
  const { as, control: calls } = simulate({ templates: [template] })
  await calls.post('/_sim/clock/advance', { seconds: 30 })
  expect((await as('renter-key').get('/api/v0/instances/')).status).toBe(200)
  expect(await calls.put('/_sim/state', { users })).toMatchObject({ status: 200 })
  expect(await calls.get('/_sim/clock')).toMatchObject({ body: { now: '2026-01-01T00:00:30.000Z' } })
  expect((await as('renter-key').get('/api/v0/instances/')).status).toBe(429)
  expect((await calls.get('/_sim/state')).body).toMatchObject({ templates: [] })
})

test('no key and no registry password is ever exported', async () => {
  const { as, control: calls } = simulate({ templates: [{ ...template, docker_login_pass: 'hunter2-of-the-fixture' }] })
  const body = { name: 'x', image: 'y', docker_login_pass: 'hunter2-of-the-request' }
  expect((await as('renter-key').post('/api/v0/template/', body)).status).toBe(200)
  const exported = await calls.get('/_sim/state')
  const text = JSON.stringify(exported.body)
  for (const secret of ['renter-key', 'host-key', 'hunter2']) expect(text).not.toContain(secret)

  const target = simulate(undefined, { fixture: 'empty' })
  await target.control.put('/_sim/state', exported.body)
  expect(await target.control.get('/_sim/state')).toEqual(exported)
  expect((await target.as('renter-key').get('/api/v0/template/')).status).toBe(200)
})

test('a document that cannot be imported changes nothing and every problem is named', async () => {
  const { control: calls } = simulate()
  const before = await calls.get('/_sim/state')
  const refusals: [object, string][] = [
    [
      {
        users,
        network_disks: [{ id: 5, user_id: 1002, size: 100 }],
        network_volume_offers: [{ id: 5, disk_id: 5, size: 101 }],
      },
      'network_volume_offers.0.size: disk 5 has 100 GB, not 101',
    ],
    [
      { users: [...users, { id: 3, name: 'thief', api_keys: [{ key: 'host-key' }] }] },
      'users.2.api_keys.0: is a key of host already',
    ],
  ]
  for (const [document, msg] of refusals) {
    expect(await calls.put('/_sim/state', document)).toEqual(control(400, 'invalid_args', like(starting(msg))))
    expect(await calls.get('/_sim/state')).toEqual(before)
  }
  const twoProblems = { users: [{ id: 0, name: 'a' }], volumes: [{ id: 1, user_id: 1, size: 'big' }] }
  expect(await calls.put('/_sim/state', twoProblems)).toEqual(
    control(400, 'invalid_args', like(/^users\.0\.id: .*\nvolumes\.0\.size: expected number, received string$/)),
  )
})

test('an import without a document is refused and changes nothing', async () => {
  const { control: calls } = simulate()
  const before = await calls.get('/_sim/state')
  for (const document of [undefined, null]) {
    expect(await calls.put('/_sim/state', document)).toEqual({
      status: 400,
      body: { error: 'invalid_args', msg: 'the body is not a fixture document', hint: 'GET /_sim/state shows one' },
    })
    expect(await calls.get('/_sim/state')).toEqual(before)
  }
})
