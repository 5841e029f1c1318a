import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { type Client, simulate } from '../support/simulate.ts'

const observed = { dialect: 'observed' } as const
const offers = [600, 601, 602].map((id) => ({ id, host_id: 1002, dph_base: 0.5, storage_cost: 0.146, inet_up: 800 }))
const rows = {
  offers,
  instances: [
    { id: 31, user_id: 1001, offer_id: 600, disk_space: 10, label: 'b', gpu_util: 0.5, env: '-p 8080:80' },
    { id: 32, user_id: 1001, offer_id: 601, disk_space: 10, label: 'a', intended_status: 'stopped' },
    { id: 33, user_id: 1001, offer_id: 602, disk_space: 10, label: 'a', gpu_util: 0.25 },
  ],
}

/** The fields of a captured row that the contract does not name. */
const furtherNames = `
  bundle_id compute_cap cuda_max_good driver_version gpu_display_active has_avx hosting_type inet_down_billed
  inet_up_billed inet_down_cost inet_up_cost internet_down_cost_per_tb internet_up_cost_per_tb logo
  target_reliability sla_r_claim sla_sigma_x
`
  .trim()
  .split(/\s+/)

const list = '/api/v0/instances/'

type Fields = Readonly<Record<string, unknown>>
const listed = async (client: Client, path = list): Promise<readonly Fields[]> =>
  ((await client.get(path)).body as { instances: readonly Fields[] }).instances

proves('instances.list.ports-not-running', 'ports is null unless the instance runs', async (given) => {
  const { as } = given.simulate(rows, observed)
  const [running, stopped] = await listed(as('renter-key'))
  expect(Object.keys(running?.['ports'] ?? {})).toEqual(['80/tcp'])
  expect(stopped?.['ports']).toBe(null)
})

proves('instances.list.further-fields', 'the speed of the machine is shown', async (given) => {
  const { as } = given.simulate(rows, observed)
  const [first] = await listed(as('renter-key'))
  expect(first).toMatchObject({ inet_up: 800, inet_down: expect.any(Number) })
  expect(Object.keys(first ?? {})).toEqual(expect.arrayContaining([...furtherNames]))
  expect(first?.['internet_up_cost_per_tb']).toBe(Number(first?.['inet_up_cost']) * 1024)
})

absent(
  ['instances.list.ports-not-running', 'instances.list.further-fields'],
  'the documented dialect shows what the contract shows, in a sandbox beside an observed one too',
  async (given) => {
    const { as, simulator } = given.simulate(rows)
    simulator.sandbox('other').reset({ dialect: 'observed' })
    const headers = { Authorization: 'Bearer renter-key' }
    const other = await (await simulator.fetch(`/~other${list}`, { headers })).json()
    expect(other).toMatchObject({ instances: [{ inet_up: 800 }, { ports: null }, {}] })
    const [, stopped] = await listed(as('renter-key'))
    expect(stopped).toMatchObject({ ports: {} })
    expect(stopped).not.toHaveProperty('inet_up')
  },
)

proves('instances.list.owner-in-query', 'owner=me is read, and no field is unread', async (given) => {
  const { as, simulator } = given.simulate(rows, observed)
  const answer = await as(null).get('/api/v0/instances?owner=me&api_key=renter-key')
  expect(answer).toMatchObject({ status: 200, body: { instances_found: 3 } })
  expect(simulator.findings().map(({ kind }) => kind)).toEqual(['secret-in-url', 'secret-in-url'])
})

absent('instances.list.owner-in-query', 'another owner is not; the documented dialect reads none', async (given) => {
  const world = given.simulate(rows, observed)
  expect((await world.as('renter-key').get(`${list}?owner=you`)).status).toBe(200)
  const documented = given.simulate(rows)
  expect((await documented.as('renter-key').get(`${list}?owner=me`)).status).toBe(200)
  expect(documented.last().hint).toBe('only --dialect observed reads owner')
  expect(documented.last().rules).toContain('request.unknown-field-ignored')
})

const pages = '/api/v1/instances/'
const query = (parameters: Readonly<Record<string, unknown>>): string =>
  `${pages}?${new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString()}`

interface Page {
  readonly instances: readonly Fields[]
  readonly next_token: string | null
  readonly total_instances: number
}
const page = async (client: Client, parameters: Readonly<Record<string, unknown>>): Promise<Page> => {
  const { status, body } = await client.get(query(parameters))
  expect(status).toBe(200)
  return body as Page
}
const ids = ({ instances }: Page) => instances.map(({ id }) => id)

proves(
  ['instances.page.pages', 'instances.page.order'],
  'every instance is on one page of as many as are asked for, as the listing shows it',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    const renter = as('renter-key')
    const all = await listed(renter)
    const whole = await renter.get(query({ select_filters: {}, order_by: [{ col: 'id', dir: 'asc' }], limit: 25 }))
    expect(whole.body).toEqual({
      success: true,
      instances: all,
      next_token: null,
      total_instances: 3,
      label_counts: { a: 2, b: 1 },
    })
    const order_by = [
      { col: 'label', dir: 'asc' },
      { col: 'gpu_util', dir: 'desc' },
      { col: 'score_of_none', dir: 'asc' },
    ]
    const seen = []
    let token: string | null = ''
    while (token !== null) {
      const part: Page = await page(renter, { limit: 1, order_by, after_token: token })
      seen.push(...ids(part))
      expect(part.total_instances).toBe(3)
      token = part.next_token
    }
    expect(seen).toHaveLength(3)
    expect(seen.at(-1)).toBe(31)
  },
)

test('a page goes on behind an instance that is gone meanwhile, and before one that is new', async () => {
  const { as } = simulate(rows, observed)
  const renter = as('renter-key')
  const order_by = [
    { col: 'label', dir: 'asc' },
    { col: 'id', dir: 'desc' },
  ]
  const first = await page(renter, { limit: 1, order_by })
  expect(ids(first)).toEqual([33])
  await renter.delete('/api/v0/instances/33/', {})
  expect(ids(await page(renter, { order_by, after_token: first.next_token }))).toEqual([32, 31])
})

absent(
  ['instances.page.pages', 'instances.page.order'],
  'a page is not larger than 25, and not empty',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    for (const limit of ['26', '0', 'many']) expect((await as('renter-key').get(query({ limit }))).status).toBe(400)
  },
)

proves('instances.page.columns', 'rows have the selected columns', async (given) => {
  const { as, last } = given.simulate(rows, observed)
  const { instances } = await page(as('renter-key'), { select_cols: ['id', 'label', 'none'], limit: 1 })
  expect(instances).toEqual([{ id: 31, label: 'b' }])
  expect(last().hint).toContain('none')
  await page(as('renter-key'), { order_by: [{ col: 'none', dir: 'asc' }], limit: 1 })
  expect(last().hint).toBe('order_by: no instance has the column none, so it orders nothing')
})

absent('instances.page.columns', 'an asterisk selects all', async (given) => {
  const { as } = given.simulate(rows, observed)
  const { instances } = await page(as('renter-key'), { select_cols: ['*'], limit: 1 })
  expect(instances).toEqual((await listed(as('renter-key'))).slice(0, 1))
})

proves('instances.page.filters', 'filters choose instances, with values as text too', async (given) => {
  const { as } = given.simulate(rows, observed)
  const renter = as('renter-key')
  const found = async (select_filters: object) => ids(await page(renter, { select_filters }))
  expect(await found({ label: { eq: 'a' } })).toEqual([32, 33])
  expect(await found({ actual_status: { in: ['stopped', 'exited'] } })).toEqual([32])
  expect(await found({ id: { gt: '31', lt: 33 }, is_bid: { eq: 'false' } })).toEqual([32])
  expect(await found({ gpu_util: { lte: '0.25' }, label: { notin: ['b'] }, actual_status: { eq: 'running' } })).toEqual(
    [33],
  )
  expect((await page(renter, { select_filters: { label: { eq: 'a' } }, limit: 1 })).total_instances).toBe(2)
})

absent('instances.page.filters', 'an unknown field, operator or number is refused', async (given) => {
  const { as } = given.simulate(rows, observed)
  for (const select_filters of [{ colour: { eq: 1 } }, { id: { like: 1 } }, { id: { eq: 'one' } }, '{'])
    expect((await as('renter-key').get(query({ select_filters }))).status).toBe(400)
})

proves('instances.page.token-unknown', 'a token of nothing, or of another order, is refused', async (given) => {
  const { as } = given.simulate(rows, observed)
  const { next_token } = await page(as('renter-key'), { limit: 1 })
  const order_by = [{ col: 'id', dir: 'desc' }]
  for (const parameters of [{ after_token: 'x' }, { after_token: btoa('{}') }, { after_token: next_token, order_by }])
    expect(await as('renter-key').get(query(parameters))).toMatchObject({
      status: 400,
      body: { error: 'invalid_args' },
    })
})

absent('instances.page.token-unknown', 'the token of the page before is taken', async (given) => {
  const { as } = given.simulate(rows, observed)
  const { next_token } = await page(as('renter-key'), { limit: 1 })
  expect(ids(await page(as('renter-key'), { after_token: next_token }))).toEqual([32, 33])
})

proves('instances.saved-filters.none', 'there are no saved filters', async (given) => {
  const { as } = given.simulate(rows, observed)
  const answer = await as('renter-key').get('/api/v0/instances/filters/')
  expect(answer).toEqual({ status: 200, body: { success: true, filters: [] } })
})

absent('instances.saved-filters.none', 'a key without the permission gets no list', async (given) => {
  const powerless = { id: 1, name: 'powerless', api_keys: [{ key: 'powerless-key', permissions: [] }] }
  const { as } = given.simulate({ users: [powerless] }, observed)
  expect((await as('powerless-key').get('/api/v0/instances/filters/')).status).toBe(401)
})

proves('routing.wrong-method', 'a path that is spelled out is no id of an instance', async (given) => {
  const { as, last } = given.simulate(rows, observed)
  for (const [method, body] of [
    ['PUT', { state: 'stopped' }],
    ['DELETE', undefined],
    ['POST', {}],
  ] as const) {
    expect(await as('renter-key').send(method, '/api/v0/instances/filters/', body)).toMatchObject({ status: 405 })
    expect(last().headers.get('allow')).toBe('GET, HEAD')
  }
  expect((await as('renter-key').delete('/api/v0/instances/filter/')).status).toBe(400)
})

const unsetToo = `
  label onstart template_id template_hash_id template_name credit_balance credit_discount
`
  .trim()
  .split(/\s+/)

proves('instances.list.unset', 'unset fields are null, and 0 or empty in the documented dialect', async (given) => {
  const instance = { id: 31, user_id: 1001, offer_id: 600 }
  const world = { offers: [{ id: 600 }], instances: [instance] }
  const [seen] = await listed(given.simulate(world, observed).as('renter-key'))
  expect(unsetToo.map((name) => seen?.[name])).toEqual(unsetToo.map(() => null))
  const [usual] = await listed(simulate(world).as('renter-key'))
  expect(unsetToo.map((name) => usual?.[name])).toEqual(['', '', 0, '', '', 0, 0])
})

absent('instances.list.unset', 'an instance of which everything is set', async (given) => {
  const set = { label: 'a', onstart: 'b', template_id: 7, template_hash_id: 'a'.repeat(32), template_name: 't' }
  const instance = { id: 31, user_id: 1001, offer_id: 600, credit_balance: 1, credit_discount: 0.1, ...set }
  const world = { offers: [{ id: 600 }], instances: [instance] }
  expect(await listed(given.simulate(world, observed).as('renter-key'))).toMatchObject([set])
})
