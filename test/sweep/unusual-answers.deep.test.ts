import { expect, test } from 'vitest'
import { type FlowRun, sweep } from '../../src/sweep.ts'
import { ask } from './ask.ts'

type Row = Readonly<Record<string, unknown>>

/** What a sweep of one trial says; two instances are there. */
async function verdictsUnder(trial: string, flow: (run: FlowRun) => Promise<unknown>): Promise<readonly string[]> {
  const { trials } = await sweep(flow, {
    trial,
    simulator: { clock: 'frozen', dialect: 'observed', rateLimit: { enabled: false } },
  })
  return trials.map(({ verdict, good }) => `${verdict}, ${good ? 'good' : 'bad'}`)
}

const rent = (run: FlowRun) => ask(run, 'PUT', '/asks/12345678/', { image: 'library/python', label: 'mine' })

/** @param kept what the client keeps of an id */
const destroying = (kept: (id: number) => number) => async (run: FlowRun) => {
  const { new_contract: id } = await rent(run)
  await ask(run, 'DELETE', `/instances/${kept(Number(id))}/`)
}

test('a client that keeps the id of a rent in 32 bits is found, and one that does not is good', async () => {
  const trial = 'instances.create/answers/*/large-id'
  expect(
    await verdictsUnder(
      trial,
      destroying((id) => id),
    ),
  ).toEqual(['recovered, good'])
  expect(
    await verdictsUnder(
      trial,
      destroying((id) => id | 0),
    ),
  ).toEqual(['noticed, bad'])
})

/** The second version, which has pages. */
const PAGES = '/../v1/instances/'

/** @param pages that it asks for at most @param looks whether a test looks for all rows */
const listing = (pages: number, looks: boolean) => async (run: FlowRun) => {
  await rent(run)
  const rows: Row[] = []
  let token: string | null = ''
  for (let page = 0; page < pages && token !== null; page += 1) {
    const answer = await ask(run, 'GET', `${PAGES}?after_token=${token}`)
    rows.push(...(answer['instances'] as Row[]))
    token = answer['next_token'] as string | null
  }
  if (looks) expect(rows.map(({ label }) => label)).toContain('mine')
}

test('a client that follows the pages is good, and a test fails with one that does not', async () => {
  const trial = 'instances.page/answers/first/second-page'
  expect(await verdictsUnder(trial, listing(9, true))).toEqual(['recovered, good'])
  expect(await verdictsUnder(trial, listing(1, true))).toEqual(['noticed, bad'])
  expect(await verdictsUnder(trial, listing(1, false))).toEqual(['undecided, bad'])
})

/** Destroys its only machine, and lists none. */
async function emptying(run: FlowRun): Promise<void> {
  const { instances } = await ask(run, 'GET', '/instances/')
  await ask(run, 'DELETE', `/instances/${String((instances as Row[])[0]?.['id'])}/`)
  await ask(run, 'GET', `${PAGES}?select_filters={}`)
}

test('no trial is planned for an answer that it would not change', async () => {
  const { trials } = await sweep(emptying, { all: true, simulator: { clock: 'frozen', dialect: 'observed' } })
  const about = trials.filter(({ family, operation }) => family === 'answers' && operation === 'instances.page')
  // Nothing is in the list: no row to change, and no filter to ignore.
  expect(about.map(({ id }) => id.split('/').at(-1))).toEqual(['unusual', 'success-false'])
  expect(trials.filter(({ verdict }) => verdict === 'never-met')).toEqual([])
})
