import { expect, test } from 'vitest'
import { badIn, sweepOf } from './example.ts'

const MINUTE_MS = 60_000

test(
  'the good client has no bad verdict',
  async () => {
    const report = await sweepOf('./client.js')
    expect(badIn(report)).toEqual([])
    expect([report.left_out, report.unmatched_expectations]).toEqual([[], []])
    expect(report.resilience.total).toBeGreaterThan(200)
    expect(report.sensitivity.total).toBeGreaterThan(100)
  },
  20 * MINUTE_MS,
)
