import { expect } from 'vitest'
import { absent, proves } from '../support/proves.ts'

const observed = { dialect: 'observed' } as const
type Fields = Readonly<Record<string, unknown>>

const slowly = {
  name: 'slowly',
  description: 'boots',
  progression: { instances: { mode: 'after', seconds: 100 } },
} as const

const figures = ['gpu_util', 'gpu_temp', 'mem_limit', 'mem_usage', 'vmem_usage'] as const

proves('instances.list.telemetry', 'a boot begins with nothing measured, and a stop leaves what was', async (given) => {
  const { as, control } = given.simulate({ offers: [{ id: 600 }] }, { ...observed, scenario: slowly })
  const renter = as('renter-key')
  const { body } = await renter.put('/api/v0/asks/600/', { image: 'ubuntu:22.04', runtype: 'ssh' })
  const { new_contract: id } = body as { new_contract: number }
  const at = `/api/v0/instances/${id}/`
  const state = async (advanceSeconds = 0) => {
    await control.post('/_sim/clock/advance', { seconds: advanceSeconds })
    const { instances } = (await renter.get(at)).body as { instances: Fields }
    return instances
  }
  const silent = await state()
  expect([silent['actual_status'], silent['status_msg']]).toEqual([null, null])
  for (const name of figures) expect(silent[name]).toBeNull()
  expect(silent).toMatchObject({ cpu_util: 0, disk_util: -1, disk_usage: -1 })
  expect(await state(20)).toMatchObject({ actual_status: 'created', status_msg: null })
  expect(await state(40)).toMatchObject({ actual_status: 'loading', status_msg: 'a3ed95caeb02: Downloading' })
  const running = await state(60)
  expect(running).toMatchObject({ actual_status: 'running', status_msg: 'success, running ubuntu_22.04/ssh' })
  await renter.put(at, { state: 'stopped' })
  const { cpu_util, mem_usage, status_msg } = running
  const stopped = { actual_status: 'exited', gpu_temp: 0, gpu_util: 0, cpu_util, mem_usage, status_msg }
  expect(await state()).toMatchObject(stopped)
  await renter.put(at, { state: 'running' })
  expect(await state(10)).toMatchObject({ actual_status: 'scheduling' })
  expect(await state(60)).toMatchObject({ actual_status: 'loading' })
})

const instances = [
  { id: 31, user_id: 1001, offer_id: 600 },
  { id: 32, user_id: 1001, offer_id: 601, intended_status: 'stopped' },
]

absent('instances.list.telemetry', 'the documented dialect names the status, and no figure is null', async (given) => {
  const { as } = given.simulate({ offers: [{ id: 600 }, { id: 601 }], instances })
  const { body } = await as('renter-key').get('/api/v0/instances/')
  const [running, stopped] = (body as { instances: readonly Fields[] }).instances
  expect(running).toMatchObject({ status_msg: 'container is running' })
  expect(stopped).toMatchObject({ status_msg: 'container is exited', cpu_util: 0, gpu_util: 0 })
})
