import { inSlices, SLICE, type Work } from '../kernel/slices.ts'
import { collections } from '../marketplace/collections.ts'
import { marketOf } from '../marketplace/network-volumes/market.ts'
import { DEFAULT_SANDBOX } from '../sandbox/sandboxes.ts'
import type { World } from '../sandbox/world.ts'
import { generatedRows } from '../testing/fixtures/document.ts'
import type { Engine } from './engine.ts'
import type { LoadPages } from './service.ts'

/**
 * Makes the rows that a fixture generates before anybody asks for them, in slices; health is not ready before. Whoever asks
 * meanwhile waits for the rest of them, and meets what they throw, which is why that is ignored here. Worlds that start
 * alike share the rows. What fits into one slice is left to the first who asks: most never do. With so many rows the pages
 * are loaded, too: reading them would hold up requests beside the first look.
 */
export async function prepareRows(
  { sandboxes, instance }: Pick<Engine, 'sandboxes' | 'instance'>,
  loadPages: LoadPages,
): Promise<void> {
  const { world } = sandboxes.look(DEFAULT_SANDBOX)
  if (generatedRows(world.fixture) <= SLICE) return
  instance.isReady = false
  // The first slice, too, comes after what the server does at once.
  await Promise.resolve()
  try {
    await inSlices(allRows(world))
    await loadPages()
  } catch {
    // Whoever asks for the rows meets it.
  } finally {
    instance.isReady = true
  }
}

function* allRows(world: World): Work<void> {
  for (const name of collections) yield* world.tables[name].load()
  yield* marketOf(world)
}
