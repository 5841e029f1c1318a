import { isSchema } from '../contract/json-schema.ts'
import { fieldOf } from '../kernel/object.ts'
import { listedBy } from '../import/captured-answers.ts'
import type { Capture, Exchange } from './exchange.ts'
import { fieldDifferences } from './judge-fields.ts'

/** What captures show of one rule, or of the fields of one operation. */
export interface Verdict {
  /** The id of a rule, or `<operation> fields` and `<operation> status`, which no rule says. */
  readonly about: string
  readonly basis?: string
  readonly verdict: 'holds' | 'differs'
  /** How many answers show it. */
  readonly times: number
  readonly differences: readonly Difference[]
}

export interface Difference {
  readonly where: string
  readonly expected: string
  readonly seen: string
}

interface Documented {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly responses: Readonly<Record<string, unknown>>
}

interface ShownRule {
  readonly id: string
  readonly basis: string
  readonly error?: string
  readonly status: string
}

/** Holds the exchanges of captures against an OpenAPI document of the simulator. */
export class Judge {
  readonly #operations: readonly Documented[]
  readonly #components: Readonly<Record<string, unknown>>
  readonly #seen = new Map<string, { basis?: string; times: number; differences: Map<string, Difference> }>()
  /** Exchanges of no operation. */
  others = 0

  constructor(document: unknown) {
    const components = fieldOf(fieldOf(document, 'components'), 'schemas')
    this.#components = isSchema(components) ? components : {}
    this.#operations = entriesOf(fieldOf(document, 'paths')).flatMap(([path, item]) =>
      entriesOf(item).map(([method, each]) => ({
        id: String(fieldOf(each, 'x-sim-operation')),
        method: method.toUpperCase(),
        path,
        responses: Object.fromEntries(entriesOf(fieldOf(each, 'responses'))),
      })),
    )
  }

  /** Takes note of what a capture shows. */
  take({ exchanges, answers }: Capture): void {
    for (const each of exchanges) this.#exchange(each)
    for (const each of answers) this.#answer(each)
  }

  /** In the order of their names. */
  verdicts(): readonly Verdict[] {
    return [...this.#seen]
      .map(([about, { differences, ...rest }]) => ({
        about,
        ...rest,
        verdict: differences.size === 0 ? ('holds' as const) : ('differs' as const),
        differences: [...differences.values()],
      }))
      .toSorted((a, b) => (a.about < b.about ? -1 : 1))
  }

  /** The ids of the rules that refuse requests and that no answer shows. */
  notSeen(): readonly string[] {
    const ids = new Set(this.#operations.flatMap((each) => refusalsOf(each).map(({ id }) => id)))
    return [...ids].filter((id) => !this.#seen.has(id)).toSorted()
  }

  #exchange({ method, path, status, body, contentType }: Exchange): void {
    const found = this.#operations.filter((each) => each.method === method && takes(each.path, path))
    // A path that is spelled out comes before one with parameters.
    const operation = found.find((each) => !each.path.includes('{')) ?? found[0]
    if (operation === undefined) {
      this.others += 1
      return
    }
    const { id, responses } = operation
    if (status >= 400) {
      this.#refusal(operation, status, body)
      return
    }
    const response = responses[status]
    this.#note(
      `${id} status`,
      undefined,
      response === undefined && unlike(id, `status ${succeeds(operation)}`, `status ${status}`),
    )
    if (contentType !== undefined)
      this.#note(
        `${id} content type`,
        undefined,
        !/\bjson\b/i.test(contentType) && unlike(id, 'JSON', 'another content type'),
      )
    if (response !== undefined) this.#fields(operation, response, body)
  }

  #refusal(operation: Documented, status: number, body: unknown): void {
    const error = fieldOf(body, 'error')
    const rules = refusalsOf(operation)
    const name = error === undefined && status === 429 ? 'rate_limited' : error
    const same = rules.filter((rule) => rule.error === name)
    const exact = same.filter((rule) => rule.status === String(status))
    if (exact.length > 0) {
      // Which of several rules refused is not shown, so none of them is said to hold.
      const [only, ...more] = exact
      if (only !== undefined && more.length === 0) this.#note(only.id, only.basis, false)
      else this.#note(`${operation.id} refusal ${status}`, undefined, false)
      this.#fields(operation, operation.responses[status], body)
      return
    }
    const statuses = [...new Set(same.map((rule) => rule.status))].join(' or ')
    const expected = statuses === '' ? 'no such refusal' : `status ${statuses}`
    const [only, ...more] = same
    const isOne = only !== undefined && more.length === 0
    const code = isOne ? ` ${only.error}` : ''
    this.#note(
      isOne ? only.id : `${operation.id} refusal ${status}`,
      isOne ? only.basis : undefined,
      unlike(operation.id, expected, `status ${status}${code}`),
    )
  }

  #answer(body: unknown): void {
    const judged = this.#operations
      .filter(({ method, path }) => listedBy(method, path.replaceAll(/\{\w+\}/g, '1')) !== undefined)
      .map((operation) => {
        const response = operation.responses[succeeds(operation)]
        const differences = fieldDifferences(body, schemaOf(response), this.#components)
        // Another frame is a stronger sign of another operation than fields of rows are.
        const frame = differences.filter(({ where }) => /^\w*$/.test(where)).length
        const isOther = differences.some(({ where }) => where === '')
        return { operation, response, frame: isOther ? Infinity : frame, count: differences.length }
      })
      .toSorted((a, b) => Number(a.frame > b.frame) - Number(a.frame < b.frame) || a.count - b.count)
    const [best] = judged
    if (best === undefined) this.others += 1
    else this.#fields(best.operation, best.response, body)
  }

  #fields({ id }: Documented, response: unknown, body: unknown): void {
    const about = `${id} fields`
    if (body === undefined) {
      this.#note(about, undefined, unlike('body', 'JSON', 'none that is JSON'))
      return
    }
    const differences = fieldDifferences(body, schemaOf(response), this.#components)
    this.#note(about, undefined, ...differences)
  }

  #note(about: string, basis: string | undefined, ...differences: readonly (Difference | false)[]): void {
    const seen = this.#seen.get(about) ?? { basis, times: 0, differences: new Map<string, Difference>() }
    seen.times += 1
    for (const each of differences) if (each !== false) seen.differences.set(Object.values(each).join('\n'), each)
    this.#seen.set(about, seen)
  }
}

const unlike = (where: string, expected: string, seen: string): Difference => ({ where, expected, seen })

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isSchema(value) ? Object.entries(value) : []

const schemaOf = (response: unknown): unknown =>
  fieldOf(fieldOf(fieldOf(response, 'content'), 'application/json'), 'schema')

const succeeds = ({ responses }: Documented): string => Object.keys(responses).find((each) => each < '400') ?? '200'

const takes = (template: string, path: string): boolean => {
  const parts = template.replace(/\/$/, '').split('/')
  const given = path.replace(/\/$/, '').split('/')
  return parts.length === given.length && parts.every((part, index) => part.startsWith('{') || part === given[index])
}

const refusalsOf = ({ responses }: Documented): readonly ShownRule[] =>
  Object.entries(responses).flatMap(([status, response]) => {
    const rules: unknown = fieldOf(response, 'x-sim-rules')
    return (Array.isArray(rules) ? rules : []).flatMap((rule: unknown) => {
      const error = fieldOf(rule, 'error')
      return typeof error === 'string'
        ? [{ id: String(fieldOf(rule, 'id')), basis: String(fieldOf(rule, 'basis')), error, status }]
        : []
    })
  })
