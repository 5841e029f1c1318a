import { expect } from 'vitest'
import { proves } from '../support/proves.ts'
import { START_SECONDS } from '../support/simulate.ts'

const SEARCH = '/api/v0/network_volumes/search/'
const LISTINGS = '/api/v0/network_volume/'
const INSTANCES = '/api/v0/instances/'
const TEMPLATES = '/api/v0/template/'
const DAY = 86_400

const disks = [1, 2].map((id) => ({ id, user_id: 1002, size: 100, verified: true, inet_down: 100, storage_cost: 0.1 }))
const rows = {
  network_disks: disks.map(({ storage_cost: _cost, ...disk }) => disk),
  network_volume_offers: [
    { id: 1, disk_id: 1, price_disk: 0.1, start_date: START_SECONDS - DAY, end_date: START_SECONDS + DAY },
    { id: 2, disk_id: 2, price_disk: 0.1, start_date: START_SECONDS - DAY, end_date: START_SECONDS + DAY },
  ],
}

/** Nothing has this reliability, so only the filters and the order shape the answer. */
const nothing = { reliability2: { eq: 2 } }

proves(
  'network-volumes.search.finds',
  'a search that the contract shows whole rests on its status alone',
  async ({ simulate }) => {
    const { as, last } = simulate({ network_disks: [], network_volume_offers: [] })
    for (const q of [{}, { verified: { eq: true } }, { order: [['storage_cost', 'asc']], limit: 3 }]) {
      expect(await as('renter-key').post(SEARCH, { q })).toEqual({ status: 200, body: { success: true, offers: [] } })
      const shaping = ['authentication.bearer-key', 'network-volumes.search.finds', 'network-volumes.search.statuses']
      expect(last().rules, JSON.stringify(q)).toEqual(shaping)
    }
  },
)

for (const [q, rule] of [
  [{ ...nothing, order: [['no_such_field', 'asc']] }, 'network-volumes.search.unknown-order-field'],
  [{ storage_cost: { eq: 0.1 }, limit: 1, order: [['score', 'asc']] }, 'network-volumes.search.unknown-order-field'],
  [{ verified: { gt: true } }, 'network-volumes.search.further-operators'],
  [{ verified: { in: [] } }, 'network-volumes.search.further-operators'],
  [{ verified: { in: [true] }, limit: 1 }, 'network-volumes.search.further-operators'],
  [{ geolocation: { eq: 'NO' } }, 'network-volumes.search.further-operators'],
  [{ inet_down: { in: [7] } }, 'network-volumes.search.further-operators'],
  [{ storage_cost: { gt: 100 } }, 'network-volumes.search.units'],
  [{ inet_down: { gt: 100_000 } }, 'network-volumes.search.units'],
  [nothing, 'network-volumes.search.units'],
  [{ order: [['disk_bw', 'asc']] }, 'network-volumes.search.derived-filters'],
  [{ order: [['duration', 'desc']] }, 'network-volumes.search.duration-in-seconds'],
  [{ order: [['verified', 'asc']] }, 'network-volumes.search.default-order'],
  [{ order: [['verified', 'asc']], limit: 1 }, 'network-volumes.search.default-order'],
] as const) {
  proves(rule, `the search ${JSON.stringify(q)} rests on an assumption, found or not`, async ({ simulate }) => {
    const { as, last } = simulate(rows)
    expect((await as('renter-key').post(SEARCH, { q })).status).toBe(200)
    expect(last()).toMatchObject({ basis: 'assumed', rules: expect.arrayContaining([rule]) as unknown })
  })
}

proves(
  'network-volumes.search.expires',
  'an order that tells all offers apart leaves nothing to assume about it',
  async ({ simulate }) => {
    const { as, last, control } = simulate(rows)
    const q = { order: [['ask_contract_id', 'desc']] }
    expect(await as('renter-key').post(SEARCH, { q })).toMatchObject({
      body: { offers: [{ ask_contract_id: 2 }, { ask_contract_id: 1 }] },
    })
    expect(last().rules).not.toContain('network-volumes.search.default-order')
    await control.post('/_sim/clock/advance', { seconds: DAY })
    expect(await as('renter-key').post(SEARCH, { q: {} })).toMatchObject({ body: { offers: [] } })
    expect(last().rules.slice(1)).toEqual([
      'network-volumes.search.finds',
      'network-volumes.search.expires',
      'network-volumes.search.statuses',
    ])
  },
)

proves(
  'network-volumes.list.endless-runs-for-a-year',
  'an offer that is gone because every listing ends is gone by assumption',
  async ({ simulate }) => {
    const { as, last, control } = simulate({
      network_disks: disks.slice(0, 1).map(({ storage_cost: _cost, ...disk }) => disk),
      network_volume_offers: [{ id: 1, disk_id: 1, start_date: START_SECONDS }],
    })
    const search = () => as('renter-key').post(SEARCH, { q: {} })
    expect(await search()).toMatchObject({ body: { offers: [{ end_date: START_SECONDS + 365 * DAY }] } })
    expect(last().rules).toContain('network-volumes.list.endless-runs-for-a-year')
    await control.post('/_sim/clock/advance', { seconds: 365 * DAY })
    expect(await search()).toMatchObject({ body: { offers: [] } })
    expect(last()).toMatchObject({ basis: 'assumed' })
    expect(last().rules).toContain('network-volumes.list.endless-runs-for-a-year')
  },
)

proves(
  'network-volumes.list.disk-not-owned',
  'any integer may be the id of a disk, as long as it is unused, of any size',
  async ({ simulate }) => {
    const { as, last } = simulate(rows)
    for (const disk_id of [0, -5, 999, 2 ** 53, -(2 ** 80)]) {
      expect(await as('host-key').post(LISTINGS, { disk_id })).toEqual({
        status: 403,
        body: { error: 'not_authorized', msg: `network disk ${disk_id} is not yours` },
      })
      expect(last().basis).toBe('documented')
    }
  },
)

proves('request.empty-body', 'an empty body is read as {}, and that is our reading', async ({ simulate }) => {
  const { as, last } = simulate()
  const headers = { 'Content-Type': 'text/plain' }
  for (const [method, path, status] of [
    ['PUT', '/api/v0/endptjobs/4242/', 200],
    ['POST', LISTINGS, 400],
  ] as const) {
    expect((await as('renter-key').send(method, path, undefined, { headers })).status).toBe(status)
    expect(last().basis).toBe('assumed')
  }
})

proves(
  'request.unknown-field-ignored',
  'a field that is not read is found within another field',
  async ({ simulate }) => {
    const { as, control } = simulate()
    const volume_info = { create_new: false, volume_id: 12345, mount_path: '/data', sise: 1 }
    expect(await as('renter-key').put('/api/v0/asks/12345678/', { image: 'x', volume_info })).toMatchObject({
      status: 200,
    })
    expect((await control.get('/_sim/findings')).body).toMatchObject({
      findings: [{ kind: 'unread-field', text: 'not read: volume_info.sise' }],
    })
  },
)

proves('request.unknown-field-ignored', 'the fields within an unread field are not named', async ({ simulate }) => {
  const { as, control } = simulate()
  const body = { image: 'x', volumes: { volume_id: 12345, more: { size: 1 } } }
  expect(await as('renter-key').put('/api/v0/asks/12345678/', body)).toMatchObject({ status: 200 })
  expect((await control.get('/_sim/findings')).body).toMatchObject({
    findings: [{ kind: 'unread-field', text: 'not read: volumes' }],
  })
})

proves(
  ['instances.create.scalars-replaced', 'instances.create.tag-of-another-image'],
  "every scalar of the request replaces the template's, and an image brings its own tag",
  async ({ simulate }) => {
    const hash_id = 'a'.repeat(32)
    const { as, last } = simulate({
      offers: [{ id: 600 }, { id: 601 }, { id: 602 }],
      templates: [
        { id: 1, creator_id: 1001, name: 't', image: 'a/b', tag: '1', runtype: 'ssh', ssh_direct: true, hash_id },
      ],
    })
    const rent = (id: number, body: object) =>
      as('renter-key').put(`/api/v0/asks/${id}/`, { template_hash_id: hash_id, ...body })
    expect((await rent(600, { tag: '2', ssh_direct: false })).status).toBe(200)
    expect(last().rules).toContain('instances.create.scalars-replaced')
    expect((await rent(601, { image: 'c/d' })).status).toBe(200)
    expect(last().rules).toContain('instances.create.tag-of-another-image')
    expect((await rent(602, { image: 'c/d', tag: '3' })).status).toBe(200)
    expect(last().rules).not.toContain('instances.create.tag-of-another-image')
    expect(await as('renter-key').get(INSTANCES)).toMatchObject({
      body: {
        instances: [
          { image_uuid: 'a/b:2', image_runtype: 'ssh' },
          { image_uuid: 'c/d:latest', image_runtype: 'ssh_direc ssh_proxy' },
          { image_uuid: 'c/d:3' },
        ],
      },
    })
  },
)

proves(
  'instances.create.uses-template',
  'disk, runtype and extra_filters are parameters of the contract, and an empty tag is none',
  async ({ simulate }) => {
    const hash_id = 'b'.repeat(32)
    const { as, last } = simulate({
      offers: [{ id: 600 }, { id: 601 }],
      templates: [{ id: 1, creator_id: 1001, name: 't', image: 'a/b', tag: '', hash_id }],
    })
    const body = { template_hash_id: hash_id, disk: 16, runtype: 'ssh', extra_filters: {} }
    expect((await as('renter-key').put('/api/v0/asks/600/', body)).status).toBe(200)
    expect(last().rules).not.toContain('instances.create.further-parameters')
    expect((await as('renter-key').put('/api/v0/asks/601/', { ...body, runtype: 'ssh_direct' })).status).toBe(200)
    expect(last().rules).toContain('instances.create.further-parameters')
    expect(await as('renter-key').get(INSTANCES)).toMatchObject({
      body: { instances: [{ image_uuid: 'a/b:latest' }, {}] },
    })
  },
)

proves(
  'instances.list.status-values',
  'any status field that is not running rests on published values',
  async ({ simulate }) => {
    const { as, last } = simulate({
      offers: [{ id: 600, num_gpus: 0 }],
      instances: [{ id: 1, user_id: 1001, offer_id: 600, intended_status: 'frozen', actual_status: 'running' }],
    })
    expect(await as('renter-key').get(INSTANCES)).toMatchObject({
      status: 200,
      body: { instances: [{ actual_status: 'running', intended_status: 'frozen', num_gpus: 0, vram_costperhour: 0 }] },
    })
    expect(last().rules).toContain('instances.list.status-values')
  },
)

proves(
  'request.null-is-absent',
  'a template of a fixture may have null where the contract has it',
  async ({ simulate }) => {
    const hash_id = 'c'.repeat(32)
    const { as } = simulate({
      templates: [{ id: 1, creator_id: 1001, name: 't', image: 'i', hash_id, jupyter_dir: null, volume_info: null }],
      offers: [{ id: 600 }],
    })
    const { status } = await as('renter-key').put('/api/v0/asks/600/', { template_hash_id: hash_id, jupyter_dir: null })
    expect(status).toBe(200)
    expect(await as('renter-key').get(TEMPLATES)).toMatchObject({
      body: { templates: [{ jupyter_dir: null, volume_info: null }] },
    })
  },
)

proves('request.body-ignored', 'a body of a listing is not read, and the answer says so', async ({ simulate }) => {
  const { as, last } = simulate({}, { rateLimit: { enabled: false } })
  expect(await as('renter-key').get(INSTANCES)).toMatchObject({ status: 200 })
  expect(last().rules).not.toContain('request.body-ignored')
  for (const [name, value] of [
    ['Content-Length', '2'],
    ['Transfer-Encoding', 'chunked'],
  ] as const) {
    await as('renter-key').get('/api/v0/users/cloud_integrations/', { headers: { [name]: value } })
    expect(last().rules).toContain('request.body-ignored')
  }
})
