import { inspect } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import type { ShownExchange } from '../../src/index.ts'
import { simulate } from '../support/simulate.ts'

const INSTANCES = '/api/v0/instances/'
const TEMPLATES = '/api/v0/template/'
const PASSWORD = 'pass-of-the-registry'
const KEY = 'renter-key'

afterEach(() => void vi.restoreAllMocks())

/** A simulator, and the exchanges that its listener got. */
function listening() {
  const told: ShownExchange[] = []
  const onExchange = (exchange: ShownExchange): void => void told.push(exchange)
  return { ...simulate(undefined, { rateLimit: { enabled: false }, onExchange }), told }
}

type Listening = ReturnType<typeof listening>

const template = { name: 'mine', image: 'a/b', docker_login_pass: PASSWORD, surprise: [1] }

const underFault = async ({ control, as }: Listening, effect: object): Promise<unknown> => {
  const near = { path: INSTANCES, method: 'GET', headers: { 'x-tenant': 'a' }, query: { limit: '1' } }
  const faults = [
    { name: 'near', match: near, effect: { reset: true } },
    { name: 'f', match: { operation: 'instances.list' }, effect },
  ]
  for (const fault of faults) expect(await control.post('/_sim/faults', fault)).toMatchObject({ status: 200 })
  return as(KEY)
    .get(INSTANCES)
    .catch(() => 'lost')
}

const kinds: Readonly<Record<string, (its: Listening) => Promise<unknown>>> = {
  'a listing': ({ as }) => as(KEY).get(`${INSTANCES}?limit=1`),
  'a creation with a secret': ({ as }) => as(KEY).post(TEMPLATES, template),
  'a body that is not JSON': ({ as }) => as(KEY).post(TEMPLATES, undefined, { text: '{"name":' }),
  'a body without a known key': ({ as }) => as('nobody').post(TEMPLATES, template),
  'no key': ({ as }) => as(null).get(INSTANCES),
  'a key in the URL': ({ as }) => as(KEY).get(`/api/v0/${KEY}/?api_key=${KEY}`),
  'no operation': ({ as }) => as(KEY).get('/nowhere'),
  HEAD: ({ as }) => as(KEY).send('HEAD', INSTANCES),
  'a status in place of the answer': (its) => underFault(its, { status: 503 }),
  'a status with a body': (its) => underFault(its, { status: 418, body: { msg: 'tea' } }),
  'a lost connection': (its) => underFault(its, { reset: true }),
  'a body that is cut': (its) => underFault(its, { malformed_json: true }),
}

test.each(Object.entries(kinds))('%s: a listener reads what the journal shows, whenever it reads', async (_, send) => {
  const its = listening()
  await send(its)
  const { body: shown } = await its.control.get('/_sim/requests/1')
  expect(shown).toMatchObject({ id: 1, request: { method: expect.any(String) as unknown } })
  await its.control.post('/_sim/reset')
  expect((await its.control.get('/_sim/requests/1')).status).toBe(404)
  const [exchange] = its.told
  expect(JSON.stringify(exchange)).toBe(JSON.stringify(shown))
  expect(exchange).toEqual(shown)
  expect(its.told).toHaveLength(1)
})

test('exchanges given to a listener can be spread, cloned and printed', async () => {
  const its = listening()
  await its.as(KEY).post(TEMPLATES, template)
  const { body: shown } = (await its.control.get('/_sim/requests/1')) as { body: ShownExchange }
  const fresh = async (): Promise<ShownExchange> => {
    await its.control.post('/_sim/reset')
    await its.as(KEY).post(TEMPLATES, template)
    return its.told.at(-1) ?? shown
  }
  expect({ ...(await fresh()).request }).toEqual(shown.request)
  expect(structuredClone(await fresh())).toEqual(shown)
  expect(inspect(await fresh(), { depth: 9 })).toBe(inspect(shown, { depth: 9 }))
})

test('exchanges given to a listener hold no readable secret', async () => {
  const its = listening()
  await its.as(KEY).post(TEMPLATES, template)
  const [exchange] = its.told
  const seen = [exchange, exchange?.request, exchange?.response]
    .map((part) => inspect(part, { showHidden: true, getters: true, customInspect: false, depth: 20 }))
    .join()
  expect(seen).toContain('surprise')
  expect([seen.includes(PASSWORD), seen.includes(KEY)]).toEqual([false, false])
})

test('exchanges after a restored snapshot and in a fork reach the listener and count too', async () => {
  const { simulator, control, told } = listening()
  const ask = async ({ fetch } = simulator.sandbox('a')) =>
    (await fetch(INSTANCES, { headers: { Authorization: `Bearer ${KEY}` } })).status
  await ask()
  simulator.sandbox('a').snapshots.take('s')
  simulator.sandbox('a').snapshots.restore('s')
  await ask()
  await ask(simulator.sandbox('a').fork(2))
  expect(told.map(({ id }) => id)).toEqual([1, 2, 2])
  expect(await control.get('/_sim/health')).toMatchObject({ body: { exchanges: 3 } })
})

/** What a simulator shows after its listener has changed the exchange that it got. */
const changing = async (listener: (exchange: ShownExchange) => void) => {
  const its = simulate(undefined, { rateLimit: { enabled: false }, onExchange: listener })
  const { control } = its
  await underFault({ ...its, told: [] }, { status: 418, body: { msg: 'tea' } })
  await control.delete('/_sim/faults')
  await its.as(KEY).get(INSTANCES)
  const shown = ['requests', 'coverage', 'findings', 'faults'].map((view) => control.get(`/_sim/${view}`))
  return { shown: await Promise.all(shown), rules: its.last().rules }
}

test('what a listener changes stays its own', async () => {
  const overwritten: string[] = []
  const overwrite = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, part] of Object.entries(value)) {
      overwrite(part)
      overwritten.push(name)
      Reflect.set(value, name, 'changed')
    }
  }
  // Before the other: a part shared by all simulators would be changed in both.
  const unchanged = await changing(() => undefined)
  expect(await changing(overwrite)).toEqual(unchanged)
  expect(overwritten).toEqual(
    expect.arrayContaining(['outcome', 'missed', 'expected', 'rules', 'content-type', 'body']),
  )
})
