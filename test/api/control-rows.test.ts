import { expect, test } from 'vitest'
import { simulate, type Simulated } from '../support/simulate.ts'

const edit = ({ control }: Simulated, body: unknown) => control.send('PATCH', '/_sim/state', body)
const state = async ({ control }: Simulated) => (await control.get('/_sim/state')).body

test('several rows are changed at once, and only the fields that are named', async () => {
  const world = simulate()
  const before = (await state(world)) as Record<string, { id: number }[]>
  const patches = {
    instances: { 31: { label: 'b', disk_space: 77 } },
    offers: { 12345678: { gpu_name: 'H100' }, 12345679: { num_gpus: 2 } },
  }
  expect(await edit(world, patches)).toEqual({
    status: 200,
    body: {
      edited: [
        { collection: 'offers', id: 12345678 },
        { collection: 'offers', id: 12345679 },
        { collection: 'instances', id: 31 },
      ],
    },
  })
  const merged = (name: keyof typeof patches) =>
    before[name]?.map((row) => ({ ...row, ...new Map(Object.entries(patches[name])).get(String(row.id)) }))
  expect(await state(world)).toEqual({ ...before, instances: merged('instances'), offers: merged('offers') })
})

test('rows that name each other are changed together', async () => {
  const listings = [
    { id: 7, disk_id: 1, size: 10, price_disk: 0.1 },
    { id: 8, disk_id: 2, size: 10, price_disk: 0.1 },
  ]
  const disks = [1, 2].map((id) => ({ id, user_id: 1001, size: 100 }))
  const world = simulate({ network_disks: disks, network_volume_offers: listings })
  expect(await edit(world, { network_volume_offers: { 7: { disk_id: 2 } } })).toMatchObject({ status: 400 })
  const swapped = { network_volume_offers: { 7: { disk_id: 2 }, 8: { disk_id: 1 } } }
  expect(await edit(world, swapped)).toMatchObject({ status: 200 })
  expect(await state(world)).toMatchObject({
    network_volume_offers: [
      { id: 7, disk_id: 2 },
      { id: 8, disk_id: 1 },
    ],
  })
})

test.each([
  [{ instances: { 31: { label: 'b' }, 99: { label: 'c' } } }, 404, /^instances has no row 99$/],
  [{ instances: { 31: { user_id: 5 } }, offers: { 12345678: { num_gpus: 2 } } }, 400, /^instances 31 user_id: /],
  [{ instances: { 31: { label: 'b', id: 32 } } }, 400, /names an id/],
  [{ instances: { 31: {} } }, 400, /changes nothing/],
  [{ instance: { 31: { label: 'b' } } }, 400, /instance.*did you mean "instances"/],
] as const)('%j is refused whole, and what is wrong is named', async (body, status, message) => {
  const world = simulate()
  const before = await state(world)
  const { status: answered, body: said } = await edit(world, body)
  expect(answered).toBe(status)
  expect((said as { msg: string }).msg).toMatch(message)
  expect(await state(world)).toEqual(before)
})
