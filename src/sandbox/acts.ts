/** What somebody did to a world between its exchanges. */
export interface Act {
  /** As `fault slow added`. */
  readonly text: string
  /** The number of the last exchange that had begun by then; 0 before the first. */
  readonly after: number
  /** Unix milliseconds of the sandbox's clock once it was done. */
  readonly atMs: number
}

/** Older ones are dropped. */
const MAX_ACTS = 200
const MAX_ACT_CHARACTERS = 200

/** The control calls that changed a world, for whoever reads its journal. */
export class Acts {
  #acts: readonly Act[] = []

  note({ text, ...when }: Act): void {
    this.#acts = [...this.#acts, { text: text.slice(0, MAX_ACT_CHARACTERS), ...when }].slice(-MAX_ACTS)
  }

  /** Oldest first. */
  list(): readonly Act[] {
    return this.#acts
  }

  /** A list that goes on from here, or from before an exchange. */
  fork(before = Infinity): Acts {
    const copy = new Acts()
    copy.#acts = this.#acts.filter(({ after }) => after < before)
    return copy
  }
}
