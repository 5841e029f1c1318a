import { expect, test } from 'vitest'
import { profileOf, profileRow } from '../../src/sweep/profile.ts'
import type { Run } from '../../src/sweep/judge.ts'
import type { Verdict } from '../../src/sweep/verdicts.ts'
import type { TrialFamily } from '../../src/testing/trial/trial.ts'
import { call, ran, trialFault, trialOf, usualCalls } from './facts.ts'

type Seen = readonly [operation: 'instances.list' | 'instances.show', verdict: Verdict, run: Partial<Run>]

/** The lines of a profile of trials of this kind. */
const profileFrom = (family: TrialFamily, name: string, seen: readonly Seen[]) =>
  profileOf(
    seen.flatMap(([operation, verdict, run], at) => {
      const trial = { ...trialOf(family, operation), id: `${operation}/${family}/first@t${at}/${name}` }
      const calls = run.calls?.map((each) => ({ ...each, operation }))
      return profileRow({ trial, run: ran({ ...run, ...(calls && { calls }) }), usualCalls }, verdict) ?? []
    }),
  ).map(({ text }) => text)

/** A client that sends its request again after such pauses, in seconds. */
const tried = (...pauses: readonly number[]): Partial<Run> => ({
  calls: [0, ...pauses].map((_, at) =>
    call({ fault: trialFault, realEndedMs: 1000 * pauses.slice(0, at).reduce((sum, each) => sum + each, 0) }),
  ),
})

/** A client that closed its request after so many milliseconds. */
const closed = (realMs: number): Partial<Run> => ({ calls: [call({ fault: trialFault, realMs })] })

test('an operation shows one thing, and the worst of it', () => {
  const rows: readonly Seen[] = [
    ['instances.list', 'recovered', tried()],
    ['instances.list', 'hammered', tried()],
    ['instances.show', 'recovered', tried()],
  ]
  expect(profileFrom('transient', '429', rows)).toEqual(['no (instances.list); yes (instances.show)'])
  expect(profileFrom('transient', '429', rows.slice(0, 2))).toEqual(['no'])
})

test('pauses that differ a little make no second line, and another number of tries does', () => {
  const rows: readonly Seen[] = [
    ['instances.list', 'noticed', tried(0.6, 1.1)],
    ['instances.list', 'noticed', tried(0.7, 1.2)],
    ['instances.show', 'noticed', tried(0.5, 1.3)],
  ]
  expect(profileFrom('outage', '503', rows)).toEqual(['3: after 0.6, 1.1 s'])
  expect(profileFrom('outage', '503', [...rows, ['instances.show', 'noticed', tried(0.6, 1.1, 2.1)]])).toEqual([
    '3: after 0.6, 1.1 s (instances.list); 4: after 0.6, 1.1, 2.1 s (instances.show)',
  ])
})

test('a timeout is that of the quietest trial; operations with much longer ones make a range', () => {
  const rows: readonly Seen[] = [
    ['instances.list', 'noticed', closed(14_600)],
    ['instances.list', 'noticed', closed(304)],
    ['instances.show', 'noticed', closed(420)],
  ]
  expect(profileFrom('transient', 'hang', rows)).toEqual(['0.3 s'])
  expect(
    profileFrom('transient', 'hang', [...rows.slice(1, 2), ['instances.show', 'noticed', closed(30_020)]]),
  ).toEqual(['0.3 to 30 s'])
  expect(
    profileFrom('transient', 'hang', [...rows, ['instances.show', 'hung', { ...closed(9000), timedOut: true }]]),
  ).toEqual(['0.3 s (instances.list); none, or longer than the limit (instances.show)'])
})

test('where one sandbox waits for a status, another one that does not look says nothing', () => {
  const status: readonly Seen[] = [
    ['instances.list', 'undecided', tried()],
    ['instances.list', 'recovered', tried(3)],
  ]
  expect(profileFrom('answers', 'status.loading', status)).toEqual(['yes'])
  expect(profileFrom('answers', 'status.loading', status.slice(0, 1))).toEqual(['does not read it'])
})
