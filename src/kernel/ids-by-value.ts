/** The ids of rows, by the value that they have in a field. */
export class IdsByValue {
  readonly #ids = new Map<unknown, number[]>()

  get(value: unknown): readonly number[] | undefined {
    return this.#ids.get(value)
  }

  add(value: unknown, id: number): void {
    const ids = this.#ids.get(value)
    if (ids === undefined) this.#ids.set(value, [id])
    else ids.push(id)
  }

  remove(value: unknown, id: number): void {
    const ids = this.#ids.get(value)
    if (ids === undefined) return
    if (ids.length > 1) ids.splice(ids.indexOf(id), 1)
    else this.#ids.delete(value)
  }
}
