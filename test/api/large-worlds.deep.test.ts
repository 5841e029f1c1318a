import { expect, test } from 'vitest'
import { type Answer, type Simulated, simulate } from '../support/simulate.ts'

const LARGE = 3000

const worldOf = (count: number): Simulated =>
  simulate({ generate: { offers: count, network_volume_offers: count } }, { seed: 'seed' })

const searches = [
  { limit: 3 },
  { order: [['storage_cost', 'asc']], limit: 10 },
  {
    geolocation: { in: ['NO', 'JP'] },
    order: [
      ['verified', 'desc'],
      ['disk_bw', 'asc'],
    ],
  },
  { inet_up: { gte: 4900 }, duration: { gte: 1 }, order: [['nw_disk_max_bw', 'desc']] },
  { geolocation: { eq: 'XX' }, order: [['inet_down', 'asc']] },
]
const search = (sim: Simulated, q: object = {}): Promise<Answer> =>
  sim.as('renter-key').post('/api/v0/network_volumes/search/', { q })

/** The answers to all searches, with the rules that shaped them. */
async function found(sim: Simulated, inTurn = searches): Promise<ReadonlyMap<object, unknown>> {
  const answers = new Map<object, unknown>()
  for (const q of inTurn) answers.set(q, { ...(await search(sim, q)), rules: sim.last().rules })
  return answers
}

async function page(sim: Simulated, query: string): Promise<string> {
  return (await sim.simulator.fetch(`/_sim/state/${query}`)).text()
}

const STATE_SEARCHES = ['network_disks?text=oslo', 'offers?text=0.95', 'offers?text=no']
const pages = (sim: Simulated) => Promise.all(STATE_SEARCHES.map((query) => page(sim, query)))

test('a search finds the same whatever was invented before it: nothing, whole rows, or the fields of other searches', async () => {
  const expected = await found(worldOf(LARGE))
  expect(await found(worldOf(LARGE), searches.toReversed())).toEqual(expected)
  const seen = worldOf(LARGE)
  for (const collection of ['network_disks', 'network_volume_offers']) await page(seen, collection)
  expect(await found(seen)).toEqual(expected)
})

test('a search in State finds the same before and after searches of clients', async () => {
  const [fresh, searched] = [worldOf(LARGE), worldOf(LARGE)]
  await found(searched)
  const expected = await pages(fresh)
  expect(await pages(searched)).toEqual(expected)
  expect(await pages(fresh)).toEqual(expected)
})

test('a first search that several send at once, in two sandboxes, finds the same for all', async () => {
  const sim = worldOf(LARGE)
  const q = { order: [['storage_cost', 'asc']], limit: 10 }
  const elsewhere = sim.as('renter-key').post('/~other/api/v0/network_volumes/search/', { q })
  const [first, ...others] = await Promise.all([search(sim, q), elsewhere, search(sim, q)])
  expect(first).toEqual(await search(worldOf(LARGE), q))
  for (const other of others) expect(other).toEqual(first)
})

test('a first search under a fault gets what a later one gets', async () => {
  const sim = worldOf(LARGE)
  await sim.control.post('/_sim/faults', { name: 'lost', effect: { status: 503, stream: 'after' } })
  const first = await search(sim)
  expect(first.status).toBe(503)
  expect(await search(sim)).toEqual(first)
  expect(sim.simulator.journal.list().map(({ fault }) => fault)).toEqual([
    expect.objectContaining({ name: 'lost', happened: true }),
    expect.objectContaining({ name: 'lost', happened: true }),
  ])
})
