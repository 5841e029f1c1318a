/** Names that were evicted, at most so many: the latest. */
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

  /** Whether it is one of them; then it is no more. */
  take(name: string): boolean {
    return this.#names.delete(name)
  }
}
