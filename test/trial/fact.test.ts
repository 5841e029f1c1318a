import { expect, test } from 'vitest'
import { openSimulator } from '../../src/server/open-simulator.ts'
import { type Fact, factOf, MAX_FACT_CHARACTERS } from '../../src/sweep/fact.ts'

const fixture = {
  users: [
    { id: 1, name: 'own', api_keys: [{ key: 'own-key' }] },
    { id: 2, name: 'few', api_keys: [{ key: 'few-key', permissions: ['misc'] }] },
  ],
}
const AS_OWN = { Authorization: 'Bearer own-key' }
const TEMPLATES = '/api/v0/template/'
const LIST = '/api/v0/instances/'

const post = (body: string, headers: object = AS_OWN): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'Content-Type': 'application/json', ...headers },
})

/** What a sweep keeps of these requests, under a fault if one is given. */
async function facts(requests: readonly (readonly [path: string, init?: RequestInit])[], fault?: object) {
  const simulator = openSimulator({ fixture, clock: { at: '2026-01-01T00:00:00Z', frozen: true } })
  const ask = async (path: string, init: RequestInit = { headers: AS_OWN }) => {
    const request = new Request(`http://sim.test${path}`, init)
    await (await simulator.respond(request).catch(() => new Response())).text().catch(() => '')
  }
  if (fault !== undefined) await ask('/_sim/faults', post(JSON.stringify(fault)))
  for (const [path, init] of requests) await ask(path, init)
  return simulator.sandboxes
    .get('default')
    .world.journal.entries()
    .map((each) => factOf(each, 'default', 5))
}

const calls = (of: readonly Fact[]) => of.map(({ status, isCall, happened }) => [status, isCall, happened])

test('a request refused before faults look at it is no call of its operation; one that the operation refuses is', async () => {
  const large = JSON.stringify({ name: 'n', image: 'i', desc: 'd'.repeat(1 << 20) })
  const seen = await facts([
    [LIST],
    [LIST],
    [LIST, { headers: {} }],
    [LIST, { headers: { Authorization: 'Bearer nobody' } }],
    [TEMPLATES, post('{"name":"n","image":"i"}', { Authorization: 'Bearer few-key' })],
    [TEMPLATES, post(large)],
    [TEMPLATES, post('{"name":5}')],
    [TEMPLATES, post('{"name":"n","image":"i"}')],
    ['/api/v0/nowhere/'],
  ])
  expect(calls(seen)).toEqual([
    [200, true, true],
    [429, false, false],
    [401, false, false],
    [401, false, false],
    [403, false, false],
    [413, false, false],
    [400, true, false],
    [200, true, true],
    [404, false, false],
  ])
})

test('what a fault refuses as the limiter does is a call, and a lost reply may have happened', async () => {
  const match = { operation: 'instances.list' }
  const refused = await facts([[LIST]], { name: 'slows', match, effect: { rate_limited: true } })
  expect(calls(refused)).toEqual([[429, true, false]])
  const lost = await facts([[LIST]], { name: 'loses', match, effect: { reset: true, stream: 'after' } })
  expect(calls(lost)).toEqual([[0, true, true]])
})

test('bodies are cut at what a sweep keeps, and the digest is of the whole', async () => {
  const bodies = [0, 1].map((more) => JSON.stringify('x'.repeat(MAX_FACT_CHARACTERS - 2 + more)))
  const seen = await facts(bodies.map((body) => [TEMPLATES, post(body)]))
  expect(seen.map(({ requestBody }) => requestBody)).toEqual(bodies.map((body) => body.slice(0, MAX_FACT_CHARACTERS)))
  expect(new Set(seen.map(({ requestDigest }) => requestDigest)).size).toBe(2)
})
