import { unknownHeader } from '../kernel/simulator-headers.ts'

/** The header lines of a request. */
export class HeaderLines {
  /** As they came: names and values in turn. */
  readonly raw: readonly string[]
  /** What to say of a header that is nearly one of the simulator's. */
  readonly hint: string | undefined

  constructor(raw: readonly string[]) {
    this.raw = raw
    this.hint = unknownHeader(raw)
  }

  /** A value by its name in lower case, as `Headers` gives it: lines of one name are joined. */
  value(name: string): string | null {
    const values = this.raw.filter((_, at) => at % 2 === 1 && this.raw[at - 1]?.toLowerCase() === name)
    return values.length === 0 ? null : values.join(', ')
  }
}
