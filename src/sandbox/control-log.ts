/** What somebody did to a world between its exchanges. */
export interface ControlLogEntry {
  /** As `fault slow added`. */
  readonly text: string
  /** The number of the last exchange that had begun by then; 0 before the first. */
  readonly after: number
  /** Unix milliseconds of the sandbox's clock once it was done. */
  readonly atMs: number
}

/** Older ones are dropped. */
const MAX_ENTRIES = 200
const MAX_ENTRY_CHARACTERS = 200

/** The control calls that changed a world, for readers of its journal. */
export class ControlLog {
  #entries: readonly ControlLogEntry[] = []

  note({ text, ...when }: ControlLogEntry): void {
    this.#entries = [...this.#entries, { text: text.slice(0, MAX_ENTRY_CHARACTERS), ...when }].slice(-MAX_ENTRIES)
  }

  /** Oldest first. */
  list(): readonly ControlLogEntry[] {
    return this.#entries
  }

  /** A list that goes on from here, or from before an exchange. */
  fork(before = Infinity): ControlLog {
    const copy = new ControlLog()
    copy.#entries = this.#entries.filter(({ after }) => after < before)
    return copy
  }
}
