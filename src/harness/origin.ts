import { derived } from '../kernel/derived.ts'
import { Invention } from '../kernel/invention.ts'
import type { Bases } from '../resources/collections.ts'
import { buildBases } from './fixtures/build.ts'
import type { Fixture } from './fixtures/document.ts'

/** What worlds that start alike share: their first rows and what is invented about them. */
export interface Origin {
  readonly bases: Bases
  readonly invention: Invention
  readonly lastIds: Fixture['last_ids']
}

const MAX_KEPT_PER_FIXTURE = 8

const originsOf = derived((_fixture: Fixture) => new Map<string, Origin>())

/** The origin for a fixture, a seed and an epoch (Unix seconds); built once while it is in use. */
export function originOf(fixture: Fixture, seed: string, epochSeconds: number): Origin {
  const invention = new Invention(fixture.seed ?? seed, fixture.epoch ?? epochSeconds)
  const kept = originsOf(fixture)
  const key = `${invention.epochSeconds} ${invention.seed}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const origin = { invention, bases: buildBases(invention, fixture), lastIds: fixture.last_ids }
  const [oldest] = kept.keys()
  if (kept.size >= MAX_KEPT_PER_FIXTURE && oldest !== undefined) kept.delete(oldest)
  kept.set(key, origin)
  return origin
}
