import { refusalsOf } from '../contract/refusal-schemas.ts'
import type { ShownAnswer } from '../kernel/claim.ts'
import { fieldOf } from '../kernel/object.ts'
import type { Operation } from '../kernel/operation.ts'
import type { Choice, Rule } from '../kernel/rule.ts'
import { listedBy } from '../import/captured-answers.ts'
import { operations, operationsUnder } from '../marketplace/routes.ts'
import type { Answer, Capture, Exchange } from './exchange.ts'
import { notesOnClaims, shownAnswer } from './judge-claims.ts'
import { fieldDifferences } from './judge-fields.ts'
import { operationFor, type Published } from './published.ts'
import { unlike, type Verdict, Verdicts } from './verdicts.ts'
import { catalogue } from '../marketplace/catalogue.ts'

/** Answers that claims about several exchanges look back at. */
const MAX_EARLIER = 200

/** Holds the exchanges of captures against the interface as it is published. */
export class Judge {
  readonly #published: Published
  readonly #verdicts = new Verdicts()
  #earlier: { readonly caller: string | undefined; readonly answer: ShownAnswer }[] = []
  /** Exchanges of no operation. */
  others = 0

  constructor(published: Published) {
    this.#published = published
  }

  /** Takes note of what a capture shows. @returns the part of it that shows something new */
  take({ exchanges, answers, continues }: Capture): Capture {
    if (continues !== true) this.#earlier = []
    return {
      exchanges: exchanges.flatMap((exchange) => {
        const { caller } = exchange
        const before = this.#earlier.flatMap((each) => (each.caller === caller ? [each.answer] : []))
        const each = exchange.earlier === undefined ? { ...exchange, earlier: before } : exchange
        return this.#exchange(each) ? [each] : []
      }),
      answers: answers.filter((each) => this.#answer(each)),
    }
  }

  verdicts(): readonly Verdict[] {
    return this.#verdicts.list()
  }

  /** The ids of the rules that refuse requests and that no answer shows. */
  notSeen(): readonly string[] {
    const { rules } = this.#published
    const ids = new Set(operationsUnder(rules).flatMap((each) => refusalsOf(each, rules).map(({ id }) => id)))
    return [...ids].filter((id) => !this.#verdicts.has(id)).toSorted()
  }

  #exchange(exchange: Exchange): boolean {
    const { method, path, status, body, contentType, atMs } = exchange
    const found = operationFor(method, path)
    if (found === undefined) {
      this.others += 1
      return false
    }
    const { operation, availability, lacksSlash } = found
    const error = fieldOf(body, 'error')
    const isOfPath = status === 404 && (error === undefined || error === catalogue['routing.unknown-path'].error)
    const isThere = status < 300 || (status >= 400 && !isOfPath)
    const notes: boolean[] = []
    if (availability !== undefined)
      notes.push(this.#choice(operation, availability, isThere ? 'served' : 'absent', atMs))
    if (lacksSlash)
      notes.push(this.#choice(operation, catalogue['routing.trailing-slash'], slashBehind(status, isThere), atMs))
    const isServed = availability === undefined || this.#published.rules.chosen(availability) === 'served'
    if (!isServed || (!isThere && notes.length > 0)) return notes.includes(true)
    if (status >= 400) return [...notes, this.#refusal(operation, exchange)].includes(true)
    const { refusedBy } = exchange
    if (refusedBy !== undefined && status < 300) {
      const { status: refused, error } = this.#published.rules.of(refusedBy)
      const differences = [unlike(operation.id, `${refused} ${error}`, `status ${status}`)]
      return [...notes, this.#verdicts.note({ about: refusedBy, atMs, differences })].includes(true)
    }
    const expected = this.#published.successStatus(operation)
    const { success } = operation
    notes.push(
      this.#verdicts.note({
        about: success ?? `${operation.id} status`,
        atMs,
        differences: [status !== expected && unlike(operation.id, `status ${expected}`, `status ${status}`)],
        suggested: status !== expected && success !== undefined && status < 300 && { value: status },
      }),
    )
    if (contentType !== undefined)
      notes.push(
        this.#verdicts.note({
          about: `${operation.id} content type`,
          atMs,
          differences: [!/\bjson\b/i.test(contentType) && unlike(operation.id, 'JSON', 'another content type')],
        }),
      )
    if (status < 300) {
      notes.push(this.#fields(operation, expected, body, atMs))
      if (exchange.unlike !== undefined)
        notes.push(this.#verdicts.note({ about: `${operation.id} values`, atMs, differences: exchange.unlike }))
      const answer = shownAnswer(operation, body, exchange)
      notes.push(this.#claims(answer, exchange.earlier ?? [], atMs))
      this.#earlier.push({ caller: exchange.caller, answer })
      if (this.#earlier.length > MAX_EARLIER) this.#earlier.shift()
    }
    return notes.includes(true)
  }

  #claims(answer: ShownAnswer, earlier: readonly ShownAnswer[], atMs?: number): boolean {
    const notes = notesOnClaims(answer, earlier, this.#published.rules)
    return notes.map((note) => this.#verdicts.note({ ...note, atMs })).includes(true)
  }

  #choice({ id }: Operation, choice: Choice, seen: string, atMs: number | undefined): boolean {
    const expected = this.#published.rules.chosen(choice)
    const isOther = seen !== expected
    return this.#verdicts.note({
      about: choice,
      atMs,
      differences: [isOther && unlike(id, expected, seen)],
      suggested: isOther && seen,
    })
  }

  #refusal(operation: Operation, { status, body, atMs, refusedBy }: Exchange): boolean {
    const { rules } = this.#published
    const error = fieldOf(body, 'error')
    const name = error === undefined && status === 429 ? 'rate_limited' : error
    const same = refusalsOf(operation, rules).filter((rule) => rules.of(rule).error === name)
    if (refusedBy !== undefined) {
      const form = rules.of(refusedBy)
      const code = typeof name === 'string' && /^[a-z][a-z0-9_]{1,40}$/.test(name) ? name : undefined
      const isSame = form.status === status && (form.error === name || error === undefined)
      const seen = unlike(operation.id, `${form.status} ${form.error}`, `${status} ${code ?? 'without a code'}`)
      const suggested = !isSame && refusalAs(refusedBy, status, code === form.error ? undefined : code)
      const isNew = this.#verdicts.note({ about: refusedBy, atMs, differences: [!isSame && seen], suggested })
      return (isSame && this.#fields(operation, status, body, atMs)) || isNew
    }
    const exact = same.filter((rule) => rules.of(rule).status === status)
    // Which of several rules refused is not shown, so none of them is said to hold.
    const one = only(exact) ?? (exact.length === 0 ? only(same) : undefined)
    const about = one ?? `${operation.id} refusal ${status}`
    if (exact.length > 0) {
      const isNew = this.#verdicts.note({ about, atMs })
      return this.#fields(operation, status, body, atMs) || isNew
    }
    const statuses = [...new Set(same.map((rule) => rules.of(rule).status))].join(' or ')
    const expected = statuses === '' ? 'no such refusal' : `status ${statuses}`
    const code = one === undefined ? '' : ` ${rules.of(one).error}`
    const differences = [unlike(operation.id, expected, `status ${status}${code}`)]
    return this.#verdicts.note({ about, atMs, differences, suggested: one !== undefined && refusalAs(one, status) })
  }

  #answer({ collection, body }: Answer): boolean {
    const { rules, components } = this.#published
    const listing = operations.filter(
      ({ method, path }) => listedBy(method, path.replaceAll(/\{\w+\}/g, '1')) === collection,
    )
    const absent = listing.find(
      ({ availability }) => availability !== undefined && rules.chosen(availability) === 'absent',
    )
    const served = listing.filter(({ id }) => operationsUnder(rules).some((each) => each.id === id))
    const judged = served
      .map((operation) => {
        const status = this.#published.successStatus(operation)
        const differences = fieldDifferences(body, this.#published.schema(operation, status), components)
        // Another frame is a stronger sign of another operation than fields of rows are.
        const frame = differences.filter(({ where }) => /^\w*$/.test(where)).length
        const isOther = differences.some(({ where }) => where === '')
        const isOne = differences.some(({ expected, seen }) => expected === 'array' && seen === 'object')
        return { operation, status, frame: isOther ? Infinity : frame, count: differences.length, isOne }
      })
      .toSorted((a, b) => Number(a.frame > b.frame) - Number(a.frame < b.frame) || a.count - b.count)
    const [best] = judged
    // One row where a list is expected is the answer of an operation for one row.
    if (absent?.availability !== undefined && best?.isOne !== false)
      return this.#choice(absent, absent.availability, 'served', undefined)
    if (best === undefined) return false
    const isNew = this.#fields(best.operation, best.status, body)
    return this.#claims(shownAnswer(best.operation, body), []) || isNew
  }

  #fields(operation: Operation, status: number, body: unknown, atMs?: number): boolean {
    const schema = this.#published.schema(operation, status)
    const differences =
      body === undefined
        ? [unlike('body', 'JSON', 'none that is JSON')]
        : fieldDifferences(body, schema, this.#published.components)
    return this.#verdicts.note({ about: `${operation.id} fields`, atMs, differences })
  }
}

/** What became of a path without its slash. */
function slashBehind(status: number, isThere: boolean): string {
  if (status >= 300 && status < 400) return status === 301 || status === 308 ? 'redirects-permanently' : 'redirects'
  return isThere ? 'optional' : 'required'
}

const only = <T>([first, ...more]: readonly T[]): T | undefined => (more.length === 0 ? first : undefined)

/** The alternative of a refusal with this status and code, or what is different. */
function refusalAs(rule: Rule, status: number, code?: string): { choice: string } | { status: number; code?: string } {
  const named = Object.entries(rule.alternatives ?? {}).find(
    ([, each]) => each.status === status && (code === undefined || (each.error ?? code) === code),
  )
  return named === undefined ? { status, ...(code !== undefined && { code }) } : { choice: named[0] }
}
