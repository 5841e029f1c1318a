import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { simulate, START_SECONDS } from '../support/simulate.ts'

const INSTANCES = '/api/v0/instances/'
const TEMPLATES = '/api/v0/template/'
const RESET = String(START_SECONDS + 2)
const waitHeaders = ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const

const headersOf = ({ headers }: { readonly headers: Headers }) => waitHeaders.map((name) => headers.get(name))

proves('rate-limit.headers', 'a 429 says in headers how long to wait', async (given) => {
  const { as, last } = given.simulate({}, { rules: { 'rate-limit.headers': 'sent' } })
  await as('renter-key').get(INSTANCES)
  expect((await as('renter-key').get(INSTANCES)).status).toBe(429)
  expect(headersOf(last())).toEqual(['2', '1.0', '0', RESET])
})

absent('rate-limit.headers', 'the contract promises none', async (given) => {
  const { as, last } = given.simulate({})
  await as('renter-key').get(INSTANCES)
  expect((await as('renter-key').get(INSTANCES)).status).toBe(429)
  expect(headersOf(last())).toEqual([null, null, null, null])
})

test('a fault that refuses for the rate names the threshold as the time to wait', async () => {
  const fault = { name: 'busy', match: { operation: 'instances.list' }, effect: { rate_limited: true } }
  const { as, control, last } = simulate({}, { rules: { 'rate-limit.headers': 'sent' } })
  await control.post('/_sim/faults', fault)
  expect((await as('renter-key').get(INSTANCES)).status).toBe(429)
  expect(headersOf(last())).toEqual(['2', '1.0', '0', RESET])
  expect(last().basis).toBe('injected')
})

const together = { rules: { 'rate-limit.per-account': 'counted', 'rate-limit.headers': 'sent' } } as const

proves('rate-limit.per-account', 'a key is let through five times in ten seconds, by all operations', async (given) => {
  const { as, control, last } = given.simulate({}, together)
  const searched = async () => await as('renter-key').get(`${TEMPLATES}?limit=1`)
  const search = async () => (await searched()).status
  expect((await as('renter-key').get(INSTANCES)).status).toBe(200)
  await control.post('/_sim/clock/advance', { seconds: 4 })
  expect([await search(), await search(), await search(), await search()]).toEqual([200, 200, 200, 200])
  const refused = await searched()
  expect(refused.status).toBe(429)
  expect(refused.body).toEqual({
    error: 'HTTPTooManyRequests',
    msg: 'API requests too frequent',
    retry_after: 6,
    limit: 5,
    remaining: 0,
  })
  expect(headersOf(last()).slice(0, 3)).toEqual(['6', '5.0', '0'])
  expect((await as('host-key').get(`${TEMPLATES}?limit=1`)).status).toBe(200)
  await control.post('/_sim/clock/advance', { seconds: 5.999 })
  expect(await search()).toBe(429)
  await control.post('/_sim/clock/advance', { seconds: 0.001 })
  expect([await search(), await search()]).toEqual([200, 429])
})

absent('rate-limit.per-account', 'the requests of a key are not counted together', async (given) => {
  const { as } = given.simulate({})
  for (let request = 0; request < 8; request++)
    expect((await as('renter-key').get(`${TEMPLATES}?limit=1`)).status).toBe(200)
})

test('a limiter that is switched off counts nothing', async () => {
  const { as } = simulate({}, { ...together, rateLimit: { enabled: false } })
  for (let request = 0; request < 8; request++)
    expect((await as('renter-key').get(`${TEMPLATES}?limit=1`)).status).toBe(200)
})
