import { loadPages } from '../../src/node/load-pages.ts'
import { LiveSweep } from '../../src/report/sweep/live-sweep.ts'
import { resultOf } from '../../src/report/sweep/result.ts'
import { openEngine } from '../../src/server/open-engine.ts'
import { call, ran, trialOf } from '../sweep/facts.ts'
import { ownServer } from './own-server.ts'
import { unescaped } from './pages.ts'

/** What a person can see of each view: kept as text, so that a change of any word, link, form or state shows. */
export const pages: Readonly<Record<string, readonly string[]>> = {
  journal: [
    'journal',
    'journal?order=newest&q=status:>=400,0',
    'journal?q=nothing-is-like-that',
    'journal?q=op:instances.list+basis:injected&exchange=1',
    'journal?before=4',
    'journal?q=statuss:5',
    '~empty/journal',
  ],
  exchange: [
    ...['', '&show=request', '&show=why', '&show=changes', '&show=headers', '&show=no-part'].map(
      (part) => `journal?exchange=2${part}`,
    ),
    'journal?exchange=3&show=request',
    'journal?exchange=4&show=why',
    'journal?exchange=4&show=compare&with=1',
    'journal?exchange=5&show=compare',
    'journal?exchange=6&show=near-misses',
    'journal?exchange=7&show=why',
    'journal?exchange=7&show=request',
    'journal?exchange=8&show=changes',
    'journal?exchange=9',
    'journal?exchange=10&show=why',
    'journal?exchange=12',
    'own:journal?exchange=1&show=request&order=newest',
    'own:journal?exchange=2&show=why',
    'own:journal?exchange=2&show=compare',
    'own:journal?exchange=3&show=changes&q=op:templates.create',
    'own:journal?exchange=4&show=near-misses',
    'own:journal?exchange=5&show=request',
    'own:journal?exchange=6&show=answer',
  ],
  copies: ['curl', 'fetch', 'Python', 'scenario', 'HAR'].flatMap((form) =>
    ['journal?exchange=3', 'journal?exchange=10', 'own:journal?exchange=1', 'own:journal?exchange=3'].map(
      (exchange) => `${exchange}&show=copy&as=${form}`,
    ),
  ),
  state: [
    'state',
    'state?collection=network_disks&row=501',
    'state?collection=offers&row=12345680&columns=gpu_name,host_id,num_gpus',
    'state?collection=templates&sort=-name&columns=name,private,env,creator_id&row=9002',
    'state?collection=endpoint_groups&edit=cells&text=4242&field=id&row=9',
    'state?collection=users&row=1001',
    'state?collection=cloud_connections&text=zzz&row=new',
    'state?collection=offers&from=50&sort=id&columns=verified',
  ],
  scenarios: ['scenarios?text=vanishes', '~other/scenarios?text=slow'],
  faults: ['faults', '~empty/faults', 'own:faults', 'own:scenarios?text=zzz'],
  clock: ['clock', '~empty/clock'],
  sandboxes: [
    'sandboxes',
    '~other/sandboxes?compare=other',
    'sandboxes?text=zzz',
    'own:sandboxes',
    'sandboxes?compare=cleared&with=default',
    'sandboxes?compare=empty&with=empty',
    'sandboxes?compare=default&with=other',
    'sandboxes?compare=default&with=other&at=1',
    'sandboxes?compare=other&with=none',
  ],
  coverage: [
    'coverage?with=other',
    'coverage?rule=instances.create.rents&only=documented',
    'coverage?rule=no-such-rule&only=only+here&with=other',
  ],
  findings: ['findings', '~empty/findings', 'rules?text=new_contract&rule=instances.create.rents', 'rules?text=zzz'],
  sweep: ['sweep', 'sweep?trial=1', 'sweep?trial=2', 'sweep?trial=3', 'sweep?trial=4'],
  reference: [
    '',
    '/templates.delete',
    '/endpoint-groups.update',
    '/dialects',
    '/control',
    '/instances.creat',
    '/nothing?dialect=observed',
    '/control.post-clock-advance',
    '/control.patch-state-collection-id',
    '/offers.search',
  ].map((page) => `docs${page}`),
  around: ['journal', 'own:journal', 'own:docs/instances.list', '~other/clock', '~empty/state'],
  parts: [
    'switcher?view=clock',
    '~other/switcher?text=o',
    'switcher?text=zzz',
    'places?text=31',
    'places?text=o',
    'places?text=zzz',
    'places?text=%233',
  ],
}
const KEY = { Authorization: 'Bearer renter-key' }

/** A server on which something of every kind has happened; its clock stands, so that all is the same again. */
export async function played() {
  const live = new LiveSweep(['npm', 'run', 'a test'])
  const engine = openEngine({
    pages: loadPages,
    sweep: live,
    clock: '2026-01-01T00:00:00Z',
    seed: 'kept',
  })
  const ask = (path: string, init: RequestInit = {}) =>
    engine.respond(new Request(`http://sim.test${path}`, { headers: KEY, ...init }))
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

  const trials = ['transient', 'refusals', 'answers', 'lost-reply'] as const
  const planned = trials.map((family) => trialOf(family))
  live.planned(planned)
  const met = call({ status: 503, happened: false, fault: 'trial' })
  const judged = (at: number, run: object) => {
    const trial = planned[at]
    if (trial !== undefined) live.judged(resultOf(trial, ran(run), { calls: [call()] }, {}))
  }
  judged(0, { exitCode: 1, calls: [met], output: 'not ok 1 - lists\n' })
  judged(1, { exitCode: null, signal: 'SIGSEGV', calls: [met] })
  judged(2, { calls: [call({ fault: 'trial' })] })
  live.secondsLeft = 120
  const own = await ownServer()
  return async (page: string) => (page.startsWith('own:') ? own(urlOf(page.slice(4))) : (await ask(urlOf(page))).text())
}

/** What a view is about: of an exchange and its copies not the list beside them, which is the journal's. */
const parts: Readonly<Record<string, RegExp>> = {
  exchange: /<section class="detail[^]*?<\/section>/,
  copies: /<div class="part">[^]*?<\/section>/,
  around: /^[^]*/,
}

/** A line for each element, without what differs from run to run. */
const lines = (html: string): string =>
  unescaped(html)
    .replaceAll(/\d+ ms real/g, '0 ms real')
    .replace(/data-world="[^"]*" data-state="[^"]*"/, 'data-world')
    .replace(/(of the server <code>)\w+/, '$1this')
    .replaceAll(/\n?<(?!\/)/g, '\n<')

function urlOf(page: string): string {
  const [, prefix = '', rest = ''] = /^(~\w+\/)?(.*)$/.exec(page) ?? []
  return `/${prefix}${rest.startsWith('docs') ? '' : '_sim/ui/'}${rest}`
}

/** What is seen of the pages of that name. */
export async function seen(open: (path: string) => Promise<string>, name: string): Promise<string> {
  const told: string[] = []
  for (const page of pages[name] ?? []) {
    const html = await open(page)
    const part = (parts[name] ?? /<main[^]*<\/main>/).exec(html)?.[0] ?? html
    told.push(`${page}${lines(name === 'around' ? part.replace(/<main[^]*<\/main>/, '') : part)}\n`)
  }
  return told.join('\n')
}
