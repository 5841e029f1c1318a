import { bytesOfScenario, fixtureBytes, generatedBytes } from '../testing/fixtures/document-bytes.ts'
import type { WorldSources } from './world.ts'

/** The memory that the documents of several worlds take: a document that they share counts once. */
export class CountedDocuments {
  readonly #seen = new Set<object>()
  bytes = 0

  add({ config, fixture, invention }: WorldSources): void {
    for (const each of [config.fixture, fixture]) if (this.#isNew(each)) this.bytes += fixtureBytes(each)
    if (this.#isNew(invention)) this.bytes += generatedBytes(fixture)
    if (config.scenario !== undefined && this.#isNew(config.scenario)) this.bytes += bytesOfScenario(config.scenario)
  }

  #isNew(document: object): boolean {
    if (this.#seen.has(document)) return false
    this.#seen.add(document)
    return true
  }
}
