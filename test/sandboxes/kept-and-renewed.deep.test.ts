import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'

/** The table of docs/concepts.md: what becomes of each part of a sandbox in each act, by part and act. */
function documented(): Map<string, ReadonlyMap<string, string>> {
  const section = readFileSync('docs/concepts.md', 'utf8').split('## What a reset keeps')[1]?.split('\n## ')[0] ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  const [[, ...acts] = [], , ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  return new Map(
    rows.map(([part = '', ...cells]) => [part, new Map(acts.map((act, index) => [act, cells[index] ?? '']))]),
  )
}

/** Where a part may come from, as the table says it; each has a year and a threshold in seconds, so that one sees which it was. */
const sources = { 'bare start': 2025, start: 2026, named: 2027, 'its own': 2028, snapshot: 2029, kept: 2030 } as const
type Source = keyof typeof sources
const thresholds = { 'bare start': 21, start: 22, named: 23, 'its own': 24, current: 25 } as const

const users = ['renter', 'host'].map((name, index) => ({ id: 1001 + index, name, api_keys: [{ key: `${name}-key` }] }))
const fixtureOf = (name: string) => ({ users, cloud_connections: [{ id: 1, user_id: 1001, cloud_type: 's3', name }] })
const faultOf = (name: string) => ({
  name: name.replace(' ', '-'),
  match: { operation: 'instances.create' },
  effect: { status: 503 },
})
const stubOf = (name: string) => ({
  name: name.replace(' ', '-'),
  match: { path: '/elsewhere' },
  answer: { body: name },
})
const rulesOf = (name: keyof typeof thresholds) => ({ thresholds: { 'instances.list': thresholds[name] } })

/** Clocks of which one stands: so one sees from where a clock has its mode. */
const clocks = (standing: Source) => (source: Source) => ({
  at: `${sources[source]}-01-01T00:00:00Z`,
  frozen: source === standing,
})
type Clocks = ReturnType<typeof clocks>

const scenarioOf = (source: 'start' | 'named' | 'its own', clockOf: Clocks) => ({
  name: source.replace(' ', '-'),
  fixture: fixtureOf(source),
  clock: clockOf(source),
  rate_limit: rulesOf(source),
  faults: [faultOf(source)],
  stubs: [stubOf(source)],
})

const begin = (clockOf: Clocks): Simulator =>
  createSimulator({
    fixture: fixtureOf('bare start'),
    seed: 'start',
    clock: clockOf('bare start'),
    rateLimit: rulesOf('bare start'),
    scenario: scenarioOf('start', clockOf),
  })

async function control({ fetch }: Simulator, call: string, body?: object): Promise<Record<string, unknown>> {
  const [method = '', path = ''] = call.split(' ')
  const response = await fetch(`/_sim/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
  const answer = (await response.json()) as Record<string, unknown>
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return answer
}

const send = ({ fetch }: Simulator, method: string, path: string, user: string, body?: object) =>
  fetch(path, {
    method,
    headers: { Authorization: `Bearer ${user}-key`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })

/** Leaves marks that a snapshot keeps, takes it, and leaves others; at the end a request is held. */
async function use(sim: Simulator, clockOf: Clocks): Promise<{ readonly response: Promise<unknown> }> {
  // The seed of an imported document goes with its data; this one is kept.
  await control(sim, 'POST reset', { seed: 'kept', scenario: { name: 'current', rate_limit: rulesOf('current') } })
  await control(sim, 'PUT clock', clockOf('snapshot'))
  await control(sim, 'PUT state', { ...fixtureOf('snapshot'), seed: 'snapshot' })
  await control(sim, 'POST faults', faultOf('snapshot'))
  await control(sim, 'POST stubs', stubOf('snapshot'))
  await send(sim, 'GET', '/api/v0/users/cloud_integrations/?api_key=renter-key', 'renter')
  await send(sim, 'GET', '/api/v0/instances/', 'renter')
  await control(sim, 'POST snapshots', { name: 'seeded' })

  await control(sim, 'PUT clock', clockOf('kept'))
  await control(sim, 'PUT state', fixtureOf('kept'))
  await control(sim, 'DELETE faults')
  await control(sim, 'POST faults', faultOf('kept'))
  await control(sim, 'DELETE stubs')
  await control(sim, 'POST stubs', stubOf('kept'))
  await send(sim, 'POST', '/api/v0/template/', 'renter', { name: 'n', image: 'i', surprise: 1 })
  await send(sim, 'GET', '/api/v0/instances/', 'host')
  await control(sim, 'POST faults', {
    name: 'holder',
    match: { operation: 'endpoint-groups.update' },
    effect: { hang: true },
  })
  const answer = send(sim, 'PUT', '/api/v0/endptjobs/1/', 'renter', {}).catch(() => 'no answer')
  while (sim.faults.held().length === 0) await new Promise((resolve) => setImmediate(resolve))
  return { response: answer }
}

type Act = (sim: Simulator, clockOf: Clocks) => Promise<unknown>

/** Every act, as it is with everything named that can be, and then with less. */
const acts: Readonly<Record<string, readonly Act[]>> = {
  reset: [
    (sim, clockOf) =>
      control(sim, 'POST reset', {
        fixture: fixtureOf('named'),
        seed: 'named',
        clock: clockOf('named'),
        scenario: scenarioOf('named', clockOf),
      }),
    (sim) => control(sim, 'POST reset'),
  ],
  'a scenario starts': [
    (sim, clockOf) =>
      control(sim, 'PUT scenario', { scenario: scenarioOf('its own', clockOf), clock: clockOf('named') }),
    (sim, clockOf) => control(sim, 'PUT scenario', { scenario: scenarioOf('its own', clockOf) }),
    (sim) =>
      control(sim, 'PUT scenario', {
        scenario: { name: 'its-own', faults: [faultOf('its own')], stubs: [stubOf('its own')] },
      }),
  ],
  'a scenario ends': [(sim) => control(sim, 'DELETE scenario')],
  'a snapshot is restored': [(sim) => control(sim, 'POST snapshots/seeded/restore')],
  'a state is imported': [
    (sim) => control(sim, 'PUT state', { ...fixtureOf('document'), seed: 'document' }),
    (sim) => control(sim, 'PUT state', fixtureOf('document')),
  ],
  'the server starts': [(sim) => sim.close()],
}

/** The word for the mark of before the snapshot, and that of after it. */
const of = (before: boolean, after: boolean): readonly string[] => [after ? 'kept' : before ? 'snapshot' : 'none']

/** The words of the table that are true of each part of a sandbox, by how it looks. */
async function look(sim: Simulator): Promise<Record<string, readonly string[]>> {
  const { seed, cloud_connections: rows } = sim.exportState() as { seed: string; cloud_connections: [{ name: string }] }
  const { now, mode } = sim.clock
  const kinds = new Set(sim.findings().map(({ kind }) => kind))
  const paths = new Set(sim.journal.list().map(({ request }) => request.path))
  const touched = new Set(sim.coverage().operations.flatMap(({ id, hits }) => (hits > 0 ? [id] : [])))
  const stubs = sim.stubs.list().map(({ answer }) => String(answer.body))
  const names = sim.faults.list().map(({ name }) => name.replace('-', ' '))
  const looks = {
    data: [rows[0].name],
    'clock mode': [mode],
    instant: Object.entries(sources).flatMap(([source, year]) => (now.startsWith(String(year)) ? [source] : [])),
    // A scenario names none, so the start has one with and without its scenario.
    seed: [seed],
    // Another scenario takes the snapshots along: the one that is kept is the one of the snapshot.
    scenario: [sim.scenario()?.name.replace('-', ' ') ?? 'none'].flatMap((name) =>
      name === 'current' ? ['kept', 'snapshot'] : [name],
    ),
    faults: names.length === 0 ? ['none'] : names.filter((name) => name !== 'holder'),
    stubs: stubs.length === 0 ? ['none'] : stubs,
    journal: of(paths.has('/api/v0/users/cloud_integrations/'), paths.has('/api/v0/template/')),
    coverage: of(touched.has('cloud-connections.list'), touched.has('templates.create')),
    findings: of(kinds.has('secret-in-url'), kinds.has('unread-field')),
    snapshots: [sim.snapshots.list().length === 1 ? 'kept' : 'none'],
    'requests that a fault holds': [sim.faults.held().length === 0 ? 'none' : 'kept'],
  }
  // These requests leave marks of their own.
  const answers = []
  for (const user of ['renter', 'host', 'renter']) answers.push(await send(sim, 'GET', '/api/v0/instances/', user))
  const [renter, host, again] = answers
  const limit = /threshold=(\d+)/.exec((await again?.text()) ?? '')?.[1]
  const rule = Object.entries(thresholds).find(([, seconds]) => String(seconds) === limit)?.[0] ?? 'none'
  return {
    ...looks,
    'rate-limit rules': rule === 'current' ? ['kept', 'snapshot'] : [rule],
    'rate-limit counters': of(renter?.status === 429, host?.status === 429),
  }
}

/** How a sandbox looks after an act, whichever source has the clock that stands. */
async function after(act: Act, isNew: boolean): Promise<Record<string, readonly string[]>> {
  const all: Record<string, readonly string[]>[] = []
  const modes: Source[] = []
  for (const standing of Object.keys(sources) as Source[]) {
    const clockOf = clocks(standing)
    const used = begin(clockOf)
    const { response: answer } = await use(used, clockOf)
    await act(used, clockOf)
    const sim = isNew ? begin(clockOf) : used
    const { 'clock mode': mode, ...looks } = await look(sim)
    if (mode?.[0] === 'frozen') modes.push(standing)
    all.push(looks)
    await used.close()
    expect(await answer).toBe('no answer')
  }
  for (const looks of all) expect(looks).toEqual(all[0])
  return { ...all[0], 'clock mode': modes }
}

const table = documented()
// What a reset names of the service is proven in test/api/reset-named.test.ts.
const isServiceInTable = table.delete('dialect, choices at rules')

test('the table has every part and every act, and no other', () => {
  const [columns] = table.values()
  expect([...(columns?.keys() ?? [])]).toEqual(Object.keys(acts))
  expect({ size: table.size, isServiceInTable }).toEqual({ size: 14, isServiceInTable: true })
})

test.each(Object.keys(acts))('%s keeps and renews what the table says', async (act) => {
  const seen: Record<string, readonly string[]>[] = []
  for (const each of acts[act] ?? []) seen.push(await after(each, act === 'the server starts'))
  expect(Object.keys(seen[0] ?? {}).toSorted()).toEqual([...table.keys()].toSorted())
  for (const [part, cells] of table) {
    const cell = cells.get(act) ?? ''
    const words = cell.split(', else ')
    const found = seen.map((looks) => looks[part]?.find((word) => words.includes(word)) ?? looks[part]?.join(' or '))
    expect(found.filter((word, index) => word !== found[index - 1]).join(', else '), `${part}, ${act}`).toBe(cell)
  }
})
