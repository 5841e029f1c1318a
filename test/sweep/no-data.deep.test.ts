import { expect, test } from 'vitest'
import { type FlowRun, sweep } from '../../src/sweep.ts'
import { ask, named } from './ask.ts'

const verdictsOf = async (flow: (run: FlowRun) => Promise<unknown>, trial: string) =>
  (await sweep(flow, { trial, simulator: { clock: 'frozen' } })).trials.map(
    ({ verdict, good }) => `${verdict}, ${good ? 'good' : 'bad'}`,
  )

const search = (run: FlowRun) => ask(run, 'GET', '/template/')
const searchAgain = (run: FlowRun) => search(run).catch(() => run.simulator.clock.advance(5).then(() => search(run)))

/** Takes whatever comes for templates, and nothing for none. */
async function searchBlindly({ fetch }: FlowRun): Promise<unknown> {
  const headers = { authorization: 'Bearer renter-key' }
  const text = await (await fetch('/api/v0/template/', { headers, redirect: 'manual' })).text()
  return text === '' ? [] : JSON.parse(text)
}

test.each(['redirect', '204'])(
  'a client that fails at a %s or asks again is good, and one that takes it is bad',
  async (name) => {
    const trial = `templates.search/transient/first/${name}`
    expect(await verdictsOf(search, trial)).toEqual(['noticed, good'])
    expect(await verdictsOf(searchAgain, trial)).toEqual(['recovered, good'])
    expect(await verdictsOf(searchBlindly, trial)).toEqual(['unnoticed, bad'])
  },
)

interface Template {
  readonly name: string
  readonly hash_id: string
}

/** @param choose takes one of the templates that a search for ubuntu-ssh found, and rents with it */
const renting = (choose: (found: readonly Template[]) => Template | undefined) => async (run: FlowRun) => {
  const found = (await named(run, 'ubuntu-ssh')) as Template[]
  await ask(run, 'PUT', '/asks/12345678/', { template_hash_id: choose(found.toReversed())?.hash_id })
}

test('a client that filters by itself is good where filters are ignored, and one that trusts them is bad', async () => {
  const trial = 'templates.search/wrong/first/filter-ignored'
  const filters = renting((found) => found.find(({ name }) => name === 'ubuntu-ssh'))
  expect(await verdictsOf(filters, trial)).toEqual(['recovered, good'])
  expect(
    await verdictsOf(
      renting(([first]) => first),
      trial,
    ),
  ).toEqual(['unnoticed, bad'])
})

const absentUnderTrials = (run: FlowRun) => (run.simulator.trial() === null ? search(run) : Promise.resolve())

test('where most trials met no call, the report says what to do', async () => {
  const [unmet, met] = await Promise.all(
    [absentUnderTrials, searchAgain].map((flow) => sweep(flow, { simulator: { clock: 'frozen' } })),
  )
  const advice = /^Many trials met no call\. .*give each test its\n {2}own sandbox/m
  expect(unmet?.text).toMatch(advice)
  expect(met?.text).not.toMatch(advice)
})
