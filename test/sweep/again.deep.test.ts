import { expect, test } from 'vitest'
import { type FlowRun, sweep } from '../../src/sweep.ts'
import { families } from '../../src/testing/trial/trial.ts'
import { ask } from './ask.ts'

/** A client that gives up at once, reads what may be null, and creates again without a look. */
async function careless(run: FlowRun): Promise<void> {
  const { instances } = await ask(run, 'GET', '/instances/')
  if (!Array.isArray(instances)) throw new TypeError('no list')
  const hours = instances.map((each: { readonly uptime_mins: number }) => each.uptime_mins.toFixed(1))
  if (hours.length === 0) throw new Error('none')
  await run.simulator.clock.advance(10)
  const save = () => ask(run, 'POST', '/template/', { name: 'mine', image: 'library/python' })
  await save().catch(save)
}

test('the trial of every entry runs again by its id, and ends alike', async () => {
  const first = await sweep(careless, { all: true, simulator: { clock: 'frozen' } })
  expect(first.bad.some(({ id }) => id.includes('/null.instances'))).toBe(true)
  expect(new Set(first.bad.map(({ family }) => family)).size).toBeGreaterThan(families.length / 2)
  for (const { id, verdict } of first.bad) {
    const again = await sweep(careless, { trial: id, simulator: { clock: 'frozen' } })
    expect(again.trials.map((each) => [each.id, each.verdict])).toEqual([[id, verdict]])
  }
})
