import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { play } from './play.ts'
import { sessions } from './steps.ts'

/** `SESSIONS=2000` plays more of them, `SEED=7` those of a seed: a failure tells its seed, and the shortest session that fails. */
const numRuns = Number(process.env['SESSIONS'] ?? 100)
const seed = Number(process.env['SEED'] ?? 1)

const both = (operation: string): readonly string[] => [`${operation} accepted`, `${operation} refused`]

test(`${numRuns} sessions of three users go as the contract says`, async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(sessions, async (steps) => {
      for (const each of await play(steps)) seen.add(each)
    }),
    // Shrinking ends in time to tell of the session, which the time limit of a test would not.
    { numRuns, seed, interruptAfterTimeLimit: 500 * numRuns, markInterruptAsFailure: true },
  )
  expect(seen).toEqual(
    new Set([
      'cloud-connections.list accepted',
      ...both('endpoint-groups.update'),
      ...both('instances.create'),
      'instances.list accepted',
      ...both('network-volumes.list'),
      'network-volumes.search accepted',
      ...both('network-volumes.unlist'),
      ...both('templates.create'),
      ...both('templates.delete'),
      ...both('templates.edit'),
      'templates.search accepted',
    ]),
  )
})
