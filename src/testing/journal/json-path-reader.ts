/** What leads from a node to others. */
export type Selector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'all' }
  /** Any of the lists of conditions holds in full. */
  | { readonly kind: 'filter'; readonly anyOf: readonly (readonly Condition[])[] }

/** A segment of a path: a descent looks at everything below, too. */
export interface Segment {
  readonly isDescent: boolean
  readonly selector: Selector
}

const operators = ['==', '!=', '<', '<=', '>', '>='] as const
type Comparison = (typeof operators)[number]

/** `@.name` exists, does not exist, or compares with a literal. */
export interface Condition {
  /** Names and indexes. */
  readonly path: readonly (string | number)[]
  readonly isNegated: boolean
  readonly comparison?: { readonly operator: Comparison; readonly value: string | number | boolean | null }
}

const NAME = /[A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*/uy
const QUOTED = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/uy
const INDEX = /0|-?[1-9]\d{0,14}/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
const OPERATOR = /==|!=|<=|>=|<|>/y
const BLANKS = /[ \t\r\n]*/y

/** Reads a path from left to right, without ever going back. */
export class JsonPathReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** @throws SyntaxError */
  segments(): readonly Segment[] {
    this.#expect('$')
    const segments: Segment[] = []
    while (this.#at < this.#text.length) segments.push(this.#segment())
    return segments
  }

  #segment(): Segment {
    const isDescent = this.#takes('..')
    if (this.#takes('[')) return { isDescent, selector: this.#bracket() }
    if (!isDescent) this.#expect('.')
    if (this.#takes('*')) return { isDescent, selector: { kind: 'all' } }
    return { isDescent, selector: { kind: 'name', name: this.#read(NAME) ?? this.#fail('a name') } }
  }

  /** One selector: with several in a segment the nodes could multiply from segment to segment. */
  #bracket(): Selector {
    this.#read(BLANKS)
    const selector = this.#selector()
    this.#read(BLANKS)
    this.#expect(']')
    return selector
  }

  #selector(): Selector {
    if (this.#takes('*')) return { kind: 'all' }
    if (this.#takes('?')) return { kind: 'filter', anyOf: this.#filter() }
    const step = this.#step()
    return typeof step === 'string' ? { kind: 'name', name: step } : { kind: 'index', index: step }
  }

  #step(): string | number {
    return this.#quoted() ?? Number(this.#read(INDEX) ?? this.#fail('a name in quotes, an index, * or ?'))
  }

  #filter(): readonly (readonly Condition[])[] {
    this.#read(BLANKS)
    const isWrapped = this.#takes('(')
    const anyOf = [this.#conditions()]
    while (this.#takes('||')) anyOf.push(this.#conditions())
    if (isWrapped) this.#expect(')')
    return anyOf
  }

  #conditions(): readonly Condition[] {
    const all = [this.#condition()]
    while (this.#takes('&&')) all.push(this.#condition())
    return all
  }

  #condition(): Condition {
    this.#read(BLANKS)
    const isNegated = this.#takes('!')
    const path = this.#pathWithin()
    this.#read(BLANKS)
    const operator = isNegated ? undefined : this.#read(OPERATOR)
    if (operator === undefined) return { path, isNegated }
    this.#read(BLANKS)
    const value = this.#literal()
    this.#read(BLANKS)
    return { path, isNegated, comparison: { operator: asOperator(operator), value } }
  }

  /** From the node that a filter looks at: names and indexes only. */
  #pathWithin(): readonly (string | number)[] {
    this.#expect('@')
    const steps: (string | number)[] = []
    for (;;) {
      if (this.#takes('.')) steps.push(this.#read(NAME) ?? this.#fail('a name'))
      else if (this.#takes('[')) {
        steps.push(this.#step())
        this.#expect(']')
      } else return steps
    }
  }

  #literal(): string | number | boolean | null {
    const text = this.#quoted()
    if (text !== undefined) return text
    const word = this.#read(WORD)
    if (word !== undefined) return word === 'null' ? null : word === 'true'
    return Number(this.#read(NUMBER) ?? this.#fail('a text in quotes, a number, true, false or null'))
  }

  #quoted(): string | undefined {
    const written = this.#read(QUOTED)
    if (written === undefined) return undefined
    const inner = written.slice(1, -1)
    const json = inner.replaceAll(/\\(.)|"/gsu, (each, escaped?: string) =>
      escaped === undefined ? String.raw`\"` : escaped === "'" ? "'" : each,
    )
    return String(JSON.parse(`"${json}"`))
  }

  #read(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const [read] = pattern.exec(this.#text) ?? []
    this.#at += read?.length ?? 0
    return read
  }

  #takes(text: string): boolean {
    const isNext = this.#text.startsWith(text, this.#at)
    if (isNext) this.#at += text.length
    return isNext
  }

  #expect(text: string): void {
    if (!this.#takes(text)) this.#fail(text)
  }

  #fail(wanted: string): never {
    throw new SyntaxError(`${wanted} is expected at character ${this.#at + 1}`)
  }
}

const asOperator = (text: string): Comparison => operators.find((each) => each === text) ?? '=='
