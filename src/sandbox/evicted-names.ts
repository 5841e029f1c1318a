/** The names of the sandboxes that were evicted last. */
export class EvictedNames {
  readonly #max: number
  readonly #names = new Set<string>()

  constructor(max: number) {
    this.#max = max
  }

  add(name: string): void {
    this.#names.delete(name)
    this.#names.add(name)
    const [oldest] = this.#names
    if (this.#names.size > this.#max && oldest !== undefined) this.#names.delete(oldest)
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** Removes a name. @returns whether it was there */
  take(name: string): boolean {
    return this.#names.delete(name)
  }
}
