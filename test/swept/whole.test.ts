import { expect, test } from 'vitest'
import { badIn, sweepOf } from './example.ts'

const MINUTE_MS = 60_000

/** A false alarm: the client begins with a short pause in each of its functions, and they are one sandbox here. */
const hammered = ['refusals/first@templates/rate-limit.configured', 'outage/first@templates/503']

test(
  'the good client has no bad verdict but one, which is a false alarm',
  async () => {
    const report = await sweepOf('./client.js')
    expect(badIn(report)).toEqual(hammered.map((id) => ({ id: `templates.search/${id}`, verdict: 'hammered' })))
    expect(report.left_out).toEqual([])
    expect(report.trials.length).toBeGreaterThan(300)
    expect(report.resilience).toMatchObject({ good: report.resilience.total - 1 })
  },
  20 * MINUTE_MS,
)
