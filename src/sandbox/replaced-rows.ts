import { bytesOfRows, bytesReplaced, changedRows } from '../marketplace/tables.ts'
import type { RowSets } from '../marketplace/collections.ts'
import type { Fixture } from '../testing/fixtures/document.ts'
import { fixtureBytes, generatedBytes } from './documents.ts'
import type { Journal } from '../testing/journal/journal.ts'

/** What the rows may take that control calls and a timeline replaced, and exchanges keep with the worlds before them. */
export const MAX_REPLACED_BYTES = 1024 * 1024

/** Counts the rows that only the worlds before exchanges keep. Those that exchanges replaced count with each of them. */
export class ReplacedRows {
  readonly #journal: Journal
  /** The rows when an exchange last began or changed some. */
  #seen: RowSets
  #bytes = 0

  constructor(journal: Journal, rows: RowSets) {
    this.#journal = journal
    this.#seen = rows
  }

  /**
   * Counts what came since rows were last seen.
   * @param seen the rows to go on from: those that an exchange changed count with it
   */
  count(rows: RowSets, seen = rows): void {
    if (rows !== this.#seen) this.#keep(bytesReplaced(changedRows(this.#seen, rows)))
    this.#seen = seen
  }

  /** Counts the rows that an import replaces: those of an earlier import, and those that were put since. */
  countImport(fixture: Fixture | undefined, rows: RowSets, imported: RowSets): void {
    const brought = fixture === undefined ? 0 : fixtureBytes(fixture) + generatedBytes(fixture)
    this.#keep(brought + bytesOfRows(rows))
    this.#seen = imported
  }

  #keep(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes <= MAX_REPLACED_BYTES) return
    this.#bytes = 0
    this.#journal.forgetWorlds()
  }
}
