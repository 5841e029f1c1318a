import { loadPages } from '../../src/node/load-pages.ts'
import { openSimulator } from '../../src/server/open-simulator.ts'
import { LiveSweep } from '../../src/sweep/live-sweep.ts'
import { showSweep } from '../../src/sweep/shown-sweep.ts'
import { call, judged, trialFault, trialOf } from '../sweep/facts.ts'

const KEY = { Authorization: 'Bearer renter-key' }

/** A server on which something of every kind has happened; its clock stands, so that all is the same again. */
export async function played() {
  const live = new LiveSweep(['npm', 'run', 'a test'])
  const simulator = openSimulator(
    { clock: '2026-01-01T00:00:00Z', seed: 'kept' },
    { pages: loadPages, sweep: { show: () => showSweep(live), showTrial: () => undefined } },
  )
  const ask = (path: string, init: RequestInit = {}) =>
    simulator.respond(new Request(`http://sim.test${path}`, { headers: KEY, ...init }))
  const json = (method: string, path: string, body: unknown, headers: Record<string, string> = KEY) =>
    ask(path, { method, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) })

  await json('PUT', '/_sim/clock', { at: '2026-01-01T00:00:00Z', frozen: true })
  await ask('/api/v0/instances/')
  await json('PUT', '/api/v0/asks/12345678/', {
    image: 'ubuntu',
    label: 'first',
    secret: 'x',
    unread: [1, { a: null }],
  })
  await ask('/api/v0/template/?select_filters=%7B%22name%22%3A%7B%22eq%22%3A%22vllm%22%7D%7D&page')
  await json('POST', '/_sim/clock/advance', { seconds: 3 })
  await json('POST', '/_sim/faults', {
    name: 'spoils',
    match: { operation: 'instances.list' },
    when: { times: 1 },
    effect: { status: 503, body: 'down' },
  })
  await ask('/api/v0/instances/')
  await json('POST', '/_sim/faults', {
    name: 'near',
    match: { operation: 'templates.search', query: { q: 'other' } },
    effect: { reset: true },
    must_fire: true,
  })
  await ask('/api/v0/instances/')
  await ask('/api/v0/template/')
  await json('POST', '/_sim/stubs', { name: 'invoices', match: { path: '/billing/**' }, answer: { body: { id: 7 } } })
  await ask('/billing/1?month=2')
  await json('PATCH', '/_sim/state/templates/9002', { desc: 'changed' })
  await json('DELETE', '/api/v0/template/', { template_id: 9001 })
  await ask('/api/v0/nowhere/', { headers: { Authorization: 'Bearer nobody' } })
  await json('POST', '/_sim/faults', {
    name: 'lost',
    match: { operation: 'cloud-connections.list' },
    effect: { reset: true },
  })
  await ask('/api/v0/users/cloud_integrations/').catch(() => undefined)
  await json('POST', '/_sim/faults', {
    name: 'slow',
    match: { operation: 'endpoint-groups.update' },
    effect: { latency_ms: 15_000 },
  })
  await json('POST', '/_sim/snapshots', { name: 'taken' })
  void json('PUT', '/api/v0/endptjobs/4242/', { max_workers: 3 })

  await json('PUT', '/~other/_sim/scenario', { name: 'slow-boot' })
  await json('PUT', '/~other/_sim/clock', { at: '2026-01-01T00:00:00Z', frozen: true })
  await ask('/~other/api/v0/instances/')
  await json('PUT', '/~other/api/v0/asks/12345678/', { image: 'ubuntu', label: 'other' })
  await ask('/~cleared/api/v0/template/')
  await ask('/~cleared/_sim/requests', { method: 'DELETE' })
  await ask('/~cleared/api/v0/instances/')
  await json('PUT', '/~cleared/api/v0/asks/12345678/', { image: 'ubuntu', label: 'second' })
  await json('PUT', '/~empty/_sim/clock', { at: '2026-01-01T00:00:00Z', frozen: true })

  const [first, second, third] = [trialOf('transient'), trialOf('refusals'), trialOf('answers')]
  live.plan([first, second, third, trialOf('lost-reply')])
  const met = call({ status: 503, happened: false, fault: trialFault })
  const results = [
    judged(first, { exitCode: 1, calls: [met], output: 'not ok 1 - lists\n' }),
    judged(second, { exitCode: null, signal: 'SIGSEGV', calls: [met] }),
    judged(third, { calls: [call({ fault: trialFault })] }),
  ]
  for (const each of live.trials) each.result = results[each.number - 1]
  live.secondsLeft = 120
  return { ask }
}
