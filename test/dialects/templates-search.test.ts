import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { simulate } from '../support/simulate.ts'

const row = { creator_id: 1001, image: 'library/ubuntu', created_at: 1 }
const rows = {
  templates: [
    { ...row, id: 1, name: 'b', recommended_disk_space: 32, recommended: true },
    { ...row, id: 2, name: 'a', recommended_disk_space: 16, extra_filters: { num_gpus: { eq: 1 } } },
    { ...row, id: 3, name: 'b', recommended_disk_space: 64 },
  ],
}
const observed = { dialect: 'observed', rateLimit: { enabled: false } } as const

const search = (query: Record<string, unknown>): string =>
  `/api/v0/template/?${new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]),
  ).toString()}`

const found = (total: number, templates: readonly object[]) => ({
  status: 200,
  body: { success: true, templates_found: total, templates },
})

proves(
  'templates.search.further-parameters',
  'select_cols names the columns, order_by orders, limit ends the answer',
  async (given) => {
    const world = given.simulate(rows, observed)
    const renter = world.as('renter-key')
    const order_by = [{ col: 'name', dir: 'asc' }, { col: 'id', dir: 'desc' }, { col: 'nothing' }]
    expect(await renter.get(search({ select_cols: ['id', 'name', 'nothing'], order_by, limit: 2 }))).toEqual(
      found(3, [
        { id: 2, name: 'a' },
        { id: 3, name: 'b' },
      ]),
    )
    expect(world.last().basis).toBe('assumed')
    expect(await renter.get(search({ select_cols: ['id'], order_by: [{ col: 'volume_info' }] }))).toEqual(
      found(3, [{ id: 1 }, { id: 2 }, { id: 3 }]),
    )
    const all = await renter.get(search({}))
    expect(await renter.get(search({ select_cols: ['*'], limit: 3 }))).toEqual(all)
    const { templates } = all.body as { templates: readonly object[] }
    expect(await renter.get(search({ select_cols: ['name', '*'], limit: 1 }))).toEqual(found(3, templates.slice(0, 1)))
    expect(world.simulator.findings()).toEqual([])
  },
)

absent(
  'templates.search.further-parameters',
  'a search without them is as ever; the documented dialect ignores them, finds them, and names the other one',
  async (given) => {
    const plain = given.simulate(rows, observed)
    expect((await plain.as('renter-key').get(search({}))).body).toMatchObject({ templates_found: 3 })
    const documented = given.simulate(rows, { rateLimit: { enabled: false } })
    const all = await documented.as('renter-key').get(search({}))
    const asked = await documented.as('renter-key').get(search({ select_cols: ['id'], limit: 1, offset: 1 }))
    expect(asked).toEqual(all)
    expect(documented.last().hint).toBe('not read: offset; only --dialect observed reads select_cols, limit')
    expect(documented.simulator.findings()).toMatchObject([
      { kind: 'unread-field', text: 'not read: select_cols, limit, offset' },
    ])
  },
)

test('a further key of the query is ignored and found in the observed dialect too', async () => {
  const world = simulate(rows, observed)
  expect((await world.as('renter-key').get(search({ select_cols: ['*'], offset: 1 }))).status).toBe(200)
  expect(world.simulator.findings()).toMatchObject([{ kind: 'unread-field', text: 'not read: offset' }])
})

test.each([
  [{ select_cols: 'id' }, 'select_cols: expected array, received string'],
  [{ order_by: [{ col: 'id', dir: 'up' }] }, 'order_by.0.dir: Invalid option: expected one of "asc"|"desc"'],
  [{ limit: 0 }, 'limit: expected number to be >=1'],
])('what is none of these parameters is refused: %j', async (query, msg) => {
  expect(await simulate(rows, observed).as('renter-key').get(search(query))).toMatchObject({
    status: 400,
    body: { success: false, error: 'invalid_args', msg: expect.stringContaining(msg) as string },
  })
})

proves('templates.search.values-as-text', 'filters read text by the type of the field, in lists too', async (given) => {
  const { as, last } = given.simulate(rows, observed)
  const ids = async (select_filters: object) => {
    const { status, body } = await as('renter-key').get(search({ select_filters, select_cols: ['id'] }))
    expect(status).toBe(200)
    expect(last().rules).toContain('templates.search.values-as-text')
    return (body as { templates: { id: number }[] }).templates.map(({ id }) => id)
  }
  expect(await ids({ id: { gte: '2' }, recommended_disk_space: { lte: '16.0' } })).toEqual([2])
  expect(await ids({ id: { in: ['1', 3] } })).toEqual([1, 3])
  expect(await ids({ recommended: { eq: 'true' } })).toEqual([1])
  expect(await ids({ name: { eq: 'b' }, created_at: { eq: '1' } })).toEqual([1, 3])
})

absent(
  'templates.search.values-as-text',
  'values of the right type are no texts; a text that is not a number is refused, in the documented dialect any',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    const renter = as('renter-key')
    const name = { name: { eq: '500' } }
    expect(await renter.get(search({ select_filters: { id: { eq: 2 }, ...name } }))).toEqual(found(0, []))
    expect(await renter.get(search({ select_filters: { recent_create_date: { gt: null } } }))).toEqual(found(0, []))
    expect((await renter.get(search({ select_filters: { id: { eq: 'two' } } }))).status).toBe(400)
    const documented = given.simulate(rows, { rateLimit: { enabled: false } })
    const asked = (select_filters: object) => documented.as('renter-key').get(search({ select_filters }))
    expect(await asked({ id: { eq: '2' } })).toEqual({
      status: 400,
      body: {
        success: false,
        error: 'invalid_args',
        msg: 'select_filters.id.eq: expected number, received string',
      },
    })
    expect(documented.last().hint).toBe('--dialect observed reads text by the type of its field')
    expect((await asked({ tag: { eq: null } })).status).toBe(400)
    expect((await asked(name)).status).toBe(200)
  },
)

test('the reported threshold of 3.0 s holds for searches, and 4.5 s for rents, in the observed dialect only', async () => {
  const offers = { offers: [{ id: 600 }, { id: 601 }, { id: 602 }] }
  const world = simulate({ ...rows, ...offers }, { dialect: 'observed' })
  const calls = [
    [() => world.as('renter-key').get(search({})), 3, '3.0'],
    [() => world.as('renter-key').put('/api/v0/asks/600/', {}), 4.5, '4.5'],
  ] as const
  for (const [call, seconds, named] of calls) {
    const { status } = await call()
    expect(await call()).toEqual({
      status: 429,
      body: { detail: `API requests too frequent endpoint threshold=${named}` },
    })
    expect(world.last().rules).toContain('rate-limit.configured')
    await world.simulator.clock.advance(seconds)
    expect((await call()).status).toBe(status)
  }
  const documented = simulate({ ...rows, ...offers })
  for (const id of [600, 601, 602]) {
    expect((await documented.as('renter-key').get(search({}))).status).toBe(200)
    expect((await documented.as('renter-key').put(`/api/v0/asks/${id}/`, { image: 'a' })).status).toBe(200)
  }
})

proves(
  'templates.search.values-as-text',
  'null in a filter is let through by the dialect, which is named',
  async (given) => {
    for (const filters of [{ name: { eq: null } }, { id: { in: [1, null] } }]) {
      const world = given.simulate({}, observed)
      expect((await world.as('renter-key').get(search({ select_filters: filters }))).status).toBe(200)
      expect(world.last().rules, JSON.stringify(filters)).toContain('templates.search.values-as-text')
    }
  },
)

absent('templates.search.values-as-text', 'null for the one field that may be null is no choice', async (given) => {
  const world = given.simulate({}, observed)
  expect(
    (await world.as('renter-key').get(search({ select_filters: { recent_create_date: { eq: null } } }))).status,
  ).toBe(200)
})

test('a bare text finds names that have it, and one word is a column to order by', async () => {
  const { as, last } = simulate(rows, observed)
  const names = async (parameters: string) => {
    const { body } = await as('renter-key').get(`/api/v0/template/?${parameters}`)
    return (body as { templates: readonly { name: string }[] }).templates.map(({ name }) => name)
  }
  expect(await names('select_filters={"name":"A"}')).toEqual(['a'])
  expect(last().rules).toContain('templates.search.values-as-text')
  expect(await names('select_filters={"name":"zz"}')).toEqual([])
  expect(await names('order_by=name')).toEqual(['a', 'b', 'b'])
  const refused = await simulate(rows).as('renter-key').get('/api/v0/template/?select_filters={"name":"a"}')
  expect(refused.status).toBe(400)
})
