import { expect, test } from 'vitest'
import { fieldOf } from '../../src/kernel/object.ts'
import { simulate } from '../support/simulate.ts'

const TEMPLATE = '/api/v0/template/'
const GROUP = { id: 4242, user_id: 1001, endpoint_name: 'mine' }
/** A schema is compiled after fifty uses. */
const OFTEN = 60
const unlimited = { rateLimit: { enabled: false } }

const bodies = {
  'that changes something': { max_workers: 5, cold_mult: 2 },
  'of a wrong type': { max_workers: 'x' },
  'out of bounds': { target_util: -1 },
  'with a field that nobody reads': { max_worker: 5 },
  'with null': { max_workers: null, cold_mult: 3 },
  'that is empty': {},
}

test.each(Object.entries(bodies))('a body %s is answered alike however often it comes', async (_, body) => {
  const { as, last } = simulate({ endpoint_groups: [GROUP] }, unlimited)
  const answered = async () => {
    const { status, body: said } = await as('renter-key').put('/api/v0/endptjobs/4242/', body)
    // From the second one on, the contract's threshold would have refused it.
    const rules = last().rules.filter((rule) => rule !== 'rate-limit.configured')
    return { status, said, rules, hint: last().hint }
  }
  const first = await answered()
  for (let times = 1; times < OFTEN; times += 1) expect(await answered()).toEqual(first)
})

test('bodies that differ a little are different requests, in any order', async () => {
  const { as } = simulate({ endpoint_groups: [GROUP] }, unlimited)
  const statuses: number[] = []
  for (const max_workers of [5, 'x', 5, 6, 'x', 'y'])
    statuses.push((await as('renter-key').put('/api/v0/endptjobs/4242/', { max_workers })).status)
  expect(statuses).toEqual([200, 400, 200, 200, 400, 400])
})

test('the same body is held against the rules of each world', async () => {
  const usual = simulate({}, unlimited)
  const strict = simulate(
    {},
    { ...unlimited, rules: { 'templates.create.no-quota': { value: { env: 40_000, image: 3 } } } },
  )
  const body = { name: 'trainer', image: 'long' }
  const statuses: number[] = []
  for (const { as } of [usual, strict, usual, strict])
    statuses.push((await as('renter-key').post(TEMPLATE, body)).status)
  expect(statuses).toEqual([200, 400, 200, 400])
})

test('rows that came of the same body change by themselves', async () => {
  const { as, control } = simulate({}, unlimited)
  const calls = as('renter-key')
  const body = { name: 'trainer', image: 'i', extra_filters: { gpu_ram: { gte: 8 } } }
  const [first, second] = [await calls.post(TEMPLATE, body), await calls.post(TEMPLATE, body)].map(
    (answer) => (answer.body as { template: { id: number; hash_id: string } }).template,
  )
  await calls.put(TEMPLATE, { hash_id: first?.hash_id, extra_filters: { gpu_ram: { gte: 80 } } })
  await control.send('PATCH', `/_sim/state/templates/${first?.id}`, { desc: 'first' })
  const { body: found } = await calls.get(`${TEMPLATE}?select_filters={"name":{"eq":"trainer"}}`)
  expect(found).toMatchObject({
    templates: [
      { id: first?.id, desc: 'first', extra_filters: { gpu_ram: { gte: 80 } } },
      { id: second?.id, desc: '', extra_filters: { gpu_ram: { gte: 8 } } },
    ],
  })
})

test('the same search finds what there is by then', async () => {
  const { as } = simulate({}, unlimited)
  const calls = as('renter-key')
  const search = async () => (await calls.get(`${TEMPLATE}?select_filters={"name":{"eq":"trainer"}}`)).body
  expect(await search()).toMatchObject({ templates_found: 0 })
  await calls.post(TEMPLATE, { name: 'trainer', image: 'i' })
  expect(await search()).toMatchObject({ templates_found: 1 })
})

test('a path is answered by each method of its own, in whatever order they come, and again', async () => {
  const { as } = simulate()
  const once = async (methods: readonly string[]) =>
    Promise.all(methods.map(async (method) => (await as('renter-key').send(method, TEMPLATE)).status))
  const methods = ['PURGE', 'GET', 'PATCH', 'HEAD', 'PUT', 'GET', 'PURGE']
  const statuses = [405, 200, 405, 200, 400, 200, 405]
  expect(await once(methods)).toEqual(statuses)
  expect(await once(methods.toReversed())).toEqual(statuses.toReversed())
})

test('of a body that two users send, each exchange hides the key of its own', async () => {
  const { as, simulator } = simulate()
  const body = { name: 'of renter-key and host-key', image: 'a' }
  for (const key of ['renter-key', 'host-key', 'renter-key']) await as(key).send('POST', TEMPLATE, body)
  const sent = simulator.journal.list().map(({ request }) => request.body)
  expect(sent.map((each) => fieldOf(each, 'name'))).toEqual([
    'of ******** and host-key',
    'of renter-key and ********',
    'of ******** and host-key',
  ])
})
