import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { rulesInForce } from '../../src/marketplace/rule-choices.ts'
import type { FlowRun } from '../../src/sweep/flow-run.ts'
import { runFlow } from '../../src/sweep/run/run-flow.ts'
import { runSweep } from '../../src/sweep/run/run-sweep.ts'
import { families } from '../../src/testing/trial/trial.ts'

type Search = () => Promise<{ readonly status: number; readonly body: string }>

/** Searches templates. */
const searchBy =
  ({ fetch }: Pick<ReturnType<typeof createSimulator>, 'fetch'>): Search =>
  async () => {
    const response = await fetch('/api/v0/template/', { headers: { Authorization: 'Bearer renter-key' } })
    return { status: response.status, body: await response.text() }
  }

/** Rejects unless the search found templates. */
async function found(search: Search): Promise<void> {
  const { status, body } = await search()
  expect(status).toBe(200)
  expect(body).toContain('hash_id')
}

/** What a simulator answers to four searches under the scenario that a sweep of one trial makes. */
async function searchesUnder(trial: string, flow: (search: Search) => Promise<void>) {
  const { scenarios } = await sweepOf(trial, (run) => flow(searchBy(run)))
  const scenario = [...scenarios.values()].at(-1)
  const search = searchBy(createSimulator({ fixture: 'default', scenario }))
  return [await search(), await search(), await search(), await search()]
}

const sweepOf = (trial: string, flow: (run: FlowRun) => Promise<void>) =>
  runSweep({
    command: ['a flow'],
    run: (under, limit) => runFlow({}, flow, under, limit),
    inForce: rulesInForce('documented', []),
    only: families,
    everyCall: false,
    jobs: 1,
    minLimitMs: 60_000,
    trial,
    expectations: {},
    signal: new AbortController().signal,
  })

test.each([
  { met: 'the first call, and no other', trial: '*/transient/first/503', flow: found, statuses: [503, 200, 200, 200] },
  {
    met: 'the last call',
    trial: '*/transient/last/503',
    flow: async (search: Search) => {
      for (let call = 0; call < 3; call += 1) await found(search)
    },
    statuses: [200, 200, 503, 200],
  },
  {
    met: 'all calls from the first on',
    trial: '*/refusals/first/404-html',
    flow: async (search: Search) => void (await search()),
    statuses: [404, 404, 404, 404],
  },
])('the scenario of a trial does the same again, to $met', async ({ trial, flow, statuses }) => {
  expect((await searchesUnder(trial, flow)).map(({ status }) => status)).toEqual(statuses)
})

test('the scenario of a trial gives the same answer again', async () => {
  const [first, second] = await searchesUnder('*/answers/first/empty.templates', found)
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ templates: [] })
  expect(JSON.parse(second?.body ?? '')).toMatchObject({ templates: [] })
})

test('the scenario of a trial in one of several sandboxes says which calls it meets', async () => {
  const { scenarios } = await sweepOf('*/transient/first@b/503', ({ simulator }) =>
    ['a', 'b'].reduce(async (before, name) => {
      await before
      await found(searchBy(simulator.sandbox(name)))
    }, Promise.resolve()),
  )
  expect([...scenarios.values()].at(-1)).toMatchObject({
    description:
      '503, once, at call 1 of templates.search (the sweep: in the sandbox b). Use it to see what a client does then.',
    faults: [{ when: { times: 1 } }],
  })
})
