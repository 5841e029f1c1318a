import { expect, test } from 'vitest'
import type { SimulatorOptions } from '../../src/index.ts'
import { open, unescaped } from '../support/pages.ts'
import { simulate, type Simulated } from '../support/simulate.ts'

interface Window {
  readonly operation: string
  readonly key: string
  /** Milliseconds. */
  readonly left: number
  /** Milliseconds. */
  readonly of: number
  readonly text: string
}

const NOBODY = 'Nobody has to wait: the next request of every key is accepted.'

/** The windows as the page of the clock shows them. */
async function windows({ simulator }: Simulated, prefix = ''): Promise<readonly Window[]> {
  const { status, html } = await open(simulator, `${prefix}/_sim/ui/clock`)
  expect(status).toBe(200)
  const found = [...html.matchAll(/<li id="window-[^"]*" class="line">(.*?)<\/li>/gs)].map(([, item = '']) => ({
    operation: /<code>(.*?)<\/code>/.exec(item)?.[1] ?? '',
    key: /key (\w+)/.exec(item)?.[1] ?? '',
    left: Number(/ value="([^"]*)"/.exec(item)?.[1]),
    of: Number(/ max="([^"]*)"/.exec(item)?.[1]),
    text: unescaped(item.slice(item.indexOf('<span class="quiet">')).replaceAll(/<[^>]*>/g, '')),
  }))
  expect(html.includes(NOBODY)).toBe(found.length === 0)
  return found
}

const ask = async ({ as }: Simulated, path: string, key = 'renter-key'): Promise<number> =>
  (await as(key).get(path)).status
const pass = ({ control }: Simulated, seconds: number) => control.post('/_sim/clock/advance', { seconds })

const INSTANCES = '/api/v0/instances/'
const CLOUDS = '/api/v0/users/cloud_integrations/'

test('the clock at hand shows whether it stands or runs', async () => {
  const { simulator, control } = simulate()
  const mark = async () => {
    const { html } = await open(simulator, '/_sim/ui/journal')
    return /<span class="mode (\w+)"><span aria-hidden="true">(.)<\/span> <span class="word">(\w+)</
      .exec(html)
      ?.slice(1)
  }
  expect(await mark()).toEqual(['frozen', '❄', 'frozen'])
  await control.put('/_sim/clock', { frozen: false })
  expect(await mark()).toEqual(['real', '▸', 'running'])
})

test('a window appears with an accepted request, shrinks with the clock and goes exactly at the threshold', async () => {
  const world = simulate()
  expect(await windows(world)).toEqual([])
  expect(await ask(world, INSTANCES)).toBe(200)
  const [window] = await windows(world)
  expect(await windows(world)).toEqual([
    { operation: 'instances.list', key: window?.key, left: 2000, of: 2000, text: '2.0 of 2 s' },
  ])
  await pass(world, 0.5)
  expect(await windows(world)).toEqual([{ ...window, left: 1500, text: '1.5 of 2 s' }])
  await pass(world, 1.499)
  expect(await windows(world)).toEqual([{ ...window, left: 1, text: '0.0 of 2 s' }])
  expect(await ask(world, INSTANCES)).toBe(429)
  await pass(world, 0.001)
  expect(await windows(world)).toEqual([])
  expect(await ask(world, INSTANCES)).toBe(200)
  expect(await windows(world)).toEqual([window])
})

test.each([
  { listings: 1000, areShown: true },
  { listings: 1001, areShown: false },
])('of $listings listings those that expire are shown: $areShown', async ({ listings, areShown }) => {
  const { simulator } = simulate({ generate: { network_volume_offers: listings } })
  const { html } = await open(simulator, '/_sim/ui/clock')
  expect(html.includes('listings that expire')).toBe(areShown)
})

test('a refused request does not restart its window, and one that nobody may make opens none', async () => {
  const world = simulate()
  await ask(world, INSTANCES)
  await pass(world, 1)
  expect(await ask(world, INSTANCES)).toBe(429)
  expect(await windows(world)).toMatchObject([{ operation: 'instances.list', left: 1000 }])
  expect(await ask(world, INSTANCES, 'nobody')).toBe(401)
  expect(await ask(world, '/nowhere')).toBe(404)
  expect(await windows(world)).toHaveLength(1)
})

test('every key and every operation has a window of its own, by its fingerprint', async () => {
  const world = simulate()
  await ask(world, INSTANCES)
  await ask(world, INSTANCES, 'host-key')
  await ask(world, CLOUDS)
  const found = await windows(world)
  expect(found.map(({ operation, of }) => [operation, of])).toEqual([
    ['instances.list', 2000],
    ['instances.list', 2000],
    ['cloud-connections.list', 2900],
  ])
  expect(found[0]?.key).not.toBe(found[1]?.key)
  expect(found[2]?.key).toBe(found[0]?.key)
  const [exchange] = world.simulator.journal.list()
  expect(found[0]?.key).toBe(exchange?.api_key?.fingerprint)
  await pass(world, 2)
  expect((await windows(world)).map(({ operation }) => operation)).toEqual(['cloud-connections.list'])
})

test('an operation that is not limited has no window', async () => {
  const world = simulate()
  expect(await ask(world, '/api/v0/template/')).toBe(200)
  expect(await windows(world)).toEqual([])
})

const thresholds = { 'instances.list': 0.25, 'templates.search': 30, 'cloud-connections.list': 0 }
const ways: readonly [string, SimulatorOptions][] = [
  ['options', { rateLimit: { thresholds } }],
  ['a scenario', { scenario: { name: 'strict', description: 'Limits.', rate_limit: { thresholds } } }],
]

test.each(ways)('the thresholds of %s count', async (_, options) => {
  const world = simulate(undefined, options)
  for (const path of [INSTANCES, '/api/v0/template/', CLOUDS]) expect(await ask(world, path)).toBe(200)
  expect((await windows(world)).map(({ operation, left, of, text }) => [operation, left, of, text])).toEqual([
    ['instances.list', 250, 250, '0.3 of 0.25 s'],
    ['templates.search', 30_000, 30_000, '30.0 of 30 s'],
  ])
  await pass(world, 0.25)
  expect(await ask(world, INSTANCES)).toBe(200)
  await pass(world, 29.75)
  expect(await windows(world)).toEqual([])
  expect(await ask(world, '/api/v0/template/')).toBe(200)
})

test('without limits nobody has to wait', async () => {
  const world = simulate(undefined, { rateLimit: { enabled: false } })
  await ask(world, INSTANCES)
  expect(await windows(world)).toEqual([])
})

test('the windows of a sandbox are its own, and go and come with resets and snapshots', async () => {
  const world = simulate()
  await ask(world, INSTANCES)
  const before = await windows(world)
  await world.control.post('/~other/_sim/clock/advance', { seconds: 0 })
  expect(await windows(world, '/~other')).toEqual([])
  await world.control.post('/_sim/snapshots', { name: 'limited' })
  await world.control.put('/_sim/state', (await world.control.get('/_sim/state')).body)
  expect(await windows(world)).toEqual(before)
  await pass(world, 5)
  expect(await windows(world)).toEqual([])
  await world.control.post('/_sim/snapshots/limited/restore')
  expect(await windows(world)).toEqual(before)
  await world.control.post('/_sim/reset')
  expect(await windows(world)).toEqual([])
})

test('what is to come is listed in time order, and what a fault holds is counted', async () => {
  const scenario = {
    name: 'later',
    description: 'Things change.',
    fixture: { users: [{ id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }] }], offers: [{ id: 5 }] },
    timeline: [
      { after: 20, remove: { offers: [5] } },
      { after: 10, set: { offers: { 5: { num_gpus: 4 } } } },
    ],
    faults: [{ name: 'held', match: { operation: 'templates.search' }, effect: { latency_ms: 15_000 } }],
  }
  const world = simulate(undefined, { scenario })
  const shown = async () => {
    const { html } = await open(world.simulator, '/_sim/ui/clock')
    const [, list = ''] = /<ol class="due plain">(.*?)<\/ol>/s.exec(html) ?? []
    const items = [...list.matchAll(/<time datetime="([^"]*)">.*?<span class="what">(.*?)<\/span>/gs)]
    return {
      due: items.map(([, at = '', text = '']) => `${at.slice(17, 19)} ${unescaped(text.replaceAll(/<[^>]*>/g, ''))}`),
      held: /\d+ requests? \w+ held/.exec(html)?.[0],
    }
  }
  expect(await shown()).toEqual({ due: ['10 offers 5 gets num_gpus', '20 offers 5 disappears'], held: undefined })
  const late = world.as('renter-key').get('/api/v0/template/')
  await world.simulator.clock.advance(10)
  const due = ['15 GET /api/v0/template/ goes on (fault held)', '20 offers 5 disappears']
  expect(await shown()).toEqual({ due, held: '1 request is held' })
  await world.simulator.clock.advance(10)
  expect(await late).toMatchObject({ status: 200 })
  const { html } = await open(world.simulator, '/_sim/ui/clock')
  expect(html).toContain('<p>Nothing falls due.</p>')
  expect(html).not.toContain('held by')
})

test('what is left of a window runs down in the page where the clock runs, and stands where it stands', async () => {
  for (const [mode, runs] of [
    ['real', true],
    ['frozen', false],
  ] as const) {
    const world = simulate(undefined, { clock: { mode, atMs: Date.parse('2026-01-01T00:00:00Z') } })
    expect(await ask(world, INSTANCES)).toBe(200)
    const { html } = await open(world.simulator, '/_sim/ui/clock')
    expect([mode, html.includes('<progress'), html.includes('data-runs-down')]).toEqual([mode, true, runs])
  }
})
