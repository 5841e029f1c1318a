import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { START } from '../support/simulate.ts'
import { runs } from '../support/drawn.ts'

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  /** Sent as it is, instead of a JSON body. */
  readonly text?: string
  readonly key?: string
}

const TEMPLATE = '/api/v0/template/'
const HASH = '4e17788f74f075dd9aab7d0d4427968f'
const users = [{ id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }] }]

const call = (method: string, path: string, body: fc.Arbitrary<unknown> = fc.constant(undefined)): fc.Arbitrary<Call> =>
  fc.record({
    method: fc.constant(method),
    path: fc.constant(path),
    body,
    key: fc.constantFrom('renter-key', 'renter-key', 'host-key', 'no-user-read-key', 'host-readonly-key', 'nobody'),
  })
const searched = (filters: object) => `${TEMPLATE}?select_filters=${encodeURIComponent(JSON.stringify(filters))}`
const oneOf = (...values: readonly unknown[]) =>
  fc.oneof({ arbitrary: fc.constantFrom(...values), weight: 4 }, fc.jsonValue())

/** Every operation and the control calls, with input that is right and input that is not. */
const anyCall: fc.Arbitrary<Call> = fc.oneof(
  call('GET', TEMPLATE),
  call('GET', searched({ id: { gte: 9002 } })),
  call('GET', searched({ nonsense: 1 })),
  call(
    'POST',
    TEMPLATE,
    oneOf(
      { name: 't', image: 'i', docker_login_pass: 'swordfish' },
      { name: 't', image: 'i', env: { A: 1 } },
      { x: 1 },
    ),
  ),
  call('PUT', TEMPLATE, oneOf({ hash_id: HASH, desc: 'd' }, { hash_id: HASH }, { hash_id: 'f'.repeat(32) })),
  call('DELETE', TEMPLATE, oneOf({ template_id: 9001 }, { template_id: 50000001 }, { template_id: 1 })),
  fc
    .constantFrom(12345678, 12345679, 12345680, 7)
    .chain((id) =>
      call(
        'PUT',
        `/api/v0/asks/${id}/`,
        oneOf(
          { image: 'i', env: '-p 80:80' },
          { template_hash_id: HASH, price: 0.5 },
          { image: 'i', volume_info: { create_new: true, volume_id: 28908979, size: 10, mount_path: '/v' } },
          { template_id: 9001 },
        ),
      ),
    ),
  call('GET', '/api/v0/instances/'),
  call('POST', '/api/v0/network_volume/', oneOf({ disk_id: 501 }, { disk_id: 502, price_disk: 1 }, { disk_id: 9 })),
  call('POST', '/api/v0/network_volumes/search/', oneOf({ q: { limit: 3 } }, { q: {} }, { q: { limit: -1 } })),
  call('POST', '/api/v0/network_volumes/unlist/', oneOf({ id: 7001 }, { id: 50000001 }, {})),
  call('PUT', '/api/v0/endptjobs/4242/', oneOf({ min_load: 3 }, { target_util: 2 }, {})),
  call('GET', '/api/v0/users/cloud_integrations/'),
  call('GET', '/api/v0/instances?api_key=renter-key'),
  fc.record({ method: fc.constantFrom('POST', 'PUT'), path: fc.constant(TEMPLATE), text: fc.string() }),
  call('POST', '/_sim/clock/advance', oneOf({ seconds: 2 }, { seconds: 1e8 }, { seconds: -1 })),
  call('PUT', '/_sim/clock', fc.constantFrom({ at: '2027-01-01T00:00:00Z' }, { frozen: false }, { frozen: true }, {})),
  call('PUT', '/_sim/state', oneOf({ users }, { users, generate: { offers: 3 } }, { instances: [{ id: 1 }] })),
  call('POST', '/_sim/reset', fc.constantFrom({ fixture: 'empty' }, { seed: 'x', clock: 'real' }, { fixture: 'none' })),
  call('POST', '/_sim/snapshots', fc.constantFrom({ name: 'a' }, { name: 'b' }, { name: 'a b' })),
  call('POST', '/_sim/snapshots/a/restore'),
  call('DELETE', '/_sim/snapshots/a'),
  call('DELETE', '/_sim/requests'),
)
const sequence = fc.array(anyCall, { minLength: 8, maxLength: 15, size: 'max' })

/** Asked of two worlds that should be equal: each operation, and its limits. */
const following: readonly Call[] = [
  { method: 'GET', path: '/api/v0/instances/' },
  { method: 'GET', path: '/api/v0/instances/' },
  { method: 'GET', path: TEMPLATE },
  { method: 'POST', path: TEMPLATE, body: { name: 'new', image: 'i' } },
  { method: 'PUT', path: TEMPLATE, body: { hash_id: HASH, desc: 'edited' } },
  { method: 'PUT', path: TEMPLATE, body: { hash_id: HASH, desc: 'stale' } },
  { method: 'PUT', path: '/api/v0/asks/12345678/', body: { image: 'i', surprise: 1 } },
  { method: 'POST', path: '/api/v0/network_volume/', body: { disk_id: 502 }, key: 'host-key' },
  { method: 'POST', path: '/api/v0/network_volumes/search/', body: { q: {} } },
  { method: 'POST', path: '/api/v0/network_volumes/unlist/', body: { id: 7001 }, key: 'host-key' },
  { method: 'PUT', path: '/api/v0/endptjobs/4242/', body: { min_load: 9 } },
  { method: 'GET', path: '/api/v0/users/cloud_integrations/' },
  { method: 'DELETE', path: TEMPLATE, body: { template_id: 9001 } },
  { method: 'POST', path: '/_sim/clock/advance', body: { seconds: 2 } },
  { method: 'GET', path: '/api/v0/instances/' },
  { method: 'POST', path: '/_sim/clock/advance', body: { seconds: 4e7 } },
  { method: 'GET', path: '/_sim/state' },
]
const faces = ['state', 'clock', 'requests', 'coverage', 'findings', 'snapshots'].map((name) => ({
  method: 'GET',
  path: `/_sim/${name}`,
}))

/** Makes the calls one after the other; answers with every byte that came back, except the headers left out. */
async function answers({ fetch }: Simulator, calls: readonly Call[], leftOut = ''): Promise<readonly string[]> {
  const heard: string[] = []
  // A world that begins anew has another name, and nothing else is another.
  const notCompared = new Set([leftOut, 'x-sim-world'])
  for (const { method, path, body, key = 'renter-key', text = JSON.stringify(body) } of calls) {
    const response = await fetch(
      new Request(`http://sim.test${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(text !== undefined && { body: text }),
      }),
    )
    const headers = [...response.headers].filter(([name]) => !notCompared.has(name))
    heard.push(`${method} ${path} ${response.status} ${JSON.stringify(headers)}\n${await response.text()}`)
  }
  return heard
}

const begin = (): Simulator => createSimulator({ clock: { mode: 'frozen', atMs: Date.parse(START) } })
const state = async ({ fetch }: Simulator) => (await fetch(new Request('http://sim.test/_sim/state'))).text()

test('after a reset a sandbox equals a fresh one in every respect, whatever was called before', async () => {
  const all = [...faces, ...following, ...faces]
  const fresh = await answers(begin(), all)
  await fc.assert(
    fc.asyncProperty(sequence, async (calls) => {
      const simulator = begin()
      await answers(simulator, [...calls, { method: 'POST', path: '/_sim/reset' }])
      expect(await answers(simulator, all)).toEqual(fresh)
    }),
    runs(30),
  )
})

test('a sandbox that is reset to a named start equals one that was started so', async () => {
  const all = [...faces, ...following, ...faces]
  const fresh = await answers(
    createSimulator({ fixture: { users }, seed: 'named', clock: { mode: 'frozen', atMs: Date.UTC(2030, 0) } }),
    all,
  )
  const named = { fixture: { users }, seed: 'named', clock: '2030-01-01T00:00:00Z' }
  await fc.assert(
    fc.asyncProperty(sequence, async (calls) => {
      const simulator = begin()
      await answers(simulator, [...calls, { method: 'POST', path: '/_sim/reset', body: named }])
      expect(await answers(simulator, all)).toEqual(fresh)
    }),
    runs(12),
  )
})

test('an export that a fresh simulator imports is exported as it was, and is answered from alike', async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async (calls) => {
      const original = begin()
      await answers(original, calls)
      await answers(original, [
        { method: 'PUT', path: '/_sim/clock', body: { frozen: true } },
        { method: 'POST', path: '/_sim/clock/advance', body: { seconds: 10 } },
      ])
      const exported = await state(original)
      const clock = (await (await original.fetch(new Request('http://sim.test/_sim/clock'))).json()) as { now: string }
      const copy = begin()
      const [imported] = await answers(copy, [
        { method: 'PUT', path: '/_sim/state', text: exported },
        { method: 'PUT', path: '/_sim/clock', body: { at: clock.now } },
      ])
      expect(imported).toContain('PUT /_sim/state 200')
      expect(JSON.parse(await state(copy))).toEqual(JSON.parse(exported))
      const next = following.slice(0, -1)
      expect(await answers(copy, next, 'x-sim-exchange')).toEqual(await answers(original, next, 'x-sim-exchange'))
      expect(JSON.parse(await state(copy))).toEqual(JSON.parse(await state(original)))
    }),
    runs(25),
  )
})
