import { expect, test } from 'vitest'
import { groupsOf } from '../../src/sweep/report.ts'
import { badIn, percentOf, sweepOf, sweepOfFarm } from './example.ts'

const MINUTE_MS = 60_000

test(
  'the good client has no bad verdict',
  async () => {
    const report = await sweepOf('./client.js', ['--all'])
    expect(badIn(report)).toEqual([])
    expect(report.left_out).toEqual([])
    expect(report.trials.length).toBeGreaterThan(200)
    expect(report.resilience).toMatchObject({ good: report.resilience.total })
  },
  20 * MINUTE_MS,
)

/** What is right to say of the careful farm, by hand: a test is missing, or a list is taken to have the row. */
const isTrue = /\/(expired-still-found|hash-id-not-rotated|edit-forgets-the-rest)$|@(uptime|country)\/empty\.instances$/

test(
  'nearly all entries on the careful farm are true',
  async () => {
    const report = await sweepOfFarm('farm', ['--all'])
    const entries = groupsOf(report.trials)
    const wrong = entries.filter((entry) => !entry.every(({ id }) => isTrue.test(id)))
    for (const [first] of wrong) process.stdout.write(`Not true: ${first?.verdict} ${first?.id}\n`)
    const precision = percentOf('Precision, farm', entries.length - wrong.length, entries.length)
    expect(report.left_out).toEqual([])
    expect(precision).toBeGreaterThanOrEqual(90)
  },
  20 * MINUTE_MS,
)
