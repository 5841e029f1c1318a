import { describe, expect, test } from 'vitest'
import type { SimulatorOptions } from '../../src/index.ts'
import { call, people, simulatorOf } from '../support/fixture-files.ts'

interface Invented {
  readonly listings: ReadonlyMap<number, unknown>
  readonly templates: ReadonlyMap<number, unknown>
  readonly rented: unknown
}

/** What clients see of generated rows: everything that is invented about them included. */
async function inventedFrom(fixture: string, options: SimulatorOptions = {}): Promise<Invented> {
  const simulator = simulatorOf({ 'people.yaml': people, 'mine.yaml': fixture }, options)
  const search = await call(simulator, 'POST', '/api/v0/network_volumes/search/', { q: { limit: 1000 } })
  const { offers } = search.body as { offers: readonly { ask_contract_id: number }[] }
  const { templates } = (await call(simulator, 'GET', '/api/v0/template/')).body as {
    templates: readonly { id: number }[]
  }
  const rent = await call(simulator, 'PUT', `/api/v0/asks/${FIRST + 2}/`, { image: 'library/ubuntu' })
  expect(rent.status).toBe(200)
  const { instances } = (await call(simulator, 'GET', '/api/v0/instances/')).body as {
    instances: readonly object[]
  }
  expect({ listings: offers.length > 0, templates: templates.length > 0, instances: instances.length }).toEqual({
    listings: true,
    templates: true,
    instances: 1,
  })
  return {
    listings: new Map(offers.map((offer) => [offer.ask_contract_id, offer])),
    templates: new Map(templates.map((template) => [template.id, template])),
    rented: instances[0],
  }
}

/** The id of the first generated row. */
const FIRST = 50_000_001
const FOUR = 'generate: { offers: 4, network_volume_offers: 4, templates: 4 }\n'
const ascending = (a: number, b: number): number => a - b
const ids = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => FIRST + index)

describe('generated rows', () => {
  test('are the same for the same seed', async () => {
    const once = await inventedFrom(FOUR)
    expect([...once.listings.keys()].toSorted(ascending)).toEqual(ids(4))
    expect([...once.templates.keys()].toSorted(ascending)).toEqual(ids(4))
    expect(await inventedFrom(FOUR)).toEqual(once)
  })

  test('are others for another seed', async () => {
    const { listings, templates, rented } = await inventedFrom(FOUR, { seed: 'another' })
    const usual = await inventedFrom(FOUR)
    expect(listings).not.toEqual(usual.listings)
    expect(templates).not.toEqual(usual.templates)
    expect(rented).not.toEqual(usual.rented)
  })

  test('do not move when more are asked for', async () => {
    const few = await inventedFrom(FOUR)
    const many = await inventedFrom('generate: { offers: 40, network_volume_offers: 40, templates: 40 }')
    expect([...many.listings.keys()].toSorted(ascending)).toEqual(ids(40))
    for (const id of ids(4)) {
      expect(many.listings.get(id)).toEqual(few.listings.get(id))
      expect(many.templates.get(id)).toEqual(few.templates.get(id))
    }
    expect(many.rented).toEqual(few.rented)
  })

  test('do not move when one of them is written out, which wins', async () => {
    const usual = await inventedFrom(FOUR)
    const id = FIRST + 1
    const mixed = await inventedFrom(`${FOUR}offers: [{ id: ${id}, host_id: 1002, gpu_name: L40S }, { id: 3 }]
network_disks: [{ id: ${id}, user_id: 1002, size: 77 }, { id: 3, user_id: 1002, size: 5 }]
network_volume_offers: [{ id: ${id}, disk_id: ${id} }, { id: 3, disk_id: 3 }]
templates: [{ id: ${id}, creator_id: 1001, name: mine, image: i, private: false }, { id: 3, creator_id: 1001, name: m, image: i }]
`)
    expect([...mixed.listings.keys()].toSorted(ascending)).toEqual([3, ...ids(4)])
    expect([...mixed.templates.keys()].toSorted(ascending)).toEqual([3, ...ids(4)])
    expect(mixed.listings.get(id)).toMatchObject({ disk_space: 77 })
    expect(mixed.templates.get(id)).toMatchObject({ name: 'mine' })
    for (const other of ids(4).filter((each) => each !== id)) {
      expect(mixed.listings.get(other)).toEqual(usual.listings.get(other))
      expect(mixed.templates.get(other)).toEqual(usual.templates.get(other))
    }
    expect(mixed.rented).toEqual(usual.rented)
  })
})
