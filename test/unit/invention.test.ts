import { expect, test } from 'vitest'
import { Invention, defineInvention } from '../../src/kernel/invention.ts'
import { simulate } from '../support/simulate.ts'

const EPOCH_SECONDS = 1_767_225_600
const world = (seed: string) => new Invention(seed, EPOCH_SECONDS)
const amount = (invention: Invention, collection: string, id: number, field: string) =>
  invention.draw(collection, id)(field, (f) => f.number.int({ max: 1_000_000_000 }))

test('the same seed, collection, id and field give the same value', () => {
  expect(amount(world('s'), 'offers', 1, 'size')).toBe(amount(world('s'), 'offers', 1, 'size'))
})

test('another seed, collection, id or field gives another value', () => {
  const values = [
    amount(world('s'), 'offers', 1, 'size'),
    amount(world('t'), 'offers', 1, 'size'),
    amount(world('s'), 'disks', 1, 'size'),
    amount(world('s'), 'offers', 2, 'size'),
    amount(world('s'), 'offers', 1, 'price'),
  ]
  expect(new Set(values).size).toBe(values.length)
})

test('a value does not depend on what was drawn before, or on how much', () => {
  const fresh = amount(world('s'), 'offers', 1, 'size')
  const invention = world('s')
  const draw = invention.draw('offers', 1)
  draw('name', (f) => Array.from({ length: 1000 }, () => f.number.int()))
  amount(world('other'), 'offers', 1, 'size')
  expect(draw('size', (f) => f.number.int({ max: 1_000_000_000 }))).toBe(fresh)
})

test('a completed row is kept with the row, for each world apart', () => {
  let calls = 0
  const complete = defineInvention('things', (draw, row: { id: number; size?: number }) => {
    calls++
    return { size: draw('size', (f) => f.number.int()), ...row }
  })
  const [a, b, row] = [world('a'), world('b'), { id: 1 }]
  expect(complete(a, row)).toBe(complete(a, row))
  expect(calls).toBe(1)
  expect(complete(b, row)).not.toEqual(complete(a, row))
  expect(complete(a, { id: 1 })).toEqual(complete(a, row))
  expect(complete(a, { id: 1, size: 5 })).toEqual({ id: 1, size: 5 })
})

const offers = [
  { id: 600, host_id: 1002 },
  { id: 601, host_id: 1002 },
]
const instance = { id: 31, user_id: 1001, offer_id: 600 }

async function seen(rows: object, seed = 'seed'): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { body } = await simulate(rows, { seed }).as('renter-key').get('/api/v0/instances/')
  return (body as { instances: Record<string, unknown>[] }).instances.find(({ id }) => id === 31)
}

test('one more row changes nothing about another', async () => {
  const others = {
    offers: [{ id: 599, host_id: 1002 }, ...offers],
    instances: [{ ...instance, id: 30, offer_id: 601 }, instance],
  }
  expect(await seen(others)).toEqual(await seen({ offers, instances: [instance] }))
})

test('one more field changes only itself', async () => {
  const plain = await seen({ offers, instances: [instance] })
  expect(await seen({ offers, instances: [{ ...instance, gpu_util: 0.25, ssh_port: 2222 }] })).toEqual({
    ...plain,
    gpu_util: 0.25,
    ssh_port: 2222,
  })
  const [first, second] = offers
  expect(await seen({ offers: [{ ...first, disk_bw: 7 }, second], instances: [instance] })).toEqual({
    ...plain,
    disk_bw: 7,
  })
})

/** Two answers after some calls. */
const bytes = async (calls: number) => {
  const { simulator } = simulate(undefined, { seed: 'seed', rateLimit: { enabled: false } })
  const ask = async (path: string) =>
    (
      await simulator.fetch(new Request(`http://sim.test${path}`, { headers: { Authorization: 'Bearer renter-key' } }))
    ).text()
  for (let call = 0; call < calls; call++) await ask('/api/v0/template/')
  return [await ask('/api/v0/instances/'), await ask('/api/v0/template/')]
}

test('one more call changes nothing, and the same seed and requests give the same bytes', async () => {
  expect(await bytes(3)).toEqual(await bytes(0))
})

test('another seed invents other values', async () => {
  const rows = { offers, instances: [instance] }
  expect(await seen(rows, 'other')).not.toEqual(await seen(rows))
})
