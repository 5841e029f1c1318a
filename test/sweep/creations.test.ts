import { expect, test } from 'vitest'
import { z } from 'zod'
import { type FlowRun, sweep } from '../../src/sweep.ts'
import { again, ask, named } from './ask.ts'

/** What a sweep of one trial says, with the frozen clock of a test. */
async function verdictUnder(
  trial: string,
  flow: (run: FlowRun) => Promise<unknown>,
  dialect: 'documented' | 'observed' = 'documented',
): Promise<readonly string[]> {
  const { trials } = await sweep(flow, { trial, simulator: { clock: 'frozen', dialect } })
  return trials.map(({ verdict, good }) => `${verdict}, ${good ? 'good' : 'bad'}`)
}

const lostTemplate = 'templates.create/lost-reply/first/reset'
const lostRent = 'instances.create/lost-reply/first/reset'
const create = (run: FlowRun, name: string) => ask(run, 'POST', '/template/', { name, image: 'library/python' })
const rent = (run: FlowRun, offer = 12345678) =>
  ask(run, 'PUT', `/asks/${offer}/`, { image: 'library/python', label: 'mine' })
const labelled = async (run: FlowRun): Promise<readonly { readonly id: number }[]> => {
  const { instances } = await ask(run, 'GET', '/instances/')
  return z
    .array(z.object({ id: z.number(), label: z.string().nullish() }))
    .parse(instances)
    .filter(({ label }) => label === 'mine')
}
const isRented = async (run: FlowRun): Promise<boolean> =>
  JSON.stringify(await ask(run, 'GET', '/instances/')).includes('"mine"')

test.each([false, true])(
  'two templates in place of one are did-it-twice, where a test looks or not: %s',
  async (looks) => {
    const verdicts = await verdictUnder(lostTemplate, async (run) => {
      await again(() => create(run, 'one'))
      if (looks && (await named(run, 'one')).length > 1) throw new Error('there are two')
      await run.simulator.clock.advance(5)
      await again(() => create(run, 'two'))
    })
    expect(verdicts).toEqual(['did-it-twice, bad'])
  },
)

test('a test that notices the second one, and stops before a careful creation, hides nothing', async () => {
  const verdicts = await verdictUnder(lostTemplate, async (run) => {
    const wait = () => run.simulator.clock.advance(5)
    await again(() => create(run, 'one'))
    await wait()
    expect(await named(run, 'one')).toHaveLength(1)
    await create(run, 'two').catch(async () => (await wait(), (await named(run, 'two'))[0] ?? create(run, 'two')))
  })
  expect(verdicts).toEqual(['did-it-twice, bad'])
})

test.each([
  ['fails', (sent: Promise<unknown>) => sent],
  ['says nothing', (sent: Promise<unknown>) => sent.catch(() => undefined)],
])(
  'a rent that is sent again, and refused because the offer is taken, is sent-again: the client then %s',
  async (_, end) => {
    expect(await verdictUnder(lostRent, (run) => end(again(() => rent(run))))).toEqual(['sent-again, bad'])
  },
)

test('the next offer after a lost reply rents a second machine', async () => {
  expect(await verdictUnder(lostRent, (run) => rent(run).catch(() => rent(run, 12345679)))).toEqual([
    'did-it-twice, bad',
  ])
})

test('a client that says nothing leaves an unknown machine', async () => {
  expect(await verdictUnder(lostRent, (run) => rent(run).catch(() => undefined))).toEqual(['orphaned, bad'])
})

test('a client that fails is good, and so is one that finds the machine', async () => {
  expect(await verdictUnder(lostRent, (run) => rent(run))).toEqual(['noticed, good'])
  const found = await verdictUnder(lostRent, (run) =>
    rent(run).catch(async (error: unknown) => {
      if (!(await isRented(run))) throw error
    }),
  )
  expect(found).toEqual(['recovered, good'])
})

test('a repeat that changes an existing row, and makes none, is no second creation', async () => {
  expect(await verdictUnder(lostTemplate, (run) => again(() => create(run, 'one')), 'observed')).toEqual([
    'recovered, good',
  ])
})

const renting = (pick: (ids: readonly number[]) => number | undefined) => async (run: FlowRun) => {
  await ask(run, 'PUT', '/asks/12345679/', { image: 'library/python', label: 'mine' })
  await run.simulator.clock.advance(10)
  const id = await rent(run).then(
    (answer) => Number(answer['new_contract']),
    async () => pick((await labelled(run)).map((each) => each.id)),
  )
  await run.simulator.clock.advance(10)
  await ask(run, 'GET', `/instances/${id}/`)
}

test('a client that takes an older machine of the same name for the new one leaves an unused one', async () => {
  const second = 'instances.create/lost-reply/second/reset'
  expect(
    await verdictUnder(
      second,
      renting((ids) => Math.min(...ids)),
      'observed',
    ),
  ).toEqual(['orphaned, bad'])
  expect(
    await verdictUnder(
      second,
      renting((ids) => Math.max(...ids)),
      'observed',
    ),
  ).toEqual(['recovered, good'])
})
