import { bytesOfScenario, fixtureBytes, generatedBytes } from '../testing/fixtures/document-bytes.ts'
import type { WorldSources } from './world.ts'

/** The memory that the documents of several worlds take: a document that they share counts once. */
export class CountedDocuments {
  readonly #seen = new WeakSet<object>()

  /** The bytes of those documents of a world that were not counted yet. */
  bytesOfNew(world: WorldSources): number {
    return [...this.#newOf(world).values()].reduce((sum, bytes) => sum + bytes, 0)
  }

  /** Counts the documents of a world. @returns the bytes of those that were not counted yet */
  add(world: WorldSources): number {
    const bytes = this.bytesOfNew(world)
    for (const document of this.#newOf(world).keys()) this.#seen.add(document)
    return bytes
  }

  #newOf({ config, fixture, invention }: WorldSources): ReadonlyMap<object, number> {
    const { scenario } = config
    const found = new Map<object, number>()
    for (const each of [config.fixture, fixture]) if (!this.#seen.has(each)) found.set(each, fixtureBytes(each))
    if (!this.#seen.has(invention)) found.set(invention, generatedBytes(fixture))
    if (scenario !== undefined && !this.#seen.has(scenario)) found.set(scenario, bytesOfScenario(scenario))
    return found
  }
}

/** Counts the documents of all worlds, each with the first that has it. */
export function countDocuments<Owner extends { readonly worlds: readonly WorldSources[] }>(owners: readonly Owner[]) {
  const documents = new CountedDocuments()
  const bytesOf = new Map(
    owners.map((owner) => [owner, owner.worlds.reduce((sum, world) => sum + documents.add(world), 0)]),
  )
  return { documents, bytesOf }
}
