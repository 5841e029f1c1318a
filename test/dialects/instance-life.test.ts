import { expect, test } from 'vitest'
import type { Client } from '../support/simulate.ts'
import { simulate } from '../support/simulate.ts'

const observed = { dialect: 'observed' } as const
const boots = {
  ...observed,
  scenario: { name: 's', description: 's', progression: { instances: { mode: 'after', seconds: 60 } } },
} as const

const offers = [{ id: 600, host_id: 1002, dph_base: 0.5, storage_cost: 0.146, verification: 'verified' }]

const at = (id: number): string => `/api/v0/instances/${id}/`
const ok = { status: 200, body: { success: true } }

type Fields = Readonly<Record<string, unknown>>

async function shown(client: Client, id: number): Promise<Fields> {
  const { status, body } = await client.get(`${at(id)}?owner=me`)
  expect(status).toBe(200)
  return (body as { instances: Fields }).instances
}

const statuses = ({ actual_status, cur_state, next_state, intended_status, status_msg }: Fields) => ({
  actual_status,
  cur_state,
  next_state,
  intended_status,
  status_msg,
})

const statusesWhile = (actual_status: string, wanted: string) => ({
  actual_status,
  cur_state: actual_status === 'running' ? 'running' : 'stopped',
  next_state: wanted,
  intended_status: wanted,
  status_msg: actual_status in messages ? messages[actual_status] : 'success, running ubuntu_22.04/ssh_direct',
})

/** What is said while there is no success to tell of. */
const messages: Readonly<Record<string, string | null>> = {
  loading: 'a3ed95caeb02: Downloading',
  rebooting: null,
  scheduling: null,
}

async function search(client: Client, body: object): Promise<readonly Fields[]> {
  const answer = await client.post('/api/v0/bundles/', body)
  expect(answer.status).toBe(200)
  return (answer.body as { offers: readonly Fields[] }).offers
}

const byClient = {
  verified: { eq: true },
  external: { eq: false },
  rentable: { eq: true },
  order: [['score', 'desc']],
  type: 'on-demand',
  allocated_storage: 10,
}

test('an offer is searched, rented, polled, labelled, stopped, started, rebooted, destroyed and rented again', async () => {
  const { as, simulator } = simulate({ offers }, boots)
  const renter = as('renter-key')
  const pass = (seconds: number) => simulator.clock.advance(seconds)
  const [offer] = await search(renter, byClient)
  expect(offer).toMatchObject({ id: 600, ask_contract_id: 600, rentable: true, rented: false })
  const rented = await renter.put('/api/v0/asks/600/', { image: 'ubuntu:22.04', disk: 10, runtype: 'ssh_direct' })
  const { new_contract: id } = rented.body as { new_contract: number }
  expect(await search(renter, byClient)).toEqual([])

  const seen = []
  for (let poll = 0; poll < 3; poll += 1) {
    seen.push((await shown(renter, id))['actual_status'])
    await pass(30)
  }
  expect(seen).toEqual([null, 'loading', 'running'])
  const running = await shown(renter, id)
  expect(running['dph_total']).toBe(offer?.['dph_total'])
  expect(running['uptime_mins']).toBe(0)
  expect(running['ports']).toMatchObject({ '22/tcp': [{ HostIp: '0.0.0.0' }, { HostIp: '::' }] })

  expect(await renter.put(at(id), { label: 'name' })).toEqual(ok)
  expect((await shown(renter, id))['label']).toBe('name')

  expect(await renter.put(at(id), { state: 'stopped' })).toEqual(ok)
  const stopped = await shown(renter, id)
  expect(statuses(stopped)).toEqual(statusesWhile('exited', 'stopped'))
  expect(stopped).toMatchObject({ ports: null, uptime_mins: null, dph_total: offer?.['dph_total'] })
  expect(stopped['search']).toMatchObject({ totalHour: offer?.['dph_total'] })
  expect(await search(renter, byClient)).toEqual([])
  await pass(3600)

  expect(await renter.put(at(id), { state: 'running' })).toEqual(ok)
  expect(statuses(await shown(renter, id))).toEqual(statusesWhile('scheduling', 'running'))
  await pass(59)
  expect(statuses(await shown(renter, id))).toEqual(statusesWhile('loading', 'running'))
  expect((await pass(7)).happened).toMatchObject([{ text: `instance ${id} runs` }])
  const started = await shown(renter, id)
  expect(statuses(started)).toEqual(statusesWhile('running', 'running'))
  expect(started).toMatchObject({ uptime_mins: 0, dph_total: offer?.['dph_total'], client_run_time: 1.1 })

  expect(await renter.put(`/api/v0/instances/reboot/${id}/`, {})).toEqual(ok)
  expect(await shown(renter, id)).toMatchObject({ ...statusesWhile('rebooting', 'running'), ports: null })
  await pass(60)
  expect(await shown(renter, id)).toMatchObject({
    ...statusesWhile('running', 'running'),
    uptime_mins: 0,
    label: 'name',
  })

  expect(await renter.delete(at(id), {})).toEqual(ok)
  expect(await renter.get(at(id))).toEqual({ status: 200, body: { instances: null } })
  expect((await renter.delete(at(id), {})).status).toBe(404)
  const [again] = await search(renter, byClient)
  expect(again).toMatchObject({ id: 600, rentable: true })
  const { body } = await renter.put('/api/v0/asks/600/', { image: 'ubuntu:22.04' })
  expect(body).toMatchObject({ success: true, new_contract: id + 1 })
})
