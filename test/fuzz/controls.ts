import * as fc from 'fast-check'
import { spoiled } from './documents.ts'

/** A control call, by its method and path below `/_sim`. */
export interface ControlCall {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

const users = [{ id: 1001, name: 'renter', api_keys: [{ key: 'renter-key', permissions: ['misc'] }] }]
const offers = [{ id: 1, host_id: 1001, gpu_name: 'L40S', num_gpus: 2, dph_base: 1.5, geolocation: 'Oslo, NO' }]
const fixture = {
  users,
  offers,
  network_disks: [{ id: 5, user_id: 1001, size: 100, verified: true }],
  network_volume_offers: [{ id: 6, disk_id: 5, price_disk: 0.1, size: 50, end_date: 1.9e9 }],
  templates: [
    { id: 7, creator_id: 1001, name: 't', image: 'i', env: '-e A=1 -p 80:80', extra_filters: { a: { eq: 1 } } },
  ],
  instances: [{ id: 8, user_id: 1001, offer_id: 1, image: 'i', volumes: [] }],
  volumes: [{ id: 9, user_id: 1001, size: 10 }],
  endpoint_groups: [{ id: 10, user_id: 1001, endpoint_name: 'e', min_load: 0, target_util: 0.5 }],
  cloud_connections: [{ id: 11, user_id: 1001, cloud_type: 's3', name: 'c' }],
  generate: { offers: 3, templates: 2 },
}
const match = {
  operation: 'templates.create',
  headers: { 'x-a': 'b' },
  query: { a: '1' },
  body: { '$.a[*].c': 1, '$..d': 'x' },
}
const effects = [
  { status: 503, headers: { 'X-A': 'b' }, body: { a: '$request{$.body.a}' } },
  { latency_ms: 5, jitter_ms: 2, dribble: { chunks: 3, interval_ms: 10 } },
  { answer: [{ set: '$.a', to: 1 }, { drop: '$..b' }, { repeat: '$.c[*]', with: { id: 1 } }, { status: 201 }] },
  { refuse: 'invalid_args' },
]
const faults = effects.map((effect, at) => ({
  name: `f${at}`,
  match,
  when: { after: 1, times: 2 },
  effect,
  must_fire: true,
}))
const scenario = {
  name: 's',
  description: 'd',
  params: { p: { type: 'number', default: 3 } },
  fixture,
  clock: { at: '2026-01-01T00:00:00Z', frozen: true },
  faults,
  stubs: [{ name: 'a', match: { path: '/x/*' }, answer: { status: 201, body: { a: '$request{$.query.a}' } } }],
  timeline: [
    { after: '${p}', set: { offers: { 1: { dph_base: 2 } } } },
    { after: 9, remove: { cloud_connections: [11] } },
  ],
}

/** Of each call that reads a body, bodies that are right. */
const bodies: Readonly<Record<string, readonly object[]>> = {
  'PUT clock': [{ at: '2027-01-01T00:00:00Z', frozen: true }, { frozen: true }],
  'POST clock/advance': [{ seconds: 5 }],
  'PUT findings/expected': [{ expected: [{ kind: 'unread-field', operation: 'templates.create' }] }],
  'POST faults': faults,
  'POST requests/1/fork': [{ sandbox: 'forked' }],
  'POST pact/provider-states': [
    { state: 'the listing is flaky', params: { failures: 2 } },
    { state: 'x', action: 'teardown' },
  ],
  'POST requests/verify': [{ match, count: { gte: 1 } }],
  'POST reset': [
    { fixture, seed: '7', clock: 'frozen' },
    { fixture: ['default', 'empty'], scenario },
  ],
  'PUT scenario': [{ scenario }, { name: 'flaky-listing', params: { failures: 3 }, clock: 'frozen' }],
  'POST snapshots': [{ name: 'kept' }],
  'PUT state': [fixture],
  'POST state/offers': offers.map((offer) => ({ ...offer, id: 77 })),
  'PATCH state/templates/7': [{ name: 'other', env: '-e B=2' }],
  'PATCH state/instances/8': [{ actual_status: 'loading', label: 'x' }],
  'POST stubs': scenario.stubs,
}

const bare: readonly string[] = `
  state clock requests requests/1 coverage findings totals rules faults stubs scenarios scenario snapshots
  sandboxes bundle trial state/offers/1
`
  .trim()
  .split(/\s+/)
const names = fc.constantFrom(
  'kept',
  'f0',
  'a',
  '1',
  '-1',
  '1e9',
  '%',
  '%00',
  '__proto__',
  'constructor',
  'x'.repeat(3000),
  '',
)
const collections = ['faults', 'stubs', 'snapshots', 'sandboxes', 'state/offers', 'state/__proto__', 'requests']
const queries = fc.constantFrom(
  '',
  '?limit=-1',
  '?limit=1e9',
  '?status=!200-299,x',
  '?text=%22a',
  '?before=x&after=1',
  '?a=%',
)

const withBody: fc.Arbitrary<ControlCall> = fc.oneof(
  ...Object.entries(bodies).map(([call, right]) => {
    const [method = '', path = ''] = call.split(' ')
    return spoiled(right).map((body) => ({ method, path, body }))
  }),
)

export const controlCalls: fc.Arbitrary<ControlCall> = fc.oneof(
  { weight: 8, arbitrary: withBody },
  fc.tuple(fc.constantFrom(...bare), queries).map(([path, query]) => ({ method: 'GET', path: path + query })),
  fc
    .tuple(fc.constantFrom('DELETE', 'GET', 'PATCH', 'POST'), fc.constantFrom(...collections), names)
    .map(([method, path, name]) => ({ method, path: `${path}/${name}` })),
  fc.constantFrom('snapshots/kept/restore', 'requests/1/release').map((path) => ({ method: 'POST', path })),
)
