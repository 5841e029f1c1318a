import { loadPages } from '../../src/node/load-pages.ts'
import { openEngine } from '../../src/server/open-engine.ts'

/** A server with data of its own, where other things happen: faults of each kind, answers that are spoiled. */
export async function ownServer() {
  const fixture = {
    users: [{ id: 1, name: 'own', api_keys: [{ key: 'own-key' }] }],
    offers: [{ id: 5, host_id: 1 }],
    templates: Array.from({ length: 12 }, (_, at) => ({ id: at + 1, creator_id: 1, name: `t${at}`, image: 'i' })),
  }
  const start = { clock: '2026-01-01T00:00:00Z', seed: 'kept', dialect: 'observed', fixture } as const
  const engine = openEngine({ pages: loadPages, rateLimit: { enabled: false }, ...start })
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = { Authorization: 'Bearer own-key', 'Content-Type': 'text/plain' }
    const response = await engine.respond(new Request(`http://own.test:4010${path}`, { headers, ...init }))
    return response.text()
  }
  const post = (path: string, body: unknown) => send(path, { method: 'POST', body: JSON.stringify(body) })
  await send('/_sim/clock', { method: 'PUT', body: JSON.stringify({ at: '2026-01-01T00:00:00Z', frozen: true }) })
  const match = { operation: 'templates.search' }
  const rare = { method: 'DELETE', path: '/api/v0/template/' }
  const faults = [
    { match, when: { times: 1 }, effect: { truncate_body: 0.5 } },
    {
      match: { ...rare, user_id: 1, headers: { a: 'b' } },
      effect: { latency_ms: 1500, hang: true },
    },
    {
      match: { ...rare, query: { q: '1' }, body: { '$.a': 1 } },
      when: { after: 1, every: 2, times: 3 },
      effect: { status: 500, body: 'x' },
    },
    { match: rare, when: { every: 3, probability: 0.25 }, effect: { latency_ms: 10, jitter_ms: 500 } },
    {
      match: rare,
      when: { every: 4, between: [10, 20] },
      effect: { refuse: 'not_authorized' },
    },
    { match: rare, when: { every: 1, sequence: [{ status: 500 }, { reset: true }] } },
    ...['reset', 'empty_response', 'html_502', 'malformed_json', 'garbage', 'wrong_content_type', 'rate_limited'].map(
      (kind) => ({ match: rare, when: { every: 2 }, effect: { [kind]: true } }),
    ),
    { match: rare, effect: { reset: true, stream: 'after' } },
    { match: rare, effect: { truncate_body: 100 } },
    { match: rare, effect: { status: 404, headers: { b: 'c' } } },
  ]
  for (const [at, fault] of faults.entries()) {
    const told = await post('/_sim/faults', { name: `fault-${at}`, ...fault })
    if (told.includes('"error"')) throw new Error(told)
  }
  await post('/api/v0/template/', 'no template')
  await send('/api/v0/template/?q=a%20b&q=&r').catch(() => undefined)
  await post('/api/v0/template/', { name: 'made', image: 'i', desc: '${x}', nested: [[1], {}] })
  await send('/a?q=2', { method: 'HEAD' })
  await send('/api/v0/bundles/?q=%7B%22a%22%3A1%7D')
  await send('/api/v0/template/')
  return send
}
