import { expect } from 'vitest'
import { absent, proves } from '../support/proves.ts'

const observed = { dialect: 'observed' } as const
const rows = {
  users: [
    { id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }, { key: 'weak-key', permissions: [] }] },
    { id: 1002, name: 'host', api_keys: [{ key: 'host-key' }] },
  ],
  endpoint_groups: [
    { id: 7, user_id: 1001, endpoint_name: 'llama' },
    { id: 8, user_id: 1002, endpoint_name: 'whisper' },
  ],
}
const WORKERS = '/api/v0/workergroups/'
const OLDER = '/api/v0/autojobs/'
const defaults = { min_load: 0, target_util: 0.9, cold_mult: 3, cold_workers: 5, max_workers: 20, test_workers: 3 }

proves(
  [
    'worker-groups.create.creates',
    'worker-groups.create.defaults',
    'worker-groups.list.lists-own',
    'worker-groups.update.updates',
    'worker-groups.delete.deletes',
  ],
  'a worker group is created for an endpoint, listed, updated and deleted',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    const renter = as('renter-key')
    const sent = { endpoint_name: 'llama', template_hash: 'abc', search_params: 'gpu_ram>=24', gpu_ram: 24 }
    expect(await renter.post(WORKERS, sent)).toEqual({ status: 200, body: { success: true, id: 1 } })
    const listed = async () => (await renter.get(WORKERS)).body as { readonly results: readonly object[] }
    expect((await listed()).results).toMatchObject([
      { id: 1, user_id: 1001, endpoint_id: 7, search_query: 'gpu_ram>=24', launch_args: null, ...sent, ...defaults },
    ])
    expect((await renter.put(`${WORKERS}1/`, { max_workers: 2 })).body).toEqual({ success: true, id: 1 })
    expect((await listed()).results).toMatchObject([{ ...sent, ...defaults, max_workers: 2 }])
    expect((await as('host-key').get(WORKERS)).body).toEqual({ success: true, results: [] })
    expect((await renter.delete(`${WORKERS}1/`)).body).toMatchObject({ success: true, deleted_workers: [] })
    expect((await listed()).results).toEqual([])
  },
)

proves(
  ['endpoint-groups.create.creates', 'worker-groups.create.creates'],
  'endpoint groups may have one name, of which a worker group takes the first, with a hint',
  async (given) => {
    const { as, last } = given.simulate(rows, observed)
    const renter = as('renter-key')
    const group = { endpoint_name: 'llama' }
    const second = await renter.post('/api/v0/endptjobs/', group)
    expect(second).toEqual({ status: 200, body: { success: true, result: 9 } })
    expect((await renter.post(WORKERS, group)).status).toBe(200)
    expect(last().hint).toBe('endpoint_name: 2 endpoint groups have it, and the first, 7, is taken')
    expect((await renter.post(WORKERS, { endpoint_id: 9 })).status).toBe(200)
    expect(last().hint).toBeNull()
    expect((await renter.get(WORKERS)).body).toMatchObject({ results: [{ endpoint_id: 7 }, { endpoint_id: 9 }] })
  },
)

absent('worker-groups.create.defaults', 'a worker group of which all is given has no default', async (given) => {
  const renter = given.simulate(rows, observed).as('renter-key')
  expect((await renter.post(WORKERS, { endpoint_id: 7, ...defaults, min_load: 2 })).status).toBe(200)
})

proves('worker-groups.older-name', 'they are served under the older name too', async (given) => {
  const renter = given.simulate(rows, observed).as('renter-key')
  expect((await renter.post(OLDER, { endpoint_id: 7 })).status).toBe(200)
  expect((await renter.put(`${OLDER}1/`, { gpu_ram: 8 })).status).toBe(200)
  expect((await renter.get(WORKERS)).body).toMatchObject({ results: [{ id: 1, gpu_ram: 8 }] })
  expect((await renter.delete(`${OLDER}1/`)).status).toBe(200)
})

absent('worker-groups.older-name', 'not where it is absent', async (given) => {
  const chosen = { ...observed, rules: { 'worker-groups.older-name': 'absent' } }
  const renter = given.simulate(rows, chosen).as('renter-key')
  expect((await renter.get(OLDER)).status).toBe(404)
  expect((await renter.get(WORKERS)).status).toBe(200)
})

proves(
  ['worker-groups.endpoint-unknown', 'worker-groups.unknown'],
  'an endpoint or a worker group that is not there, or is someone else’s, is refused',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    const renter = as('renter-key')
    for (const body of [{}, { endpoint_id: 8 }, { endpoint_name: 'whisper' }, { endpoint_id: 9 }])
      expect(await renter.post(WORKERS, body)).toMatchObject({ status: 400, body: { error: 'invalid_args' } })
    expect((await renter.post(WORKERS, { endpoint_id: 7 })).status).toBe(200)
    expect((await renter.put(`${WORKERS}1/`, { endpoint_id: 8 })).status).toBe(400)
    expect((await as('host-key').put(`${WORKERS}1/`, { gpu_ram: 1 })).status).toBe(400)
    expect((await as('host-key').delete(`${WORKERS}1/`)).status).toBe(400)
    expect((await renter.get(WORKERS)).body).toMatchObject({ results: [{ endpoint_id: 7, gpu_ram: null }] })
  },
)

absent(
  [
    'worker-groups.create.creates',
    'worker-groups.list.lists-own',
    'worker-groups.update.updates',
    'worker-groups.delete.deletes',
    'worker-groups.endpoint-unknown',
    'worker-groups.unknown',
  ],
  'a key without permission does none of it',
  async (given) => {
    const weak = given.simulate(rows, observed).as('weak-key')
    const at = `${WORKERS}1/`
    const answers = [
      await weak.get(WORKERS),
      await weak.post(WORKERS, { endpoint_id: 7 }),
      await weak.put(at, { gpu_ram: 8 }),
      await weak.delete(at),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  },
)

proves('endpoint-groups.delete.deletes', 'an endpoint group goes with its worker groups', async (given) => {
  const renter = given.simulate(rows, observed).as('renter-key')
  await renter.post(WORKERS, { endpoint_id: 7 })
  expect((await renter.delete('/api/v0/endptjobs/7/')).status).toBe(200)
  expect((await renter.get(WORKERS)).body).toEqual({ success: true, results: [] })
})
