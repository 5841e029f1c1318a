import { expect, test } from 'vitest'
import { list } from '../support/list-instances.ts'
import { refused, rented, stateOf } from '../support/rent-offer.ts'
import { simulate, type Simulated } from '../support/simulate.ts'

const OFFER = '/api/v0/asks/12345678/'
const image = 'library/ubuntu'
const under = (scenario: string) => simulate(undefined, { scenario })
const rent = ({ as }: Simulated, path = OFFER, body: object = { image }) => as('renter-key').put(path, body)
const advance = ({ control }: Simulated, seconds: number) => control.post('/_sim/clock/advance', { seconds })
const shown = async ({ as }: Simulated) =>
  (await list(as('renter-key'))).map(({ id, actual_status }) => [id, actual_status])

test('rent-with-template-id-refused: a rent that is in order is refused as misuse, and rents nothing', async () => {
  const world = under('rent-with-template-id-refused')
  expect(await rent(world)).toEqual(
    refused(400, 'invalid_args', 'template_id in place of template_hash_id is an error.'),
  )
  expect(world.last().basis).toBe('injected')
  expect(await shown(world)).toEqual([[31, 'running']])
})

test('offer-unknown: the remembered offer is unknown, the one there is can be rented', async () => {
  const world = under('offer-unknown')
  expect(await rent(world)).toEqual(
    refused(400, 'invalid_args', 'error 404/3603: no_such_ask  Instance type by id 12345678 is not available.'),
  )
  expect(world.last().rules).toContain('instances.create.offer-unknown')
  expect(await rent(world, '/api/v0/asks/12345679/')).toEqual(rented(1))
})

test('offer-gone: the offer is rented by someone else, the next one is free', async () => {
  const world = under('offer-gone')
  expect(await rent(world)).toEqual(
    refused(410, 'no_such_ask', 'error 410/3907: no_such_ask Instance type 12345678 is no longer available.'),
  )
  expect(world.last().basis).toBe('assumed')
  expect(await rent(world, '/api/v0/asks/12345679/')).toEqual(rented(78))
  expect(await shown(world)).toEqual([[78, 'running']])
})

test('offer-gone: the offer may have the id that a client uses', async () => {
  const world = simulate()
  await world.control.put('/_sim/scenario', { name: 'offer-gone', params: { offer_id: 5 } })
  expect(await rent(world, '/api/v0/asks/5/')).toMatchObject({ status: 410 })
})

test('offer-vanishes: the offer is there until its time has come, then it is unknown', async () => {
  const world = under('offer-vanishes')
  await advance(world, 9)
  expect((await stateOf(world)).offers).toContainEqual(expect.objectContaining({ id: 12345678 }))
  expect((await advance(world, 1)).body).toMatchObject({
    happened: [{ at: '2026-01-01T00:00:10.000Z', text: 'offers 12345678 disappears' }],
  })
  expect(await rent(world)).toEqual(
    refused(400, 'invalid_args', 'error 404/3603: no_such_ask  Instance type by id 12345678 is not available.'),
  )
})

test('offer-vanishes: a rent that comes in time succeeds and lasts', async () => {
  const world = under('offer-vanishes')
  await advance(world, 9.999)
  expect(await rent(world)).toEqual(rented(32))
  await advance(world, 10)
  expect(await shown(world)).toEqual([
    [31, 'running'],
    [32, 'running'],
  ])
})

test('offer-snatched: someone else rents the offer while a client decides', async () => {
  const world = under('offer-snatched')
  expect((await advance(world, 10)).body).toMatchObject({
    happened: [{ text: 'instances 900 gets user_id, offer_id' }],
  })
  expect(await rent(world)).toEqual(
    refused(410, 'no_such_ask', 'error 410/3907: no_such_ask Instance type 12345678 is no longer available.'),
  )
  expect(await shown(world)).toEqual([[31, 'running']])
  expect(await list(world.as('host-key'))).toMatchObject([{ id: 900, gpu_name: 'RTX 4090' }])
})

test('lost-reply-on-rent: the instance is there though the connection broke, and a repeat finds the offer gone', async () => {
  const world = under('lost-reply-on-rent')
  await expect(rent(world)).rejects.toMatchObject({ cause: { message: 'read ECONNRESET' } })
  expect(await shown(world)).toEqual([
    [31, 'running'],
    [32, 'running'],
  ])
  expect(await rent(world)).toEqual(
    refused(410, 'no_such_ask', 'error 410/3907: no_such_ask Instance type 12345678 is no longer available.'),
  )
  expect((await world.control.get('/_sim/faults')).body).toMatchObject({
    faults: [{ name: 'reply-lost', matched: 2, fired: 1 }],
  })
})

test("volume-of-someone-else: neither another's volume nor more than the offer has is attached", async () => {
  const world = under('volume-of-someone-else')
  const attach = (volume_info: object) => rent(world, OFFER, { image, volume_info })
  const link = await attach({ create_new: false, volume_id: 12345, mount_path: '/data' })
  expect(link).toEqual(refused(403, 'not_authorized', expect.any(String)))
  expect(world.last().rules).toContain('instances.create.volume-not-owned')
  const create = await attach({ create_new: true, volume_id: 28908979, size: 6, mount_path: '/data' })
  expect(create).toEqual(refused(400, 'invalid_args', expect.any(String)))
  expect(world.last().rules).toContain('instances.create.volume-size')
  expect((await stateOf(world)).instances).toEqual([])
})

test('slow-boot: the instance is created, loading, and runs after the given time', async () => {
  const world = simulate(undefined, { rateLimit: { enabled: false } })
  await world.control.put('/_sim/scenario', { name: 'slow-boot', params: { seconds: 60 } })
  expect(await rent(world)).toEqual(rented(32))
  const own = async () => (await shown(world)).at(-1)
  expect(await own()).toEqual([32, 'created'])
  await advance(world, 30)
  expect(await own()).toEqual([32, 'loading'])
  expect((await advance(world, 30)).body).toMatchObject({ happened: [{ text: 'instance 32 runs' }] })
  expect(await own()).toEqual([32, 'running'])
})

test('boot-by-polling: the instance runs after so many reads, and the clock stands still', async () => {
  const world = under('boot-by-polling')
  await rent(world)
  const seen = []
  for (let read = 0; read < 5; read += 1) seen.push((await shown(world)).at(-1)?.[1])
  expect(seen).toEqual(['created', 'created', 'loading', 'loading', 'running'])
})

test('boot-never-ends: the instance is still created after a day', async () => {
  const world = under('boot-never-ends')
  await rent(world)
  expect((await advance(world, 86_400)).body).toMatchObject({ happened: [] })
  expect(await shown(world)).toEqual([
    [31, 'running'],
    [32, 'created'],
  ])
})
