import { useEffect, useState } from 'preact/hooks'

/** A value of the whole page: what uses it is drawn again when it is set. */
export class Store<Value extends object | string | number | undefined> {
  readonly #listeners = new Set<(value: Value) => void>()
  #value: Value

  constructor(value: Value) {
    this.#value = value
  }

  get value(): Value {
    return this.#value
  }

  set value(value: Value) {
    this.#value = value
    for (const listener of this.#listeners) listener(value)
  }

  /** @returns what ends it */
  follow(listener: (value: Value) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  use(): Value {
    const [value, setValue] = useState(this.#value)
    useEffect(() => this.follow(setValue), [])
    return value
  }
}
