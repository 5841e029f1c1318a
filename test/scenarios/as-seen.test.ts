import { expect, test } from 'vitest'
import { list } from '../support/list-instances.ts'
import { refused, rented } from '../support/rent-offer.ts'
import { simulate, type Simulated } from '../support/simulate.ts'

const OFFER = '/api/v0/asks/12345678/'
const image = 'library/ubuntu'
const under = (scenario: string, params: object = {}): Promise<Simulated> => started(simulate(), scenario, params)

async function started(world: Simulated, name: string, params: object): Promise<Simulated> {
  expect((await world.control.put('/_sim/scenario', { name, params })).status).toBe(200)
  return world
}

const advance = ({ control }: Simulated, seconds: number) => control.post('/_sim/clock/advance', { seconds })
const statuses = async ({ as }: Simulated, id: number) => {
  const row = (await list(as('renter-key'))).find((each) => each.id === id)
  return [row?.actual_status, row?.cur_state, row?.next_state, row?.intended_status]
}

test('listing-v0-retired: the listing is gone, version 1 and the single instance are not', async () => {
  const world = await under('listing-v0-retired')
  const renter = world.as('renter-key')
  expect(await renter.get('/api/v0/instances/')).toMatchObject({
    status: 410,
    body: { success: false, error: 'deprecated_endpoint' },
  })
  expect(world.last().basis).toBe('injected')
  expect(await renter.get('/api/v1/instances/')).toMatchObject({ status: 200, body: { total_instances: 1 } })
  expect(await renter.get('/api/v0/instances/31/')).toMatchObject({ status: 200, body: { instances: { id: 31 } } })
})

test('gone-for-a-moment: an instance is null once at first and once later, and lives', async () => {
  const world = await under('gone-for-a-moment')
  const seen = []
  for (let look = 0; look < 6; look += 1) {
    const { body } = await world.as('renter-key').get('/api/v0/instances/31/')
    seen.push((body as { instances: object | null }).instances === null)
  }
  expect(seen).toEqual([true, false, false, true, false, false])
})

test('rented-but-stopped: the rent succeeds, and the instance does not run', async () => {
  const world = await under('rented-but-stopped')
  expect(await world.as('renter-key').put(OFFER, { image })).toEqual(rented(32))
  expect(await statuses(world, 32)).toEqual(['loading', 'stopped', 'stopped', 'stopped'])
  await advance(world, 3600)
  expect(await statuses(world, 32)).toEqual(['loading', 'stopped', 'stopped', 'stopped'])
})

test('outbid: the instance exits, and runs again when its bid wins', async () => {
  const world = await under('outbid')
  expect(await statuses(world, 41)).toEqual(['running', 'running', 'running', 'running'])
  await advance(world, 60)
  expect(await statuses(world, 41)).toEqual(['exited', 'stopped', 'stopped', 'stopped'])
  await advance(world, 540)
  expect(await statuses(world, 41)).toEqual(['running', 'running', 'running', 'running'])
})

test('abandoned-boot: the instance stays created, and is stopped in all else', async () => {
  const world = await under('abandoned-boot', { message: 'no devices' })
  expect(await statuses(world, 42)).toEqual(['created', 'stopped', 'running', 'running'])
  await advance(world, 30)
  expect((await list(world.as('renter-key')))[0]).toMatchObject({
    id: 42,
    actual_status: 'created',
    cur_state: 'stopped',
    next_state: 'stopped',
    intended_status: 'stopped',
    status_msg: expect.stringMatching(/no devices$/) as string,
  })
})

test.each(['pull rate limit', 'manifest unknown', 'unauthorized', 'no space left on device'])(
  'image-pull-fails: the instance keeps loading, and says %s',
  async (message) => {
    const world = await under('image-pull-fails', { message })
    await advance(world, 30)
    expect((await list(world.as('renter-key')))[0]).toMatchObject({
      id: 43,
      actual_status: 'loading',
      status_msg: `Error response from daemon: ${message}`,
    })
  },
)

test('no-credit: a rent is refused, and a listing is not', async () => {
  const { simulator } = await under('no-credit')
  const headers = { authorization: 'Bearer renter-key', 'content-type': 'application/json' }
  const rent = await simulator.fetch(OFFER, { method: 'PUT', headers, body: JSON.stringify({ image }) })
  expect({ status: rent.status, body: await rent.json() }).toEqual(
    refused(400, 'insufficient_credit', 'Your account lacks credit; see the billing page.'),
  )
  expect((await simulator.fetch('/api/v0/instances/', { headers })).status).toBe(200)
})

test('rate-limit-with-headers: the first is refused as it was seen, the next is served', async () => {
  const { simulator } = await under('rate-limit-with-headers')
  const ask = () => simulator.fetch('/api/v0/instances/', { headers: { authorization: 'Bearer renter-key' } })
  const first = await ask()
  const told = ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-sim-basis']
  expect([first.status, ...told.map((name) => first.headers.get(name))]).toEqual([
    429,
    '10',
    '5.0',
    '0',
    '1767225610',
    'injected',
  ])
  expect(await first.json()).toMatchObject({ error: 'HTTPTooManyRequests', retry_after: 10, limit: 5, remaining: 0 })
  await simulator.clock.advance(10)
  expect((await ask()).status).toBe(200)
})
