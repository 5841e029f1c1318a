import { expect, test } from 'vitest'
import { createSimulator as createInBrowser } from '../../src/browser.ts'
import { bundleSchema } from '../../src/testing/journal/bundle.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { replay } from '../../src/node/client/replay.ts'
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
  ['/~name/', '/~name/_sim/ui', 404],
  ['/~name', '/~name/_sim/ui', 404],
])('a browser that opens %s is led to the dashboard, and leaves no trace', async (path, target, shown) => {
  const sim = createSimulator()
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await open(sim, path, { method, headers: { Accept: BROWSER } })
    expect([status, new URL(headers.get('location') ?? '', `http://sim.test${path}`).pathname]).toEqual([302, target])
    expect((await open(sim, target, { headers: { Accept: BROWSER } })).status).toBe(shown)
  }
  expect(traces(sim)).toEqual(NOTHING)
})

test.each(['/favicon.ico', '/~name/favicon.ico'])('%s is nothing, and leaves no trace', async (path) => {
  const sim = createSimulator()
  const { status, html } = await open(sim, path, { headers: { Accept: 'image/avif,image/webp,*/*;q=0.8' } })
  expect([status, html, traces(sim)]).toEqual([204, '', NOTHING])
})

const HINT = 'the interface is below /api/v0/; /docs describes it, and /_sim/ui shows what it is asked'

test.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.5'])(
  'a client that asks for / and accepts %s is told where the interface is, and recorded',
  async (accepted) => {
    const sim = createSimulator()
    const {
      status,
      html,
      headers: answered,
    } = await open(sim, '/', { headers: accepted === undefined ? {} : { Accept: accepted } })
    expect({ status, body: JSON.parse(html) as unknown, hint: answered.get('x-sim-hint') }).toEqual({
      status: 404,
      body: { success: false, error: 'no_such_endpoint', msg: 'there is no /' },
      hint: HINT,
    })
    expect(traces(sim)).toEqual([[[['/', HINT]], [['unmatched-request', 'GET / is no operation']], 1], NOTHING[1]])
  },
)

test('the hint names the places of the sandbox that was asked', async () => {
  const { headers } = await open(createSimulator(), '/~name/', { method: 'POST', headers: { Accept: BROWSER } })
  expect(headers.get('x-sim-hint')).toBe(
    'the interface is below /~name/api/v0/; /~name/docs describes it, and /~name/_sim/ui shows what it is asked',
  )
})

test('a story in which a client asked for / is told again', async () => {
  const sim = createSimulator()
  await open(sim, '/')
  const { html } = await open(sim, '/_sim/bundle')
  expect(await replay(bundleSchema.parse(JSON.parse(html)))).toEqual([])
})

test('where there are no pages, nobody is led to them', async () => {
  const sim = createInBrowser()
  const { status, headers } = await open(sim, '/', { headers: { Accept: BROWSER } })
  expect([status, headers.get('x-sim-hint')]).toEqual([404, null])
  expect((await open(sim, '/favicon.ico')).status).toBe(404)
})
