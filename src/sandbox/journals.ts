import type { Exchange } from '../testing/journal/exchange.ts'
import type { World } from './world.ts'

type JournaledWorld = Pick<World, 'journal'>

/** What the journals of worlds take, in bytes: an exchange that they share counts once. */
export function journalBytesOf(worlds: readonly JournaledWorld[]): number {
  const [only, ...others] = worlds
  if (only !== undefined && others.length === 0) return only.journal.bytes
  return exchangesOf(worlds).reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Drops exchanges, those of the first world first, until the rest takes no more than so many bytes. */
export function trimJournalsOf(worlds: readonly JournaledWorld[], maxBytes: number): void {
  const gone = new Set<Exchange>()
  let left = journalBytesOf(worlds)
  for (const exchange of exchangesOf(worlds)) {
    if (left <= maxBytes) break
    gone.add(exchange)
    left -= exchange.bytes
  }
  for (const { journal } of worlds) journal.dropOldestOf(gone)
}

const exchangesOf = (worlds: readonly JournaledWorld[]): readonly Exchange[] => [
  ...new Set(worlds.flatMap(({ journal }) => journal.entries())),
]
