import { expect, test } from 'vitest'
import { loadPages, loadPagesWith } from '../../src/node/load-pages.ts'
import { openEngine } from '../../src/server/open-engine.ts'
import { type Fact, MAX_FACT_CHARACTERS } from '../../src/sweep/fact.ts'
import { LiveSweep } from '../../src/sweep/live-sweep.ts'
import { showChange } from '../../src/sweep/show-change.ts'
import { call, judged, trialFault, trialOf } from './facts.ts'

const trial = trialOf('transient')
const NAME = '1-instances.list-transient-first-503'
const met = { status: 503, happened: false, fault: trialFault } as const
const suite = [
  call({ sandbox: 'other' }),
  call({ sandbox: 'suite', path: '/api/v0/template/' }),
  call({ sandbox: 'suite', ...met }),
  call({ sandbox: 'other' }),
  call({ sandbox: 'suite', hint: 'of the simulator' }),
]

/** A server with the dashboard of a sweep of one trial, which made these calls. */
function swept(calls: readonly Fact[], memoryBudgetMib = 64) {
  const live = new LiveSweep(['npm', 'test'])
  const engine = openEngine({ pages: loadPagesWith(live), memoryBudgetMib })
  live.plan([trial])
  for (const each of live.trials) {
    each.result = judged(trial, { calls })
    showChange(engine.sandboxes, each, calls)
  }
  live.end()
  const text = async (path: string) => (await engine.respond(new Request(`http://sim.test${path}`))).text()
  const journal = async () =>
    JSON.parse(await text(`/~${NAME}/_sim/requests`)) as {
      dropped: number
      requests: readonly { id: number; request: { path: string; body: unknown }; hint: string | null; fault: unknown }[]
    }
  return { engine, text, journal }
}

test('the exchanges of all sandboxes of a trial are kept in one journal, in order, and say where they were', async () => {
  const { requests } = await swept(suite).journal()
  expect(requests.map(({ id, request, hint }) => [id, request.path, hint])).toEqual([
    [1, '/api/v0/instances/', 'in the sandbox other'],
    [2, '/api/v0/template/', 'in the sandbox suite'],
    [3, '/api/v0/instances/', 'in the sandbox suite'],
    [4, '/api/v0/instances/', 'in the sandbox other'],
    [5, '/api/v0/instances/', 'of the simulator; in the sandbox suite'],
  ])
})

test('the page of a trial shows those of the sandbox whose call met the fault, from the one before it on', async () => {
  const page = await swept(suite).text('/_sim/ui/sweep?trial=1')
  const links = [...page.matchAll(new RegExp(`/~${NAME}/_sim/ui/journal\\?exchange=(\\d+)`, 'g'))]
  expect(links.map(([, number]) => number)).toEqual(['2', '3', '5'])
  expect(page).toContain('rental-sim sweep --trial instances.list/transient/first/503 -- npm test')
})

test('of two sandboxes whose calls met the fault it shows the one that did first', async () => {
  const page = await swept([...suite, call({ sandbox: 'other', ...met })]).text('/_sim/ui/sweep?trial=1')
  expect(page).toContain(`/~${NAME}/_sim/ui/journal?exchange=3`)
  expect(page).not.toContain(`/~${NAME}/_sim/ui/journal?exchange=6`)
})

test('each step of a sweep renews the pages that are open', async () => {
  const live = new LiveSweep(['npm', 'test'])
  const engine = openEngine({ pages: loadPagesWith(live) })
  const state = async () => {
    const front = await engine.respond(new Request('http://sim.test/_sim/ui'))
    expect(front.headers.get('location')).toBe('ui/sweep')
    const page = await (await engine.respond(new Request('http://sim.test/_sim/ui/sweep'))).text()
    return / data-state="([^"]+)"/.exec(page)?.[1]
  }
  const states = [await state(), await state()]
  expect(states[1]).toBe(states[0])
  live.plan([trial])
  for (let step = 0; step < 3; step += 1) {
    showChange(engine.sandboxes)
    states.push(await state())
  }
  expect(new Set(states).size).toBe(states.length - 1)
})

test('a long body is cut, and the hint says so; a short one is whole', async () => {
  const response = JSON.stringify('x'.repeat(2 * MAX_FACT_CHARACTERS)).slice(0, MAX_FACT_CHARACTERS)
  const { requests } = await swept([call({ ...met, responseBody: response }), call()]).journal()
  expect(requests.map(({ hint }) => hint)).toEqual([`of a body only ${MAX_FACT_CHARACTERS} characters were kept`, null])
})

test('exchanges beyond the memory budget are dropped, and the page says so', async () => {
  const response = 'x'.repeat(MAX_FACT_CHARACTERS)
  const { text, journal } = swept([call(met), ...Array<Fact>(200).fill(call({ responseBody: response }))], 1)
  const { requests, dropped } = await journal()
  expect([requests.length > 0, dropped > 100]).toEqual([true, true])
  expect(await text('/_sim/ui/sweep?trial=1')).toContain(`${dropped} older ones dropped`)
})

test('where the sandbox of a trial had to go, its requests are told all the same', async () => {
  const { engine, text } = swept([call(met)])
  engine.sandboxes.drop(NAME)
  const page = await text('/_sim/ui/sweep?trial=1')
  expect(page).toContain('Its exchanges are gone')
  expect(page).toContain('GET /api/v0/instances/ -&gt; 503')
})

test.each([
  ['a number that no trial has', 'sweep?trial=2', 'There is no trial 2 in this sweep.'],
  ['markup for a number', 'sweep?trial=%3Cb%3E', 'There is no trial &lt;b&gt; in this sweep.'],
])('%s opens no trial', async (_, page, said) => {
  expect(await swept(suite).text(`/_sim/ui/${page}`)).toContain(said)
})

test('a server without a sweep has no such view in its navigation, and its page says how to run one', async () => {
  const engine = openEngine({ pages: loadPages })
  const text = async (path: string) => (await engine.respond(new Request(`http://sim.test${path}`))).text()
  expect(await text('/_sim/ui/journal')).not.toContain('Sweep')
  expect(await text('/_sim/ui/sweep')).toContain('rental-sim sweep -- npm test')
  expect(await swept(suite).text('/_sim/ui/journal')).toContain('Sweep')
})
