import type { Steps } from '../../kernel/steps.ts'
import type { Json } from '../../kernel/wire.ts'

/** Whether a child of a node is meant. */
type Test = (child: Json, steps: Steps) => boolean

/** What leads from a node to its children: a name or an index, or a test that they pass. */
type Selector = string | number | Test

/** A segment of a path: a descent looks at everything below, too. */
export interface Segment {
  readonly isDescent: boolean
  readonly selector: Selector
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
  readonly #names: string[] = []

  constructor(text: string) {
    this.#text = text
  }

  /** Every name that was read. */
  get names(): readonly string[] {
    return this.#names
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
    return { isDescent, selector: this.#takes('*') ? isAny : this.#name() }
  }

  /** One selector: with several in a segment the nodes could multiply from segment to segment. */
  #bracket(): Selector {
    this.#read(BLANKS)
    const selector = this.#takes('*') ? isAny : this.#takes('?') ? this.#filter() : this.#step()
    this.#read(BLANKS)
    this.#expect(']')
    return selector
  }

  #name(): string {
    const name = this.#read(NAME) ?? this.#fail('a name')
    this.#names.push(name)
    return name
  }

  #step(): string | number {
    const name = this.#quoted()
    if (name === undefined) return Number(this.#read(INDEX) ?? this.#fail('a name in quotes, an index, * or ?'))
    this.#names.push(name)
    return name
  }

  #filter(): Test {
    this.#read(BLANKS)
    const isWrapped = this.#takes('(')
    const anyOf = [this.#conditions()]
    while (this.#takes('||')) anyOf.push(this.#conditions())
    if (isWrapped) this.#expect(')')
    return (child, steps) => anyOf.some((all) => all.every((holds) => holds(child, steps)))
  }

  #conditions(): readonly Test[] {
    const all = [this.#condition()]
    while (this.#takes('&&')) all.push(this.#condition())
    return all
  }

  /** `@.name` exists, does not exist, or compares with a literal. */
  #condition(): Test {
    this.#read(BLANKS)
    const isNegated = this.#takes('!')
    const path = this.#pathWithin()
    this.#read(BLANKS)
    const valueIn = (child: Json, steps: Steps): Json | undefined => {
      steps.spend(1 + path.length)
      return path.reduce<Json | undefined>(childOf, child)
    }
    const operator = isNegated ? undefined : this.#read(OPERATOR)
    if (operator === undefined) return (child, steps) => (valueIn(child, steps) !== undefined) !== isNegated
    this.#read(BLANKS)
    const literal = this.#literal()
    this.#read(BLANKS)
    return (child, steps) => compares(valueIn(child, steps), operator, literal)
  }

  /** From the node that a filter looks at: names and indexes only. */
  #pathWithin(): readonly (string | number)[] {
    this.#expect('@')
    const path: (string | number)[] = []
    for (;;) {
      if (this.#takes('.')) path.push(this.#name())
      else if (this.#takes('[')) {
        path.push(this.#step())
        this.#expect(']')
      } else return path
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

const isAny: Test = () => true

/** Only numbers with numbers and texts with texts have an order. */
function compares(value: Json | undefined, operator: string, literal: Json): boolean {
  if (operator === '!=') return value !== literal
  if (value === literal) return operator.endsWith('=')
  const [before, after] = operator.startsWith('<') ? [value, literal] : [literal, value]
  const isPair =
    (typeof before === 'number' && typeof after === 'number') ||
    (typeof before === 'string' && typeof after === 'string')
  return operator !== '==' && isPair && before < after
}

/** Names lead into objects, indexes into lists; one below zero counts from the end. */
export function childOf(node: Json | undefined, step: string | number): Json | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  if (Array.isArray(node)) return typeof step === 'number' ? node.at(step) : undefined
  return typeof step === 'string' && Object.hasOwn(node, step) ? node[step] : undefined
}
