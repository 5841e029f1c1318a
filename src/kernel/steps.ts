/** Thrown where an evaluation needs more steps than it may take. */
export class TooManyStepsError extends Error {}

/** What a look finds; undefined where it needs more steps than are left. */
export function withinSteps<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if (error instanceof TooManyStepsError) return undefined
    throw error
  }
}

/** A budget of steps of some 20 ns each, so that an expensive pattern or filter cannot keep the server busy. */
export class Steps {
  #left: number

  constructor(max: number) {
    this.#left = max
  }

  /** @throws TooManyStepsError once more is spent than there was; so does every later step */
  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new TooManyStepsError('is too large to be looked at')
  }
}
