import { expect, test } from 'vitest'
import { gpus } from '../../src/marketplace/instances/gpus.ts'
import { list, rows } from '../support/list-instances.ts'
import { absent, proves } from '../support/proves.ts'
import { simulate } from '../support/simulate.ts'

const rented = (instance: object, offer: object = {}) => ({
  offers: [{ id: 600, host_id: 1002, ...offer }],
  instances: [{ id: 31, user_id: 1001, offer_id: 600, ...instance }],
})

const observed = { dialect: 'observed' } as const

const load = ['cpu_util', 'gpu_util', 'mem_usage', 'vmem_usage'] as const

for (const status of ['created', 'loading', 'stopped', 'exited', 'offline']) {
  proves('instances.list.idle', `an instance that is ${status} uses nothing but its disk`, async ({ simulate }) => {
    const [idle] = await list(simulate(rented({ actual_status: status })).as('renter-key'))
    expect(load.map((name) => idle?.[name])).toEqual([0, 0, 0, 0])
    expect(idle?.['gpu_temp']).toBeGreaterThanOrEqual(26)
    expect(idle?.['gpu_temp']).toBeLessThanOrEqual(38)
  })
}

absent('instances.list.idle', 'an instance that runs has the load that was invented', async ({ simulate }) => {
  const [running] = await list(simulate(rented({})).as('renter-key'))
  for (const name of load) expect(running?.[name]).toBeGreaterThan(0)
})

test('a load that a fixture writes is shown whether the instance runs or not', async () => {
  const written = { cpu_util: 0.5, gpu_util: 0.25, mem_usage: 3, vmem_usage: 0.75, gpu_temp: 71 }
  for (const status of ['running', 'exited']) {
    const [shown] = await list(simulate(rented({ actual_status: status, ...written })).as('renter-key'))
    expect(shown).toMatchObject(written)
  }
})

proves(
  'instances.list.unknown-gpu',
  'a GPU of an unknown name has the figures of an RTX 3090, in a listing and in a search; the answer names it, a finding once',
  async ({ simulate }) => {
    const { as, last, control } = simulate(rented({}, { gpu_name: 'Foo 9000' }), { rateLimit: { enabled: false } })
    const client = as('renter-key')
    const [unknown] = await list(client)
    expect(unknown).toMatchObject({ gpu_name: 'Foo 9000', gpu_ram: 24_576, gpu_mem_bw: 936 })
    expect(last().hint).toBe('no figures are known for the GPU Foo 9000: it has those of an RTX 3090')
    await list(client)
    const { body } = await control.get('/_sim/findings')
    expect(body).toMatchObject({ findings: [{ kind: 'unknown-gpu', times: 2, exchange: 1 }] })
  },
)

proves('instances.list.unknown-gpu', 'a search for offers shows it too', async ({ simulate }) => {
  const { as } = simulate({ offers: [{ id: 600, host_id: 1002, gpu_name: 'Foo 9000' }] }, observed)
  const found = await as('renter-key').post('/api/v0/bundles/', { gpu_name: { eq: 'Foo 9000' } })
  expect(found.body).toMatchObject({ offers: [{ gpu_ram: 24_576 }] })
})

absent('instances.list.unknown-gpu', 'known GPUs have figures of their own', async ({ simulate }) => {
  const { as, last } = simulate({
    offers: gpus.map(({ name }, at) => ({ id: 600 + at, host_id: 1002, gpu_name: name, num_gpus: 1 })),
    instances: gpus.map((_, at) => ({ id: 1 + at, user_id: 1001, offer_id: 600 + at })),
  })
  const shown = await list(as('renter-key'))
  expect(shown.map(({ gpu_name, gpu_ram, gpu_mem_bw }) => [gpu_name, gpu_ram, gpu_mem_bw])).toEqual(
    gpus.map(({ name, ram, bandwidth }) => [name, ram, bandwidth]),
  )
  expect(last().hint).toBeNull()
})

test('at least 40 GPUs are known, each once, and an offer that names none gets one of them', async () => {
  const names = gpus.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(40)
  const [first] = await list(simulate(rows).as('renter-key'))
  expect(names).toContain(first?.['gpu_name'])
})
