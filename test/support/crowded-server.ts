import { loadPagesWith } from '../../src/node/load-pages.ts'
import { openEngine } from '../../src/server/open-engine.ts'
import { LiveSweep } from '../../src/sweep/live-sweep.ts'
import type { Trial, TrialFamily } from '../../src/testing/trial/trial.ts'
import { call, judged, trialFault, trialOf } from '../sweep/facts.ts'

const KEY = { Authorization: 'Bearer own-key' }
const MORE_THAN_A_PAGE = 63
const MORE_THAN_ARE_COUNTED = 101
/** More than one slice of a search. */
const OFFERS = 2100

const numbered = <T>(count: number, row: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => row(at))

const frozen = { at: '2026-01-01T00:00:00Z', frozen: true }

/** A server with more of everything than a page shows: sandboxes, rows, faults, long texts; its journal keeps few exchanges. */
export async function crowdedServer() {
  const live = new LiveSweep(['npm', 'test'])
  const engine = openEngine({
    pages: loadPagesWith(live),
    clock: '2026-01-01T00:00:00Z',
    seed: 'kept',
    journalSize: 26,
    rateLimit: { enabled: false },
    scenarios: {
      names: () => ['flags'],
      find: (name: string) =>
        name === 'flags'
          ? {
              file: 'flags.yaml',
              text: 'name: flags\ndescription: Two parameters.\nparams: { fast: { type: boolean, default: true }, label: { type: string } }\nrate_limit: { enabled: "${fast}" }\nfaults: [{ name: "${label}", match: { operation: instances.list }, effect: { status: 500 } }]\n',
            }
          : undefined,
    },
    fixture: {
      users: [
        { id: 1, name: 'own', api_keys: [{ key: 'own-key' }] },
        { id: 2, name: 'gone', api_keys: [{ key: 'gone-key' }] },
        { id: 3, name: 'few', api_keys: [{ key: 'few-key', permissions: ['misc'] }] },
      ],
      offers: numbered(OFFERS, (at) => ({ id: 5000 + at, host_id: 1, num_gpus: 1 + (at % 8) })),
      templates: numbered(25, (at) => ({ id: 1 + at, creator_id: 1, name: `t${at % 7}`, image: `i${at}` })),
      instances: [
        { id: 71, user_id: 1, offer_id: 5000, label: 'starts' },
        { id: 72, user_id: 1, offer_id: 5001 },
        { id: 73, user_id: 1, offer_id: 5002, intended_status: 'stopped' },
      ],
      endpoint_groups: [{ id: 42, user_id: 1 }],
    },
  })
  const ask = (path: string, init: RequestInit = {}) =>
    engine.respond(new Request(`http://crowded.test${path}`, { headers: KEY, ...init }))
  const json = (method: string, path: string, body: unknown, headers: Record<string, string> = KEY) =>
    ask(path, { method, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) })
  const steer = async (method: string, path: string, body?: unknown): Promise<void> => {
    const response = await (body === undefined ? ask(path, { method }) : json(method, path, body))
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  }
  const client = { ask, json, steer }
  await exchanges(client)
  await faults(client)
  await sandboxes(client)
  await trials(client, live)
  return async (path: string) => (await ask(path)).text()
}

interface Client {
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  readonly json: (method: string, path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>
  /** A control call, which must succeed. */
  readonly steer: (method: string, path: string, body?: unknown) => Promise<void>
}

/** Requests without a key, of a user that is gone, with unknown fields, of stubs, under faults of several kinds. */
async function exchanges({ ask, json, steer }: Client): Promise<void> {
  await steer('PUT', '/_sim/clock', frozen)
  for (const at of [1, 2]) await ask(`/api/v0/users/cloud_integrations/?dropped=${at}`)
  await ask('/api/v0/instances/', { headers: {} })
  await ask('/api/v0/instances/', { headers: { Authorization: 'Bearer gone-key' } })
  await steer('DELETE', '/_sim/state/users/2')
  await json('PUT', '/api/v0/endptjobs/42/', { max_workers: 3 }, { Authorization: 'Bearer few-key' })
  await json('POST', '/api/v0/template/', { name: 'unknown', image: 'i' }, {})
  await json('POST', '/api/v0/template/', { name: 'long', image: 'i', desc: 'd'.repeat(3000), env: '-e A=1 -e B=2' })
  await json('PUT', '/api/v0/asks/5010/', { image: 'i', label: 'rented', env: '-e A=b' })
  await ask('/api/v0/users/cloud_integrations/')
  await ask('/api/v0/users/cloud_integrations/?q=1')
  for (let at = 0; at < 6; at++) await steer('PATCH', `/_sim/state/templates/${at + 1}`, { desc: `changed ${at}` })
  await ask('/api/v0/template/?select_filters=%7B%7D&limit=5')
  await steer('POST', '/_sim/stubs', {
    name: 'bills',
    match: { path: '/bills/*', method: 'POST', query: { a: '1' }, headers: { 'x-b': '2' } },
    answer: { status: 201, body: { id: 7 } },
  })
  await ask('/bills/1', { method: 'POST' })
  await steer('POST', '/_sim/faults', { name: 'late-bills', match: { path: '/bills/**' }, effect: { latency_ms: 20 } })
  await steer('POST', '/_sim/stubs', { name: 'empty', match: { path: '/empty' }, answer: { status: 204 } })
  await ask('/empty')
  const bills = ask('/bills/1?a=1', { method: 'POST', headers: { ...KEY, 'x-b': '2' } })
  await steer('POST', '/_sim/clock/advance', { seconds: 1 })
  await bills
  await steer('POST', '/_sim/faults', {
    name: 'cuts',
    match: { operation: 'instances.list' },
    when: { times: 1 },
    effect: { empty_response: true },
  })
  await ask('/api/v0/instances/').catch(() => undefined)
  await steer('POST', '/_sim/faults', {
    name: 'rewrites',
    match: { operation: 'instances.list' },
    when: { times: 1 },
    effect: { answer: [{ empty: '$.instances' }] },
  })
  await ask('/api/v0/instances/')
  await steer('POST', '/_sim/snapshots', { name: 'before' })
  await steer('POST', '/_sim/snapshots/before/restore')
  await json('PUT', '/api/v0/endptjobs/42/', { max_workers: 4 })
  await json('PUT', '/api/v0/endptjobs/42/', { max_workers: 4 })

  const nested = (depth: number, end: number): unknown => (depth === 0 ? end : { deeper: nested(depth - 1, end) })
  for (const end of [1, 2]) await json('PUT', '/api/v0/endptjobs/42/', { max_workers: 4, deep: nested(25, end) })
  for (let at = 0; at < 5; at++) await ask('/api/v0/users/cloud_integrations/')
  await steer('POST', '/_sim/stubs', { name: 'long', match: { path: '/long' }, answer: { body: 'x'.repeat(20_001) } })
  await ask('/long')
  await steer('POST', '/_sim/faults', {
    name: 'dribbles',
    match: { operation: 'cloud-connections.list' },
    when: { times: 1 },
    effect: { dribble: { chunks: 2, interval_ms: 10 } },
  })
  const slow = ask('/api/v0/users/cloud_integrations/').then((response) => response.text())
  await steer('POST', '/_sim/clock/advance', { seconds: 1 })
  await slow
  await steer('POST', '/_sim/faults', {
    name: 'break-instances.list-500',
    match: { operation: 'instances.list' },
    when: { times: 1, after: 90 },
    effect: { status: 500 },
  })
  await steer('PUT', '/_sim/findings/expected', ['unmatched-request'])
}

/** More of them than are counted. */
async function faults({ steer }: Client): Promise<void> {
  const rare = { method: 'DELETE', path: '/api/v0/template/' }
  const all = [
    { match: { ...rare, api_key: 'own-key' }, when: { between: [10, 20] }, effect: { reset: true } },
    { match: rare, when: { every: 4 }, effect: { refuse: 'rate_limited' } },
    { match: rare, when: { times: 1 }, effect: { dribble: { chunks: 2, interval_ms: 10 } } },
    { match: { operation: 'templates.search' }, effect: { refuse: 'auth_error' }, when: { after: 99 } },
    ...numbered(MORE_THAN_ARE_COUNTED, () => ({ match: rare, effect: { status: 500 } })),
  ]
  for (const [at, fault] of all.entries()) await steer('POST', '/_sim/faults', { name: `f${at}`, ...fault })
}

/** One without keys, one under a scenario with parameters, one that holds a request, two to compare, and a page of others. */
async function sandboxes({ ask, steer }: Client): Promise<void> {
  await steer('PUT', '/~keyless/_sim/clock', frozen)
  for (const id of [1, 2, 3]) await steer('PATCH', `/~keyless/_sim/state/users/${id}`, { api_keys: [] })
  await steer('PUT', '/~flags/_sim/scenario', { name: 'flags', params: { fast: false, label: 'named' } })
  await steer('PUT', '/~flags/_sim/clock', frozen)
  await steer('PUT', '/~held/_sim/clock', frozen)
  await steer('POST', '/~held/_sim/faults', {
    name: 'holds',
    match: { operation: 'instances.list' },
    effect: { hang: true },
  })
  void ask('/~held/api/v0/instances/').catch(() => undefined)
  await steer('POST', '/~held/_sim/faults', {
    name: 'loses',
    match: { operation: 'cloud-connections.list' },
    effect: { reset: true },
  })
  await ask('/~held/api/v0/users/cloud_integrations/').catch(() => undefined)
  await steer('PUT', '/~whole/_sim/clock', frozen)
  await ask('/~whole/api/v0/users/cloud_integrations/')
  await steer('PUT', '/~longer/_sim/clock', frozen)
  await ask('/~longer/api/v0/users/cloud_integrations/')
  await ask('/~longer/api/v0/template/')
  for (let at = 0; at < 105; at++) await steer('DELETE', `/~longer/_sim/state/offers/${5000 + at + 20}`)
  for (const name of numbered(MORE_THAN_A_PAGE, (at) => `s${String(at).padStart(2, '0')}`)) {
    await steer('PUT', `/~${name}/_sim/clock`, frozen)
  }
}

const lasting = (family: TrialFamily): Trial => ({ ...trialOf(family), lasts: 'from' })

/** A sweep that was stopped: an expected verdict, one that ended by its time limit, one that runs, one that never did. */
async function trials({ ask, json, steer }: Client, live: LiveSweep): Promise<void> {
  const [first, second, third, fourth] = [
    lasting('transient'),
    lasting('refusals'),
    lasting('answers'),
    lasting('lost-reply'),
  ]
  live.plan([first, second, third, fourth, lasting('wrong')])
  const met = call({ fault: trialFault })
  const results = [
    judged(first, { calls: [call()] }, { 'instances.list/**': { wanted: ['noticed'], why: 'it is known' } }),
    judged(second, { exitCode: null, timedOut: true, calls: [met] }),
    judged(third, { calls: [met] }),
  ]
  for (const each of live.trials) each.result = results[each.number - 1]
  const [shown] = live.trials
  if (shown) {
    const { sandbox } = shown
    await steer('PUT', `/~${sandbox}/_sim/clock`, frozen)
    await ask(`/~${sandbox}/api/v0/instances/`)
    for (const [name, effect] of Object.entries({ once: { status: 503 }, lost: { reset: true, stream: 'after' } })) {
      const match = { operation: name === 'once' ? 'instances.list' : 'endpoint-groups.update' }
      await steer('POST', `/~${sandbox}/_sim/faults`, { name, match, effect })
    }
    await ask(`/~${sandbox}/api/v0/instances/`)
    await json('PUT', `/~${sandbox}/api/v0/endptjobs/42/`, { max_workers: 5 }).catch(() => undefined)
    shown.telling = [1, 2, 3, 4]
  }
  live.end()
}
