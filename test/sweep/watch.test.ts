import { expect, test } from 'vitest'
import { loadPages } from '../../src/node/load-pages.ts'
import { openSimulator } from '../../src/server/open-simulator.ts'
import { type Fact, MAX_FACT_CHARACTERS } from '../../src/sweep/fact.ts'
import { LiveSweep } from '../../src/sweep/live-sweep.ts'
import { showChange, showSweep, showTrial } from '../../src/sweep/shown-sweep.ts'
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

interface Trial {
  readonly requests: readonly { readonly id: number | null; readonly text: string }[]
  readonly sandbox: string
  readonly repeat: string
}

/** A server that shows a sweep, as the command opens it. */
function simulatorWith(live: LiveSweep, memoryBudgetMib = 64): ReturnType<typeof openSimulator> {
  const simulator: ReturnType<typeof openSimulator> = openSimulator(
    { memoryBudgetMib },
    {
      pages: loadPages,
      sweep: {
        show: () => showSweep(live),
        showTrial: (number) => showTrial(live, number, (name) => simulator.sandboxes.find(name)),
      },
    },
  )
  return simulator
}

/** A server with a sweep of one trial, which made these calls. */
function swept(calls: readonly Fact[], memoryBudgetMib = 64) {
  const live = new LiveSweep(['npm', 'test'])
  const simulator = simulatorWith(live, memoryBudgetMib)
  live.plan([trial])
  for (const each of live.trials) {
    each.result = judged(trial, { calls })
    showChange(simulator.sandboxes, each, calls)
  }
  live.end()
  const text = async (path: string) => (await simulator.respond(new Request(`http://sim.test${path}`))).text()
  const journal = async () =>
    JSON.parse(await text(`/~${NAME}/_sim/requests`)) as {
      dropped: number
      requests: readonly { id: number; request: { path: string; body: unknown }; hint: string | null; fault: unknown }[]
    }
  const trialOne = async () => JSON.parse(await text('/_sim/sweep/1')) as Trial
  return { simulator, text, journal, trialOne }
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

test('a trial has the requests of the sandbox that met the fault, from the one before it on', async () => {
  const { requests, sandbox, repeat } = await swept(suite).trialOne()
  expect(requests.map(({ id }) => id)).toEqual([2, 3, 5])
  expect(sandbox).toBe(NAME)
  expect(repeat).toBe('npx --no-install rental-sim sweep --trial instances.list/transient/first/503 -- npm test')
})

test('of two sandboxes that met the fault it has those of the first', async () => {
  const { requests } = await swept([...suite, call({ sandbox: 'other', ...met })]).trialOne()
  expect(requests.map(({ id }) => id)).toEqual([2, 3, 5])
})

test('a browser is led to the map, each step of a sweep reaches the open pages, and a call has the step', async () => {
  const live = new LiveSweep(['npm', 'test'])
  const simulator = simulatorWith(live)
  const ask = (path: string) => simulator.respond(new Request(`http://sim.test${path}`))
  expect((await ask('/_sim/ui')).headers.get('location')).toBe('ui/coverage')
  expect((await ask('/_sim/ui/sweep?trial=1')).headers.get('location')).toBe('coverage?trial=1')
  let told = 0
  simulator.sandboxes.find('default')?.watch(() => (told += 1))
  expect(await (await ask('/_sim/sweep')).json()).toMatchObject({ phase: 'baseline', trials: [] })
  live.plan([trial])
  showChange(simulator.sandboxes)
  expect(told).toBe(1)
  expect(await (await ask('/_sim/sweep')).json()).toMatchObject({
    command: 'npm test',
    phase: 'trials',
    trials: [{ number: 1, operation: 'instances.list', family: 'transient', state: 'waiting', verdict: null }],
    resilience: { good: 0, total: 0 },
  })
})

test('a long body is cut, and the hint says so; a short one is whole', async () => {
  const response = JSON.stringify('x'.repeat(2 * MAX_FACT_CHARACTERS)).slice(0, MAX_FACT_CHARACTERS)
  const { requests } = await swept([call({ ...met, responseBody: response }), call()]).journal()
  expect(requests.map(({ hint }) => hint)).toEqual([`of a body only ${MAX_FACT_CHARACTERS} characters were kept`, null])
})

test('requests beyond the memory budget are dropped, and the sandbox of the trial says how many', async () => {
  const response = 'x'.repeat(MAX_FACT_CHARACTERS)
  const { journal } = swept([call(met), ...Array<Fact>(200).fill(call({ responseBody: response }))], 1)
  const { requests, dropped } = await journal()
  expect([requests.length > 0, dropped > 100]).toEqual([true, true])
})

test('where the sandbox of a trial had to go, its requests are there as texts', async () => {
  const { simulator, trialOne } = swept([call(met)])
  simulator.sandboxes.drop(NAME)
  const { requests } = await trialOne()
  expect(requests).toMatchObject([
    { id: null, text: expect.stringContaining('GET /api/v0/instances/ -> 503') as string },
  ])
})

test.each(['2', '%3Cb%3E', '0'])('%s is no trial', async (number) => {
  const answer: unknown = JSON.parse(await swept(suite).text(`/_sim/sweep/${number}`))
  expect(answer).toMatchObject({ error: 'not_found' })
})

test('a server without a sweep says so, and leads to the requests', async () => {
  const simulator = openSimulator({}, { pages: loadPages })
  const ask = (path: string) => simulator.respond(new Request(`http://sim.test${path}`))
  expect((await ask('/_sim/ui')).headers.get('location')).toBe('ui/requests')
  expect(await (await ask('/_sim/sweep')).json()).toBe(null)
  expect(await (await ask('/_sim/sweep/1')).json()).toMatchObject({
    hint: expect.stringContaining('rental-sim sweep -- npm test') as string,
  })
})
