import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { simulate } from '../support/simulate.ts'
import { call } from '../support/steer.ts'

const row = { creator_id: 1001, image: 'library/ubuntu' }
const rows = { templates: [1, 2, 3].map((id) => ({ ...row, id, name: `t${id}` })) }
const noLimit = { rateLimit: { enabled: false } }
const filter = (id: number): string => JSON.stringify({ id: { eq: id } })
const search = (...ids: readonly number[]): string =>
  `/api/v0/template/?${ids.map((id) => `select_filters=${encodeURIComponent(filter(id))}`).join('&')}`
const query = (id: number) => ({ query: { select_filters: filter(id) } })

proves(
  'request.repeated-parameter',
  'of a parameter that is given several times the last counts: for the operation, faults, verify and hints alike',
  async (given) => {
    const world = given.simulate(rows, noLimit)
    const renter = world.as('renter-key')
    const found = await renter.get(search(1, 3, 2))
    expect(found).toMatchObject({ status: 200, body: { templates: [{ name: 't2' }] } })
    expect(world.last().hint).toBe('select_filters is given several times: the last value counts')
    for (const [id, count] of [
      [1, 0],
      [2, 1],
      [3, 0],
    ] as const)
      expect(world.simulator.journal.verify(query(id), { eq: count })).toMatchObject({ verified: true })
    for (const id of [1, 3])
      world.simulator.faults.add({ name: `f${id}`, match: query(id), effect: { status: 500 + id } })
    expect(await renter.get(search(1, 2))).toMatchObject({ status: 200 })
    expect(await renter.get(search(1, 3))).toMatchObject({ status: 503 })
    expect(world.last().hint).toBe('select_filters is given several times: the last value counts')
    expect(await renter.get(`${search(2)}&select_filters=%7B`)).toMatchObject({ status: 400 })
  },
)

absent(
  'request.repeated-parameter',
  'two parameters, or an unread one that comes twice, are read as ever',
  async (given) => {
    const world = given.simulate(rows, noLimit)
    const renter = world.as('renter-key')
    await renter.get(search(1))
    await renter.get(`${search(1)}&a=1&b=1&`)
    expect(world.last().hint).toBe('not read: a, b')
    expect(await renter.get(`${search(1)}&a=1&a=2`)).toMatchObject({ body: { templates: [{ name: 't1' }] } })
    expect(world.last().hint).toBe('a is given several times: the last value counts; not read: a')
  },
)

const withKeys = (first: string, last: string): string => `/api/v0/template/?api_key=${first}&api_key=${last}`

test('the key, a parameter of the observed dialect, is the last one too', async () => {
  const world = simulate(rows, { ...noLimit, dialect: 'observed' })
  const nobody = world.as(null)
  expect(await nobody.get(withKeys('wrong', 'renter-key'))).toMatchObject({ status: 200 })
  expect(world.last().rules).toContain('request.repeated-parameter')
  expect(world.last().hint).toContain('api_key is given several times: the last value counts')
  expect(await nobody.get(withKeys('renter-key', 'wrong'))).not.toMatchObject({ status: 200 })
  await nobody.get('/api/v0/template/?api_key=renter-key')
  expect(world.last().rules).not.toContain('request.repeated-parameter')
})

test('a stub, what it repeats, and the filter of the journal read the last one', async () => {
  const { simulator } = simulate()
  const answer = { body: '$request{$.query.page}' }
  simulator.stubs.add({ name: 's', match: { path: '/rows', query: { page: '2' } }, answer })
  const ask = async (query: string) => {
    const response = await simulator.fetch(`/rows?${query}`)
    return [response.status, response.headers.get('x-sim-hint'), response.status === 200 && (await response.text())]
  }
  expect(await ask('page=1&page=2')).toEqual([200, 'page is given several times: the last value counts', '2'])
  expect(await ask('page=2&page=1')).toEqual([404, expect.stringContaining('page is given several times'), false])
  expect(await ask('page=2')).toEqual([200, null, '2'])
  const { body } = await call(simulator, 'GET', '/requests?status=404&status=200')
  expect(body['requests']).toMatchObject([{ response: { status: 200 } }, { response: { status: 200 } }])
})
