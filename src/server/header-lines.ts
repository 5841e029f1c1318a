import { unknownHeader } from '../kernel/simulator-headers.ts'

/** The header lines of a request. Clients repeat theirs, so what was looked for in them is kept. */
export class HeaderLines {
  /** As they came: names and values in turn. */
  readonly raw: readonly string[]
  /** What to say of a header that is nearly one of the simulator's. */
  readonly hint: string | undefined
  readonly #values = new Map<string, string | null>()

  constructor(raw: readonly string[]) {
    this.raw = raw
    this.hint = unknownHeader(raw)
  }

  /** A value by its name in lower case, as `Headers` gives it: lines of one name are joined. */
  value(name: string): string | null {
    let value = this.#values.get(name)
    if (value === undefined) {
      value = this.#joined(name)
      this.#values.set(name, value)
    }
    return value
  }

  /** Whether a request brings the same lines. */
  isOf(raw: readonly string[]): boolean {
    return raw.length === this.raw.length && raw.every((line, at) => line === this.raw[at])
  }

  #joined(name: string): string | null {
    let value: string | undefined
    for (let at = 0; at + 1 < this.raw.length; at += 2) {
      if (this.raw[at]?.length !== name.length || this.raw[at]?.toLowerCase() !== name) continue
      value = value === undefined ? this.raw[at + 1] : `${value}, ${this.raw[at + 1]}`
    }
    return value ?? null
  }
}
