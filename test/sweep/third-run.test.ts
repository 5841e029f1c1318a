import { expect, test } from 'vitest'
import { type FlowRun, sweep } from '../../src/sweep.ts'
import { ask } from './ask.ts'

/** A flow that searches so often in its first runs without any fault, and once in all others. */
function searchingSoOften(...searches: readonly number[]) {
  let runs = 0
  return async (run: FlowRun) => {
    const times = searches[runs] ?? 1
    runs += 1
    for (let call = 0; call < times; call += 1) await ask(run, 'GET', '/template/')
  }
}

const options = { trial: 'templates.search/transient/first/503', simulator: { clock: 'frozen' as const } }

test.each([
  ['the second', [1, 2, 1], 1],
  ['the first', [3, 2, 2], 2],
])('where two runs differ, a third one decides: %s was the odd one', async (_, searches, usual) => {
  const { baseline, trials } = await sweep(searchingSoOften(...searches), options)
  expect(baseline.operations).toEqual({ 'templates.search': usual })
  expect(trials).toHaveLength(1)
})

test('where the third differs from both, nothing is swept, and the difference is reported', async () => {
  await expect(sweep(searchingSoOften(1, 2, 3), options)).rejects.toThrow(
    /three runs .* differ.*: templates\.search was called once, then 2 times\. A suite that differs/,
  )
})
