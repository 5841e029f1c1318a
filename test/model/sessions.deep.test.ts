import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { play } from './play.ts'
import { sessions } from './steps.ts'

/** `SESSIONS=2000` plays more of them, `SEED=7` those of a seed: a failure tells its seed, and the shortest session that fails. */
const numRuns = Number(process.env['SESSIONS'] ?? 50)
const seed = Number(process.env['SEED'] ?? 1)

/** Work is counted, not time: a limit only ends a session that hangs. */
const HANG_MS = 60_000 + 10_000 * numRuns

const both = (operation: string): readonly string[] => [`${operation} accepted`, `${operation} refused`]

test(
  `${numRuns} sessions of three users go as the contract says`,
  async () => {
    const seen = new Set<string>()
    let played = 0
    await fc.assert(
      fc.asyncProperty(sessions, async (steps) => {
        // Shrinking ends after as many sessions again, however long they take.
        fc.pre((played += 1) <= 2 * numRuns)
        for (const each of await play(steps)) seen.add(each)
      }),
      { numRuns, seed },
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
  },
  HANG_MS,
)
