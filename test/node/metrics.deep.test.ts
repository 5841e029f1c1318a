import { expect, test } from 'vitest'
import { ask, endWhatTestsStart, serve } from '../support/run-cli.ts'
import { simulate } from '../support/simulate.ts'
import { serve as serveProcess } from '../support/spawn-cli.ts'

endWhatTestsStart()

const INSTANCES = '/api/v0/instances/'
const TEMPLATE = '/api/v0/template/'

/** Every sample by its name and labels, as they are written. */
async function scrape(url: string, init?: RequestInit): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${url}/_sim/metrics`, init)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

const ours = (samples: ReadonlyMap<string, number>): Readonly<Record<string, number>> =>
  Object.fromEntries([...samples].filter(([name]) => name.startsWith('rental_sim_')))

const post = (url: string, body: object = {}) => ask(url, 'POST', body)

test('metrics count what all sandboxes did, also after resets and drops', async () => {
  const { url } = await serve(['--clock', 'frozen'])
  expect(ours(await scrape(url))).toEqual({
    rental_sim_sandboxes: 1,
    rental_sim_journal_bytes: 0,
    rental_sim_journal_dropped_exchanges: 0,
    rental_sim_held_requests: 0,
  })
  await ask(`${url}/~a${TEMPLATE}`)
  await ask(`${url}/~a${INSTANCES}`)
  await ask(`${url}/~a${INSTANCES}`)
  await ask(`${url}/~b/api/v0/nowhere/`)
  const fault = { name: 'down', match: { operation: 'templates.search' }, effect: { status: 503, body: {} } }
  await post(`${url}/~b/_sim/faults`, fault)
  await ask(`${url}/~b${TEMPLATE}`)
  const counted = {
    'rental_sim_exchanges_total{operation="templates.search",status="200",basis="assumed"}': 1,
    'rental_sim_exchanges_total{operation="instances.list",status="200",basis="assumed"}': 1,
    'rental_sim_exchanges_total{operation="instances.list",status="429",basis="assumed"}': 1,
    'rental_sim_exchanges_total{operation="",status="404",basis="assumed"}': 1,
    'rental_sim_exchanges_total{operation="templates.search",status="503",basis="injected"}': 1,
    'rental_sim_faults_fired_total{effect="status"}': 1,
    'rental_sim_findings_total{kind="polling-faster-than-threshold"}': 1,
    'rental_sim_findings_total{kind="unmatched-request"}': 1,
  }
  const before = await scrape(url)
  expect(ours(before)).toEqual({
    ...counted,
    rental_sim_sandboxes: 3,
    rental_sim_journal_bytes: before.get('rental_sim_journal_bytes'),
    rental_sim_journal_dropped_exchanges: 0,
    rental_sim_held_requests: 0,
  })
  expect(before.get('rental_sim_journal_bytes')).toBeGreaterThan(5 * 1000)
  await post(`${url}/~a/_sim/reset`)
  await ask(`${url}/_sim/sandboxes/b`, 'DELETE')
  expect(ours(await scrape(url))).toEqual({
    ...counted,
    rental_sim_sandboxes: 2,
    rental_sim_journal_bytes: 0,
    rental_sim_journal_dropped_exchanges: 0,
    rental_sim_held_requests: 0,
  })
})

test('a journal takes what its exchanges hold and what they changed, until it is cleared', async () => {
  const { url } = await serve(['--clock', 'frozen'])
  const bytes = async () => (await scrape(url)).get('rental_sim_journal_bytes') ?? NaN
  const added = async (act: () => Promise<unknown>) => {
    const before = await bytes()
    await act()
    return (await bytes()) - before
  }
  for (const [id, readme] of [
    [9101, 'x'],
    [9102, 'x'.repeat(10_000)],
  ] as const)
    await post(`${url}/_sim/state/templates`, { id, creator_id: 1001, name: `t${id}`, image: 'x', readme })
  const deletion = (template_id: number) => () => ask(`${url}${TEMPLATE}`, 'DELETE', { template_id })
  const small = await added(deletion(9101))
  expect(await added(deletion(9102)), 'the row that it deleted').toBeGreaterThan(small + 9000)
  await ask(`${url}/_sim/requests`, 'DELETE')
  expect(await bytes()).toBe(0)
})

test('metrics tell of held requests, of dropped exchanges and of the process', async () => {
  const { url } = await serveProcess(['--clock', 'frozen', '--journal-size', '2'])
  for (let at = 0; at < 5; at += 1) await ask(`${url}${TEMPLATE}`)
  await post(`${url}/_sim/faults`, { name: 'slow', match: { operation: 'instances.list' }, effect: { hang: true } })
  const held = fetch(`${url}${INSTANCES}`, { headers: { Authorization: 'Bearer renter-key' } }).catch(() => undefined)
  await expect.poll(async () => (await scrape(url)).get('rental_sim_held_requests')).toBe(1)
  const samples = await scrape(url)
  expect(samples.get('rental_sim_journal_dropped_exchanges')).toBe(3)
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(samples.has('nodejs_eventloop_lag_seconds')).toBe(true)
  await ask(`${url}/_sim/faults`, 'DELETE')
  await held
})

test('metrics make no sandbox, leave no exchange and need no token, as health; other calls do', async () => {
  const { url } = await serve(['--control-token', 'secret'])
  const samples = await scrape(`${url}/~nobody`)
  expect(samples.get('rental_sim_sandboxes')).toBe(1)
  expect([...samples.keys()].filter((name) => name.startsWith('rental_sim_exchanges'))).toEqual([])
  expect((await fetch(`${url}/_sim/coverage`)).status).toBe(401)
})

test('without a token a page of another site reads no metrics', async () => {
  const { url } = await serve()
  const response = await fetch(`${url}/_sim/metrics`, { headers: { Origin: 'https://evil.com' } })
  expect(response.status).toBe(401)
  expect(await response.text()).not.toContain('rental_sim_')
})

test('within a process there are none', async () => {
  expect(await simulate({}).control.get('/_sim/metrics')).toEqual({
    status: 404,
    body: { error: 'not_found', msg: 'there are no metrics within a process', hint: 'rental-sim serve has them' },
  })
})
