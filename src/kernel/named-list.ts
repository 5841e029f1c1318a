import type { Cell } from './cell.ts'

/** Entries in order, of which no two have the same name. */
export class NamedList<Entry extends { readonly name: string }> {
  readonly #cell: Cell<readonly Entry[]>

  constructor(cell: Cell<readonly Entry[]>) {
    this.#cell = cell
  }

  protected get entries(): readonly Entry[] {
    return this.#cell.value
  }

  protected set entries(entries: readonly Entry[]) {
    this.#cell.value = entries
  }

  /** Adds an entry, or replaces the one of its name in its place. */
  protected put(entry: Entry): void {
    const place = this.names().indexOf(entry.name)
    this.entries = place === -1 ? [...this.entries, entry] : this.entries.with(place, entry)
  }

  /** False when there is none by that name. */
  remove(name: string): boolean {
    const before = this.entries.length
    this.entries = this.entries.filter((entry) => entry.name !== name)
    return this.entries.length < before
  }

  /** Removes all. @returns their names */
  clear(): readonly string[] {
    const names = this.names()
    this.entries = []
    return names
  }

  names(): readonly string[] {
    return this.entries.map(({ name }) => name)
  }
}
