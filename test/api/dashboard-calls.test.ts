import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { open } from '../support/pages.ts'

const KEY = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
const world = (options: object = {}): Simulator =>
  createSimulator({ clock: 'frozen', rateLimit: { enabled: false }, ...options })
const call = async (sim: Simulator, path: string) =>
  (await (await sim.fetch(`/_sim/${path}`)).json()) as Record<string, unknown>
const list = (sim: Simulator) => sim.fetch('/api/v0/instances/', { headers: KEY })

test('the overview counts a fault only while it can fire', async () => {
  const sim = world()
  sim.faults.add({ name: 'once', match: { operation: 'instances.list' }, effect: { status: 500 }, when: { times: 1 } })
  expect(await call(sim, 'overview')).toMatchObject({ faults: 1, errors: 0, requests: 0, rows_changed: 0 })
  await list(sim)
  expect(await call(sim, 'overview')).toMatchObject({ faults: 0, errors: 1, requests: 1 })
})

test('reading a missing sandbox creates none, and names the nearest', async () => {
  const sim = world()
  await sim.sandbox('checkout').fetch('/api/v0/template/', { headers: KEY })
  const response = await sim.fetch('/~chekout/_sim/overview')
  expect(await response.json()).toMatchObject({ sandbox: 'chekout', exists: false, nearest: ['checkout'] })
  expect(((await call(sim, 'sandboxes'))['sandboxes'] as unknown[]).length).toBe(2)
})

test('a fault says on which requests it fired, which the limiter refused first, and which met another fault', async () => {
  const sim = createSimulator({ clock: 'frozen' })
  sim.faults.add({ name: 'first', match: { operation: 'instances.list' }, effect: { status: 500 }, when: { times: 1 } })
  sim.faults.add({ name: 'second', match: { path: '/api/v0/instances/' }, effect: { status: 503 } })
  await list(sim)
  await list(sim)
  expect((await call(sim, 'faults/activity'))['faults']).toEqual([
    { name: 'first', can_fire: false, left: 0, fired_on: [1], limited_first: [2], others_first: [] },
    { name: 'second', can_fire: true, left: null, fired_on: [], limited_first: [2], others_first: [1] },
  ])
})

test('what comes next on the clock is in order, with held requests among it', async () => {
  const sim = world()
  sim.scenario('slow-boot')
  await sim.fetch('/api/v0/asks/12345678/', { method: 'PUT', headers: KEY, body: '{"image":"a"}' })
  sim.faults.add({ name: 'late', match: { operation: 'templates.search' }, effect: { latency_ms: 5000 } })
  const late = sim.fetch('/api/v0/template/', { headers: KEY })
  await new Promise(setImmediate)
  const { upcoming } = (await call(sim, 'clock/upcoming')) as { upcoming: { at: string; kind: string; text: string }[] }
  expect(upcoming[0]).toMatchObject({ kind: 'held', text: 'GET /api/v0/template/ continues (fault late)' })
  expect(upcoming.filter(({ kind }) => kind === 'instance').map(({ text }) => text)).toEqual([
    'instance 32 is loading',
    'instance 32 is running',
  ])
  expect(upcoming.map(({ at }) => at)).toEqual(upcoming.map(({ at }) => at).toSorted())
  await sim.clock.advance(10)
  expect((await late).status).toBe(200)
})

test('the map has each rule once, and a hit where a request used it', async () => {
  const sim = world()
  await list(sim)
  const { operations, documented } = (await call(sim, 'coverage/map')) as {
    operations: { id: string | null; calls: number; rules: { id: string; hits: number }[] }[]
    documented: { touched: number; total: number }
  }
  const rules = operations.flatMap((each) => each.rules)
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
  expect(operations.find(({ id }) => id === 'instances.list')?.calls).toBe(1)
  expect(rules.find(({ id }) => id === 'instances.list.lists-own')?.hits).toBe(1)
  expect(operations.at(-1)?.id).toBeNull()
  expect(documented.touched).toBeGreaterThan(0)
})

test('a rule has the requests that it shaped, newest first', async () => {
  const sim = world()
  await list(sim)
  await list(sim)
  expect(await call(sim, 'rules/instances.list.lists-own')).toMatchObject({
    hits: 2,
    operations: ['instances.list'],
    requests: [{ id: 2 }, { id: 1 }],
    rule: { basis: 'documented', text: "The user's own instances are answered, with their number." },
  })
  const unknown = await sim.fetch('/_sim/rules/instances.list.ordr')
  expect(await unknown.json()).toMatchObject({ error: 'not_found', hint: 'did you mean "instances.list.order"?' })
})

test('two sandboxes are compared up to their first difference', async () => {
  const sim = world()
  const other = sim.sandbox('other')
  for (const each of [sim, other]) await each.fetch('/api/v0/template/', { headers: KEY })
  expect(await call(sim, 'compare/other')).toEqual({
    here: 'default',
    there: 'other',
    same: 1,
    first_difference: null,
    setup: [],
  })
  other.faults.add({ name: 'f', match: { operation: 'instances.list' }, effect: { status: 500 } })
  for (const each of [sim, other]) await each.fetch('/api/v0/instances/', { headers: KEY })
  expect(await call(sim, 'compare/other')).toMatchObject({
    same: 1,
    first_difference: { here: { id: 2, status: 200 }, there: { id: 2, status: 500 }, path: 'response.status' },
    setup: [{ path: 'fault.f', here: null, there: 'active' }],
  })
  expect((await sim.fetch('/_sim/compare/nothing')).status).toBe(404)
})

test('a HAR has each request with its response, and no key', async () => {
  const sim = world()
  await sim.fetch('/api/v0/template/?page=1', { headers: KEY })
  await sim.fetch('/api/v0/template/', { method: 'POST', headers: KEY, body: '{"name":"a","image":"b"}' })
  const text = await (await sim.fetch('/_sim/har')).text()
  expect(JSON.parse(text)).toMatchObject({
    log: {
      version: '1.2',
      entries: [
        { request: { method: 'GET', url: 'http://rental-sim/api/v0/template/?page=1' }, response: { status: 200 } },
        { request: { postData: { text: '{"name":"a","image":"b"}' } }, response: { status: 200 } },
      ],
    },
  })
  expect(text).not.toContain('renter-key')
})

test.each([
  ['journal', 'requests'],
  ['journal?exchange=5&show=why', 'requests?request=5'],
  ['journal?q=status%3A5xx&exchange=7', 'requests?q=status%3A5xx&request=7'],
  ['journal?status=4xx&text=nightly', 'requests?q=status%3A4xx+nightly'],
  ['state?collection=offers&row=12345678', 'data?collection=offers&row=12345678'],
  ['clock', 'requests?menu=clock'],
  ['findings', 'requests?q=has%3Afinding'],
  ['sweep?trial=3', 'coverage?trial=3'],
])('the address %s that people kept leads to %s', async (kept, now) => {
  for (const prefix of ['', '/~mine']) {
    const { status, headers } = await open(world(), `${prefix}/_sim/ui/${kept}`)
    expect([status, headers.get('location')]).toEqual([302, now])
  }
})

test.each([
  ['/_sim/ui/requests', 200, './'],
  ['/_sim/ui/nothing', 404, './'],
  ['/_sim/ui/a/b', 404, '../'],
  ['/docs', 200, '_sim/ui/'],
  ['/docs/', 200, '../_sim/ui/'],
  ['/docs/instances.list', 200, '../_sim/ui/'],
  ['/docs/a/b', 404, '../../_sim/ui/'],
])('%s is the page, with its files by relative addresses', async (path, expected, ui) => {
  for (const prefix of ['', '/~mine']) {
    const { status, html, headers } = await open(world(), prefix + path)
    expect(status).toBe(expected)
    const files = [...html.matchAll(/(?:src|href)="([\w./]+\.(?:js|css))"/g)].map(([, file = '']) => file)
    expect(files).toHaveLength(2)
    for (const file of files) {
      const at = new URL(file, `http://sim.test${prefix}${path}`).pathname
      expect(at).toBe(new URL(`${ui}${file.split('/').at(-1) ?? ''}`, `http://sim.test${prefix}${path}`).pathname)
      expect((await open(world(), at)).status).toBe(200)
    }
    expect(html).not.toMatch(/<script[^>]*>[^<]|<style|\sstyle=|\son\w+=/)
    expect(html).toContain('This page needs JavaScript')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
  }
})
