import { inSlices, SLICE, type Work } from '../kernel/slices.ts'
import { collections } from '../marketplace/collections.ts'
import { marketOf } from '../marketplace/network-volumes/market.ts'
import type { World } from '../sandbox/world.ts'
import { generatedRows } from '../testing/fixtures/document.ts'

/**
 * Makes the rows that a fixture generates before anybody asks for them, in slices. Whoever asks meanwhile waits for the
 * rest of them, and meets what they throw, which is why that is ignored here. Worlds that start alike share the rows.
 * What fits into one slice is left to the first who asks: most never do.
 */
export function prepareRows(world: World): void {
  if (generatedRows(world.fixture) <= SLICE) return
  // The first slice, too, comes after what the server does at once.
  void Promise.resolve()
    .then(() => inSlices(allRows(world)))
    .catch(() => undefined)
}

function* allRows(world: World): Work<void> {
  for (const name of collections) yield* world.tables[name].load()
  yield* marketOf(world)
}
