import { z } from 'zod'
import type { Operation } from '../../kernel/operation.ts'
import { fieldOf } from '../../kernel/object.ts'
import { nearest } from '../../kernel/nearest.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { observedRules } from '../../kernel/rules-in-force.ts'
import type { RefusalRule } from '../../kernel/rule.ts'
import { Trace } from '../../kernel/trace.ts'
import type { Sim } from '../sim.ts'
import { check, firstProblem, type Problem, problemText, withoutNulls } from '../../kernel/wire.ts'
import type { UserRow } from '../users/collections.ts'
import { request } from './rules.ts'

/** The parts of a request, parsed as JSON but not yet checked. */
export interface RawInput {
  readonly params: object
  readonly query: object
  readonly body: object
}

/** Parameters, query or body of a request that has none: what a schema makes of it is made once. */
export const nothing: Readonly<Record<string, never>> = Object.freeze({})

interface Input<Params, Query, Body extends object> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
}

/** What a schema makes of query or body, and the names in it that nobody reads. */
interface Part<T> {
  readonly data: T
  readonly unread: readonly string[]
}

/** A request that was checked, and the names in it that nobody reads. */
interface Read<Params, Query, Body extends object> {
  readonly input: Input<Params, Query, Body>
  readonly unread: readonly string[]
}

type Handle<Params, Query, Body extends object> = (
  sim: Sim,
  user: UserRow,
  input: Input<Params, Query, Body>,
) => unknown

/** An operation and the function that carries it out. */
export interface Route {
  readonly operation: Operation
  /**
   * @returns the result, or the Refusal when the input is invalid or the service says no
   */
  readonly run: (sim: Sim, user: UserRow, raw: RawInput) => unknown
}

/** Puts what a client sent into the form of the contract, where the rules in force read it otherwise; it applies them. */
export type Adapt = (sim: Sim, raw: RawInput) => RawInput

/**
 * Joins an operation with its domain function, which is called with checked input only.
 * @param adapt is given the input before nulls are taken out of the body
 */
export function route<Params, Query, Body extends object>(
  operation: Operation<Params, Query, Body>,
  handle: Handle<Params, Query, Body>,
  adapt: Adapt = (_, raw) => raw,
): Route {
  const ruleOf = (problem: Problem, isAbsent: boolean): RefusalRule => {
    const field = String(problem.path[0])
    return (
      (isAbsent ? ownRule(operation.missing, field) : undefined) ??
      (problem.code === 'too_big' ? ownRule(operation.above, field) : undefined) ??
      (problem.code === 'invalid_type' ? undefined : ownRule(operation.outside, field)) ??
      ownRule(operation.invalid, field) ??
      request.wrongField
    )
  }
  const part = <T>(schema: z.ZodType<T>, value: object): Part<T> | Refusal => {
    const result = schema.safeParse(value)
    if (result.success) return { data: result.data, unread: unknownFields(value, result.data) }
    const problem = firstProblem(result.error)
    if (problem === undefined) throw result.error
    const field = String(problem.path[0])
    const absent = !Object.hasOwn(value, field)
    const rule = ruleOf(problem, absent)
    return refuse(rule, absent ? `${field}: is missing` : problemText(problem), misspeltHint(value, schema))
  }
  /** The name of an unknown field, with the one that was probably meant. */
  const told = (name: string): string => {
    const within = name.slice(0, name.lastIndexOf('.') + 1)
    const known = [operation.body, operation.query].flatMap((schema) => namesIn(schema, within.split('.').slice(0, -1)))
    const [meant] = nearest(name.slice(within.length), known)
    return `${name.slice(0, 64)}${meant === undefined ? '' : ` (${within}${meant}?)`}`
  }
  const bounds = [operation.above, operation.outside, operation.invalid].flatMap((each) => Object.values(each ?? {}))
  const read = (sim: Sim, sentRaw: RawInput): Read<Params, Query, Body> | Refusal => {
    const raw = adapt(sim, sentRaw)
    const sent = withoutNulls(raw.body)
    if (sent !== raw.body) sim.trace.apply(request.nullIsAbsent)
    const params = part(operation.params, raw.params)
    if (params instanceof Refusal) return params
    const under = operation.under?.(sim.rules)
    const query = part(under?.query ?? operation.query, raw.query)
    if (sim.trace.repeated.some((name) => query instanceof Refusal || !query.unread.includes(name)))
      sim.trace.apply(request.repeatedParameter)
    if (query instanceof Refusal) return query
    const body = part(under?.body ?? operation.body, sent)
    if (body instanceof Refusal) return body
    // A body that only a chosen value of a rule lets through names the rule.
    if (bounds.some((rule) => sim.rules.of(rule).value !== rule.value))
      for (const problem of check(operation.body, sent).problems) {
        const rule = ruleOf(problem, false)
        if (sim.rules.of(rule).value !== rule.value) sim.trace.applyAlone(rule)
      }
    return {
      input: { params: params.data, query: query.data, body: body.data },
      unread: query.unread.length === 0 ? body.unread : [...body.unread, ...query.unread],
    }
  }
  /** The names that the dialect observed does not read either; all where it refuses the request. */
  const unreadIfObserved = (sim: Sim, raw: RawInput): readonly string[] => {
    const { unread } = sim.trace
    if (sim.rules === observedRules) return unread
    const seen = read({ ...sim, rules: observedRules, trace: new Trace(operation.rules, observedRules) }, raw)
    return seen instanceof Refusal ? unread : seen.unread
  }
  const handled: typeof handle = (sim, user, input) => {
    try {
      return handle(sim, user, input)
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }
  const { refusalFields } = operation
  const run: Route['run'] = (sim, user, raw) => {
    const seen = read(sim, raw)
    if (seen instanceof Refusal) return seen
    const { input, unread } = seen
    sim.trace.unread = unread
    if (unread.length > 0) {
      sim.trace.apply(request.unknownFieldIgnored)
      sim.trace.addHint(unreadHint(unread, unreadIfObserved(sim, raw), told))
    }
    const result = handled(sim, user, input)
    if (operation.success !== undefined && !(result instanceof Refusal)) sim.trace.apply(operation.success)
    return result
  }
  return { operation, run: refusalFields === undefined ? run : withFields(run, refusalFields) }
}

/** The same, where refusals show parameters of the path, too. */
const withFields =
  (run: Route['run'], { choice, fields }: NonNullable<Operation['refusalFields']>): Route['run'] =>
  (sim, user, raw) => {
    const result = run(sim, user, raw)
    if (!(result instanceof Refusal) || !sim.rules.shapes(choice)) return result
    const shown = Object.entries(fields).map(([name, param]) => [name, Number(Reflect.get(raw.params, param))] as const)
    if (!shown.every(([, value]) => Number.isSafeInteger(value))) return result
    sim.trace.apply(choice)
    return new Refusal(result.rule, result.message, result.hint, Object.fromEntries(shown))
  }

const NO_NAMES: readonly string[] = []

/** The names that were sent and that the schema does not know, with their path where they are nested: `volume_info.sise`. */
function unknownFields(sent: object, read: unknown): readonly string[] {
  let found: string[] | undefined
  for (const name of Object.keys(sent)) {
    const value: unknown = Reflect.get(sent, name)
    if (!isObject(read) || !Object.hasOwn(read, name)) (found ??= []).push(name)
    else if (isObject(value))
      for (const within of unknownFields(value, Reflect.get(read, name))) (found ??= []).push(`${name}.${within}`)
  }
  return found ?? NO_NAMES
}

/** So many names of unknown fields are told. */
const MAX_TOLD = 5

/** `not read: imag (image?); only --dialect observed reads client_id` */
function unreadHint(
  unread: readonly string[],
  unreadIfObserved: readonly string[],
  told: (name: string) => string,
): string {
  const nowhere = new Set(unreadIfObserved)
  const elsewhere = unread.filter((name) => !nowhere.has(name))
  const more = nowhere.size > MAX_TOLD ? ` and ${nowhere.size - MAX_TOLD} more` : ''
  return [
    ...(nowhere.size === 0 ? [] : [`not read: ${[...nowhere].slice(0, MAX_TOLD).map(told).join(', ')}${more}`]),
    ...(elsewhere.length === 0 ? [] : [`only --dialect observed reads ${elsewhere.join(', ')}`]),
  ].join('; ')
}

/** `not read: nam (name?)`, for a request that is refused; undefined where no name looks like one of the schema. */
function misspeltHint(value: object, schema: z.ZodType): string | undefined {
  const known = namesIn(schema)
  const unknown = Object.keys(value).filter((name) => !known.includes(name))
  const misspelt = unknown
    .slice(0, MAX_TOLD)
    .flatMap((name) => nearest(name, known).map((meant) => `${name} (${meant}?)`))
  return misspelt.length === 0 ? undefined : `not read: ${misspelt.join(', ')}`
}

/** The names of the fields of an object schema, or of an object at a path in it. */
function namesIn(schema: unknown, path: readonly string[] = []): readonly string[] {
  if (schema instanceof z.ZodOptional) return namesIn(schema.unwrap(), path)
  if (!(schema instanceof z.ZodObject)) return []
  const [step, ...steps] = path
  return step === undefined ? Object.keys(schema.shape) : namesIn(fieldOf(schema.shape, step), steps)
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The rule for one field, which a client may have named `constructor`. */
const ownRule = (rules: Operation['invalid'], field: string): RefusalRule | undefined =>
  rules !== undefined && Object.hasOwn(rules, field) ? rules[field] : undefined
