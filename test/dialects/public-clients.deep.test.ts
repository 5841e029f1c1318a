import { expect, test } from 'vitest'
import { left } from '../clients/left.ts'
import { playClients } from '../clients/play.ts'
import { simulate } from '../support/simulate.ts'

test('every request of a public client is served with all that it reads, has a stub to paste, or is known', async () => {
  const played = await playClients()
  expect(played.length).toBeGreaterThan(150)
  const notWhole = played.filter(({ msg, lacking, hasStub }) => !hasStub && (msg !== '' || lacking.length > 0))
  expect(notWhole.filter(({ why }) => why === '')).toEqual([])
  const stillLeft = ({ client, request }: (typeof left)[number]) =>
    notWhole.some((each) => each.client === client && each.request === request)
  expect(left.filter((each) => !stillLeft(each))).toEqual([])
  expect(played.filter(({ msg, lacking }) => msg === '' && lacking.length === 0).length).toBeGreaterThan(122)
})

const observed = { dialect: 'observed', rateLimit: { enabled: false } } as const

test('a serverless client: an endpoint, its workers, another load, and nothing left', async () => {
  const { as } = simulate({}, observed)
  const renter = as('renter-key')
  const { body } = await renter.post('/api/v0/endptjobs/', { endpoint_name: 'llm', min_load: 1 })
  const { result: id } = body as { readonly result: number }
  const workers = await renter.post('/api/v0/workergroups/', { endpoint_name: 'llm', template_id: 9001, gpu_ram: 24 })
  expect(workers.body).toEqual({ success: true, id: 1 })
  expect((await renter.put(`/api/v0/endptjobs/${id}/`, { min_load: 20, max_workers: 8 })).status).toBe(200)
  expect((await renter.put('/api/v0/workergroups/1/', { test_workers: 1 })).status).toBe(200)
  expect((await renter.get('/api/v0/endptjobs/')).body).toMatchObject({
    results: [{ id, min_load: 20, max_workers: 8 }],
  })
  expect((await renter.get('/api/v0/workergroups/')).body).toMatchObject({
    results: [{ id: 1, endpoint_id: id, endpoint_name: 'llm', test_workers: 1, gpu_ram: 24 }],
  })
  expect((await renter.delete(`/api/v0/endptjobs/${id}/`)).status).toBe(200)
  expect((await renter.get('/api/v0/endptjobs/')).body).toEqual({ success: true, results: [] })
  expect((await renter.get('/api/v0/workergroups/')).body).toEqual({ success: true, results: [] })
})

test('a batch job: it is rented, ends, and its exit code stands in the logs', async () => {
  const job = { image: 'a/b', args: ['train'], runtype: 'args' }
  const { as, control } = simulate({ users, offers: [{ id: 600 }] }, observed)
  const renter = as('renter-key')
  expect((await renter.put('/api/v0/asks/600/', job)).body).toMatchObject({ new_contract: 1 })
  const status = async () =>
    ((await renter.get('/api/v0/instances/1/')).body as { instances: { actual_status: string } }).instances
      .actual_status
  expect(await status()).toBe('running')
  const ended = { actual_status: 'exited', logs: 'epoch 1\nexit code: 3\n' }
  expect((await control.send('PATCH', '/_sim/state/instances/1', ended)).status).toBe(200)
  expect(await status()).toBe('exited')
  const asked = await renter.put('/api/v0/instances/request_logs/1/', { tail: '1' })
  const { pathname, search } = new URL((asked.body as { result_url: string }).result_url)
  expect((await as(null).get(pathname + search)).status).toBe(404)
  await control.post('/_sim/clock/advance', { seconds: 1 })
  expect((await as(null).get(pathname + search)).body).toBe('exit code: 3\n')
  expect((await renter.delete('/api/v0/instances/1/')).status).toBe(200)
})

const users = [{ id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }] }]

test('an orchestrator: search without a key, a taken offer, a boot, a key, logs, outbid and back, and gone', async () => {
  const rows = { users, offers: [{ id: 600, min_bid: 0.2, dph_base: 0.4 }] }
  const progression = { instances: { mode: 'after', seconds: 100 } } as const
  const { as, control } = simulate(rows, { ...observed, progression })
  const pass = (seconds: number) => control.post('/_sim/clock/advance', { seconds })
  const renter = as('renter-key')
  expect((await as(null).post('/api/v0/bundles/', { rentable: { eq: true } })).body).toMatchObject({
    offers: [{ id: 600 }],
  })
  const gone = await renter.put('/api/v0/asks/599/', { image: 'a/b' })
  expect(gone).toMatchObject({ status: 400, body: { msg: expect.stringContaining('no_such_ask') as string } })
  expect((await renter.put('/api/v0/asks/600/', { image: 'a/b', price: 0.3 })).body).toMatchObject({ new_contract: 1 })
  const at = '/api/v0/instances/1/'
  const status = async () =>
    ((await renter.get(at)).body as { instances: { actual_status: string | null } }).instances.actual_status
  const seen = []
  for (const seconds of [0, 20, 40, 40]) {
    await pass(seconds)
    seen.push(await status())
  }
  expect(seen).toEqual([null, 'created', 'loading', 'running'])
  expect((await renter.post(`${at}ssh/`, { ssh_key: 'ssh-ed25519 AAAA me' })).status).toBe(200)
  expect((await renter.put('/api/v0/instances/request_logs/1/', {})).status).toBe(200)
  expect((await renter.put('/api/v0/instances/bid_price/1/', { client_id: 'me', price: 0.1 })).status).toBe(200)
  expect(await status()).toBe('exited')
  expect((await renter.put('/api/v0/instances/bid_price/1/', { client_id: 'me', price: 0.35 })).status).toBe(200)
  await pass(100)
  expect(await status()).toBe('running')
  expect((await renter.delete(at)).status).toBe(200)
  expect(await renter.get(at)).toEqual({ status: 200, body: { instances: null } })
  expect((await renter.delete(at)).status).toBe(404)
})

test('a declarative client: every read of a template, a key, an endpoint and an instance equals what was written', async () => {
  const { as } = simulate({ users, offers: [{ id: 600 }] }, observed)
  const renter = as('renter-key')
  const settings = { name: 'tf', image: 'a/b', tag: '1', env: '-e A=1', ssh_direct: true, private: true }
  const { template } = (await renter.post('/api/v0/template/', settings)).body as { template: Record<string, unknown> }
  expect(template).toMatchObject(settings)
  const edit = { hash_id: template['hash_id'], tag: '2' }
  const edited = ((await renter.put('/api/v0/template/', edit)).body as { template: object }).template
  expect(edited).toMatchObject({ ...settings, tag: '2' })
  const found = (await renter.get('/api/v0/template/?select_filters={"name":{"eq":"tf"}}')).body
  expect(found).toMatchObject({ templates: [edited] })
  const { key } = (await renter.post('/api/v0/ssh/', { ssh_key: 'ssh-rsa AAAA me' })).body as { key: { id: number } }
  expect((await renter.get('/api/v0/ssh/')).body).toEqual([key])
  await renter.put('/api/v0/asks/600/', { image: 'a/b', label: 'tf', disk: 20 })
  expect((await renter.get('/api/v0/instances/1/')).body).toMatchObject({ instances: { label: 'tf', disk_space: 20 } })
  await renter.put('/api/v0/instances/1/', { label: 'other' })
  expect((await renter.get('/api/v0/instances/1/')).body).toMatchObject({
    instances: { label: 'other', disk_space: 20 },
  })
  for (const [path, body] of [
    ['/api/v0/instances/1/', {}],
    [`/api/v0/ssh/${key.id}/`, {}],
    ['/api/v0/template/', { template_id: template['id'] }],
  ] as const)
    expect((await renter.delete(path, body)).status).toBe(200)
  expect((await renter.get('/api/v0/ssh/')).body).toEqual([])
})
