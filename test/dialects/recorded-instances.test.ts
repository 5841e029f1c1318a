import { expect, test } from 'vitest'
import { simulate } from '../support/simulate.ts'

/** Requests as official clients were recorded to send them, with the ids of the rows below. */
const encoded = (value: object): string => encodeURIComponent(JSON.stringify(value))
const byId = encoded([{ col: 'id', dir: 'asc' }])
const columns = [
  'id',
  'actual_status',
  'label',
  'num_gpus',
  'gpu_name',
  'gpu_util',
  'disk_space',
  'disk_usage',
  'disk_util',
  'volume_info',
  'dph_total',
  'image_uuid',
  'start_date',
  'verification',
]
const filters = { verified: { eq: true }, external: { eq: false }, rentable: { eq: true } }

/** What the tables and raw outputs of the clients read of an instance. */
const read = [
  'id',
  'machine_id',
  'actual_status',
  'num_gpus',
  'gpu_name',
  'gpu_util',
  'cpu_cores_effective',
  'cpu_ram',
  'disk_space',
  'ssh_host',
  'ssh_port',
  'dph_total',
  'image_uuid',
  'inet_up',
  'inet_down',
  'reliability2',
  'label',
  'uptime_mins',
  'start_date',
  'extra_env',
]

const rows = {
  users: [{ id: 1001, name: 'renter', api_keys: [{ key: 'KEY' }] }],
  offers: [
    { id: 600, host_id: 1001, gpu_name: 'RTX 4090', num_gpus: 1, verification: 'verified' },
    { id: 601, host_id: 1001 },
  ],
  instances: [{ id: 503, user_id: 1001, offer_id: 601 }],
}

type Fields = Readonly<Record<string, unknown>>
const success = { status: 200, body: { success: true } }

test('the commands of the official clients about instances and offers work, and nothing of them is unread', async () => {
  const { as, simulator } = simulate(rows, { dialect: 'observed', rateLimit: { enabled: false } })
  const cli = as('KEY')
  const old = as(null)
  const v1 = `/api/v1/instances/?select_filters=%7B%7D&order_by=${byId}&limit=25`

  const raw = (await cli.get(v1)).body as Fields & { instances: readonly Fields[] }
  expect(raw).toMatchObject({ success: true, next_token: null, total_instances: 1, label_counts: {} })
  for (const name of read) expect(raw.instances[0], name).toHaveProperty(name)
  expect((await cli.get('/api/v0/instances/filters/')).body).toMatchObject({ filters: [] })
  const table = (await cli.get(`${v1}&select_cols=${encoded(columns)}`)).body as typeof raw
  expect(table.instances.map((row) => Object.keys(row).toSorted())).toEqual([columns.toSorted()])

  const one = (await cli.get('/api/v0/instances/503/?owner=me')).body as { instances: Fields }
  expect(one.instances).toEqual(raw.instances[0])
  expect(await cli.put('/api/v0/instances/503/', { label: 'name' })).toEqual(success)
  expect(await cli.put('/api/v0/instances/503/', { state: 'stopped' })).toEqual(success)
  expect(await cli.put('/api/v0/instances/503/', { state: 'running' })).toEqual(success)
  expect(await cli.put('/api/v0/instances/reboot/503/', {})).toEqual(success)

  const offers = await cli.post('/api/v0/bundles/', {
    ...filters,
    num_gpus: { eq: '1' },
    gpu_name: { eq: 'RTX 4090' },
    order: [['score', 'desc']],
    type: 'on-demand',
    allocated_storage: 5,
  })
  expect(offers).toMatchObject({ status: 200, body: { success: true, offers: [{ id: 600 }] } })

  const listed = (await old.get('/api/v0/instances?owner=me&api_key=KEY')).body
  expect(listed).toMatchObject({ instances_found: 1, instances: [{ id: 503, label: 'name' }] })
  const shown = (await old.get('/api/v0/instances/503/?owner=me&api_key=KEY')).body
  expect(shown).toMatchObject({ instances: { id: 503, extra_env: [] } })

  expect(await cli.delete('/api/v0/instances/503/', {})).toEqual(success)
  expect((await cli.get('/api/v0/instances/503/?owner=me')).body).toEqual({ instances: null })
  expect(new Set(simulator.findings().map(({ kind }) => kind))).toEqual(new Set(['secret-in-url']))
})
