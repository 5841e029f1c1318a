import { describeUnknownHeader } from '../kernel/simulator-headers.ts'

/** The header lines of a request. */
export class HeaderLines {
  /** As they came: names and values in turn. */
  readonly raw: readonly string[]
  /** What to say of a header that is nearly one of the simulator's. */
  readonly hint: string | undefined
  readonly #values = new Map<string, string>()

  constructor(raw: readonly string[]) {
    this.raw = raw
    for (let at = 0; at < raw.length; at += 2) {
      const name = raw[at]?.toLowerCase() ?? ''
      const before = this.#values.get(name)
      this.#values.set(name, before === undefined ? (raw[at + 1] ?? '') : `${before}, ${raw[at + 1]}`)
    }
    this.hint = describeUnknownHeader(raw)
  }

  /** A value by its name in lower case, as `Headers` gives it: lines of one name are joined. */
  value(name: string): string | null {
    return this.#values.get(name) ?? null
  }
}
