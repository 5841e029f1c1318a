import { bytesOfScenario, fixtureBytes, generatedBytes } from '../testing/fixtures/document-bytes.ts'
import type { Documents } from './world.ts'

/** What worlds are made from, counted once where they share it. */
export class CountedDocuments {
  readonly #seen = new Set<object>()
  bytes = 0

  add({ start, fixture, invention }: Documents): void {
    for (const each of [start.fixture, fixture]) if (this.#isNew(each)) this.bytes += fixtureBytes(each)
    if (this.#isNew(invention)) this.bytes += generatedBytes(fixture)
    if (start.scenario !== undefined && this.#isNew(start.scenario)) this.bytes += bytesOfScenario(start.scenario)
  }

  #isNew(document: object): boolean {
    if (this.#seen.has(document)) return false
    this.#seen.add(document)
    return true
  }
}
