import { expect, test } from 'vitest'
import { createSimulator as createInBrowser } from '../../src/browser.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { open } from '../support/pages.ts'

/** As browsers send it with what somebody opens. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

/** What clients are held to have done, in both sandboxes. */
const traces = (sim: Simulator) =>
  [sim, sim.sandbox('name')].map(({ journal, findings, coverage }) => [
    journal.list().map(({ request, hint }) => [request.path, hint]),
    findings().map(({ kind, text }) => [kind, text]),
    coverage().unmatched.requests,
  ])

const NOTHING = [
  [[], [], 0],
  [[], [], 0],
]

test.each([
  ['/', '/_sim/ui', 200],
  ['/?from=banner', '/_sim/ui', 200],
  ['/~name/', '/~name/_sim/ui', 200],
  ['/~name', '/~name/_sim/ui', 200],
])('a browser that opens %s is led to the dashboard, and leaves no trace', async (path, target, shown) => {
  const sim = createSimulator()
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await open(sim, path, { method, headers: { Accept: BROWSER } })
    expect([status, new URL(headers.get('location') ?? '', `http://sim.test${path}`).pathname]).toEqual([302, target])
    const folder = await open(sim, target, { method, headers: { Accept: BROWSER } })
    const journal = new URL(folder.headers.get('location') ?? '', `http://sim.test${target}`).pathname
    expect([folder.status, journal]).toEqual([302, `${target}/requests`])
    expect((await open(sim, journal, { headers: { Accept: BROWSER } })).status).toBe(shown)
  }
  expect(traces(sim)).toEqual(NOTHING)
})

test.each(['/favicon.ico', '/~name/favicon.ico'])('%s is nothing, and leaves no trace', async (path) => {
  const sim = createSimulator()
  const { status, html } = await open(sim, path, { headers: { Accept: 'image/avif,image/webp,*/*;q=0.8' } })
  expect([status, html, traces(sim)]).toEqual([204, '', NOTHING])
})

const HINT = 'paths start with /api/v0/; /docs describes it, and /_sim/ui shows what it is asked'

test.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.5'])(
  'a client that asks for / and accepts %s gets 200 and where the interface is, and leaves no trace',
  async (accepted) => {
    const sim = createSimulator()
    for (const [prefix, hint] of [
      ['', HINT],
      ['/~name', HINT.replaceAll(/(?<= )\//g, '/~name/')],
    ] as const) {
      for (const path of prefix === '' ? ['/', '/?ready'] : [prefix, `${prefix}/`]) {
        const headers: HeadersInit = accepted === undefined ? {} : { Accept: accepted }
        const { status, html } = await open(sim, path, { headers })
        expect({ status, body: JSON.parse(html) as unknown }).toEqual({
          status: 200,
          body: { msg: `rental-sim: ${hint}` },
        })
        expect((await open(sim, path, { method: 'HEAD', headers })).status).toBe(200)
      }
    }
    expect(traces(sim)).toEqual(NOTHING)
    expect(await sandboxesOf(sim)).toEqual(['default'])
  },
)

const sandboxesOf = async (sim: Simulator): Promise<readonly string[]> => {
  const { sandboxes } = JSON.parse((await open(sim, '/_sim/sandboxes')).html) as { sandboxes: { name: string }[] }
  return sandboxes.map(({ name }) => name)
}

test.each([
  ...['/healthz', '/livez', '/readyz'].map((path) => [path, '/_sim/health has the state of the simulator'] as const),
  ['/~name/healthz', '/~name/_sim/health has the state of the simulator'],
  ['/metrics', '/_sim/metrics has the metrics of the server'],
] as const)('a probe of %s is told %s, and leaves no trace', async (path, hint) => {
  const sim = createSimulator()
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await open(sim, path, { method })
    expect([status, headers.get('x-sim-hint')]).toEqual([404, hint])
  }
  expect(traces(sim)).toEqual(NOTHING)
  expect(await sandboxesOf(sim)).toEqual(['default'])
})

test.each(['/healthz/', '/status', '/api/healthz'])('%s is no probe and is recorded', async (path) => {
  const sim = createSimulator()
  expect((await open(sim, path)).status).toBe(404)
  expect(traces(sim)[0]?.[2]).toBe(1)
})

test('what writes to the path of a probe is recorded, and a stub answers there', async () => {
  const sim = createSimulator()
  expect((await open(sim, '/metrics', { method: 'POST' })).status).toBe(404)
  sim.stubs.add({ name: 'metrics', match: { path: '/metrics' }, answer: { status: 202 } })
  expect([(await open(sim, '/metrics')).status, (await open(sim, '/healthz')).status]).toEqual([202, 404])
  expect(sim.journal.list().map(({ request }) => `${request.method} ${request.path}`)).toEqual([
    'POST /metrics',
    'GET /metrics',
  ])
})

test('the hint names the places of the sandbox that was asked', async () => {
  const { headers } = await open(createSimulator(), '/~name/', { method: 'POST', headers: { Accept: BROWSER } })
  expect(headers.get('x-sim-hint')).toBe(
    'paths start with /~name/api/v0/; /~name/docs describes it, and /~name/_sim/ui shows what it is asked',
  )
})

test('without pages no answer links to them', async () => {
  const sim = createInBrowser()
  const { status, html } = await open(sim, '/', { headers: { Accept: BROWSER } })
  expect([status, html]).toEqual([200, '{"msg":"rental-sim: paths start with /api/v0/"}'])
  expect((await open(sim, '/favicon.ico')).status).toBe(404)
})
