/** Listeners by the name of a sandbox that is not there yet. */
export class AwaitedNames {
  readonly #listeners = new Map<string, Set<() => void>>()

  /** Calls back once, when a sandbox of that name comes, unless it is told to stop. */
  await(name: string, listener: () => void): () => void {
    const stop = (): void => {
      const waiting = this.#listeners.get(name)
      waiting?.delete(once)
      if (waiting?.size === 0) this.#listeners.delete(name)
    }
    const once = (): void => {
      stop()
      listener()
    }
    this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(once))
    return stop
  }

  came(name: string): void {
    for (const tell of this.#listeners.get(name) ?? []) tell()
  }
}
