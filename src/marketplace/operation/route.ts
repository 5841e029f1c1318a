import { z } from 'zod'
import type { Operation } from '../../kernel/operation.ts'
import { fieldOf } from '../../kernel/object.ts'
import { nearest } from '../../kernel/nearest.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { observedRules } from '../../kernel/rules-in-force.ts'
import type { RefusalRule, Rule } from '../../kernel/rule.ts'
import { Trace } from '../../kernel/trace.ts'
import type { Sim } from '../sim.ts'
import { check, firstProblem, type Problem, problemText, withoutNulls } from '../../kernel/wire.ts'
import type { UserRow } from '../users/collections.ts'
import { catalogue } from '../catalogue.ts'
import { type Declaration, declareOperation } from './operation.ts'

/** The parts of a request, parsed as JSON but not yet checked. */
export interface RawInput {
  readonly params: object
  readonly query: object
  readonly body: object
}

/** Parameters, query or body of a request that has none. */
export const EMPTY_PART: Readonly<Record<string, never>> = Object.freeze({})

interface Input<Params, Query, Body extends object> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
}

/** What a schema makes of a part of a request, and the names in it that nobody reads. */
interface Part<T> {
  readonly data: T
  readonly unread: readonly string[]
}

/** An operation and the function that carries it out. */
export interface Route {
  readonly operation: Operation
  /** @throws Refusal when the input is invalid or the service says no */
  readonly run: (sim: Sim, user: UserRow, raw: RawInput) => unknown
}

/** Puts what a client sent into the form of the contract, where the rules in force read it otherwise; it applies them. */
export type Adapt = (sim: Sim, raw: RawInput) => RawInput

/** The answer of an operation whose function returns nothing. */
const DONE = Object.freeze({ success: true })

type Handle<Params, Query, Body extends object> = (
  sim: Sim,
  user: UserRow,
  input: Input<Params, Query, Body>,
) => unknown

/**
 * An operation, as it is declared, with the function that carries it out, which is called with checked input only.
 * @param handle returns the body of the answer; nothing for `{"success": true}`
 * @param adapt is given the input before nulls are taken out of the body
 */
export function endpoint<Params, Query, Body extends object>(
  declared: Declaration<Params, Query, Body>,
  handle: Handle<Params, Query, Body>,
  adapt: Adapt = (_, raw) => raw,
): Route {
  const operation = declareOperation(declared)
  /** @throws Refusal of a part that does not fit its schema */
  const read = (sim: Sim, sentRaw: RawInput): Part<Input<Params, Query, Body>> => {
    const raw = adapt(sim, sentRaw)
    const sent = withoutNulls(raw.body)
    if (sent !== raw.body) sim.trace.apply(catalogue['request.null-is-absent'])
    const params = readPart(operation, operation.params, raw.params)
    const under = operation.schemasUnder?.(sim.rules)
    const query = readQuery(sim, () => readPart(operation, under?.query ?? operation.query, raw.query))
    const body = readPart(operation, under?.body ?? operation.body, sent)
    traceChosenBounds(sim, operation, sent)
    return {
      data: { params: params.data, query: query.data, body: body.data },
      unread: [...body.unread, ...query.unread],
    }
  }
  /** The names that the dialect observed does not read either; all where it refuses the request. */
  const unreadIfObserved = (sim: Sim, raw: RawInput): readonly string[] => {
    const trace = new Trace(operation.rules, observedRules)
    const seen = catchRefusal(() => read({ ...sim, rules: observedRules, trace }, raw))
    return seen instanceof Refusal ? sim.trace.unread : seen.unread
  }
  const run: Route['run'] = (sim, user, raw) => {
    const { data, unread } = read(sim, raw)
    sim.trace.unread = unread
    if (unread.length > 0) {
      sim.trace.apply(catalogue['request.unknown-field-ignored'])
      const nowhere = sim.rules === observedRules ? unread : unreadIfObserved(sim, raw)
      sim.trace.addHint(unreadHint(operation, unread, nowhere))
    }
    const result = handle(sim, user, data) ?? DONE
    if (operation.success !== undefined) sim.trace.apply(operation.success)
    return result
  }
  const { refusalFields } = operation
  return { operation, run: refusalFields === undefined ? run : addRefusalFields(run, refusalFields) }
}

/** An endpoint that the contract does not name: it is served where a choice says so. */
export const observedEndpoint = <Params, Query, Body extends object>(
  declared: Omit<Declaration<Params, Query, Body>, 'availability'>,
  handle: Handle<Params, Query, Body>,
  adapt?: Adapt,
): Route => endpoint({ ...declared, availability: catalogue['routing.neighbouring-operations'] }, handle, adapt)

function catchRefusal<T>(work: () => T): T | Refusal {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** @throws Refusal */
function readPart<T>(operation: Operation, schema: z.ZodType<T>, value: object): Part<T> {
  const result = schema.safeParse(value)
  if (result.success) return { data: result.data, unread: unknownFields(value, result.data) }
  const problem = firstProblem(result.error)
  if (problem === undefined) throw result.error
  const field = String(problem.path[0])
  const isAbsent = !Object.hasOwn(value, field)
  const rule = ruleOf(operation, problem, isAbsent)
  throw refuse(
    rule,
    isAbsent ? `${field}: is missing` : problemText(problem),
    misspeltHint(value, schema) ?? filterHint(problem),
  )
}

/** What to write where a filter is a value and not an object: people write `{"name": "x"}`. */
const filterHint = ({ path, message }: Problem): string | undefined =>
  path.length === 2 && /^expected object, received (string|number|boolean)$/.test(message)
    ? 'write an operator, such as {"eq": "value"}'
    : undefined

/** Reads the query; names the rule about parameters that are given several times, where one of them is read or refused. */
function readQuery<T>({ trace }: Sim, read: () => Part<T>): Part<T> {
  const query = catchRefusal(read)
  if (trace.repeated.some((name) => query instanceof Refusal || !query.unread.includes(name)))
    trace.apply(catalogue['request.repeated-parameter'])
  if (query instanceof Refusal) throw query
  return query
}

/** The rule that refuses a field for a problem. */
function ruleOf(operation: Operation, { path, code }: Problem, isAbsent: boolean): RefusalRule {
  const field = String(path[0])
  return (
    (isAbsent ? ruleOfField(operation.missing, field) : undefined) ??
    (code === 'too_big' ? ruleOfField(operation.above, field) : undefined) ??
    (code === 'invalid_type' ? undefined : ruleOfField(operation.outside, field)) ??
    ruleOfField(operation.invalid, field) ??
    catalogue['request.wrong-field']
  )
}

/** Names the rules whose chosen values let a body through that their own would refuse. */
function traceChosenBounds({ rules, trace }: Sim, operation: Operation, sent: object): void {
  if (!rules.mayHaveOtherValues) return
  const isChosen = (rule: Rule): boolean => rules.of(rule).value !== rule.value
  const bounds = [operation.above, operation.outside, operation.invalid].flatMap((each) => Object.values(each ?? {}))
  if (!bounds.some(isChosen)) return
  for (const problem of check(operation.body, sent).problems) {
    const rule = ruleOf(operation, problem, false)
    if (isChosen(rule)) trace.applyAlone(rule)
  }
}

/** The same, where refusals show parameters of the path, too. */
const addRefusalFields =
  (run: Route['run'], { choice, fields }: NonNullable<Operation['refusalFields']>): Route['run'] =>
  (sim, user, raw) => {
    const result = catchRefusal(() => run(sim, user, raw))
    if (!(result instanceof Refusal)) return result
    const shown = Object.entries(fields).map(([name, param]) => [name, Number(Reflect.get(raw.params, param))] as const)
    if (!sim.rules.shapes(choice) || !shown.every(([, value]) => Number.isSafeInteger(value))) throw result
    sim.trace.apply(choice)
    throw new Refusal(result.rule, result.message, result.hint, Object.fromEntries(shown))
  }

/** The names that were sent and that the schema does not know, with their path where they are nested: `volume_info.sise`. */
const unknownFields = (sent: object, read: unknown): readonly string[] =>
  Object.entries(sent).flatMap(([name, value]: readonly [string, unknown]) => {
    if (!isPlainObject(read) || !Object.hasOwn(read, name)) return [name]
    return isPlainObject(value)
      ? unknownFields(value, Reflect.get(read, name)).map((within) => `${name}.${within}`)
      : []
  })

/** So many names of unknown fields are told. */
const MAX_TOLD = 5

/**
 * `not read: imag (image?); only --dialect observed reads client_id`
 * @param nowhere those that the dialect observed does not read either
 */
function unreadHint(operation: Operation, unread: readonly string[], nowhere: readonly string[]): string {
  const names = new Set(nowhere)
  const elsewhere = unread.filter((name) => !names.has(name))
  const shown = [...names].slice(0, MAX_TOLD).map((name) => withMeantName(operation, name))
  const more = names.size > MAX_TOLD ? ` and ${names.size - MAX_TOLD} more` : ''
  return [
    ...(names.size === 0 ? [] : [`not read: ${shown.join(', ')}${more}`]),
    ...(elsewhere.length === 0 ? [] : [`only --dialect observed reads ${elsewhere.join(', ')}`]),
  ].join('; ')
}

/** The name of an unknown field, with the one that was probably meant. */
function withMeantName({ body, query }: Operation, name: string): string {
  const within = name.slice(0, name.lastIndexOf('.') + 1)
  const known = [body, query].flatMap((schema) => namesIn(schema, within.split('.').slice(0, -1)))
  const [meant] = nearest(name.slice(within.length), known)
  return `${name.slice(0, 64)}${meant === undefined ? '' : ` (${within}${meant}?)`}`
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

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The rule for one field, which a client may have named `constructor`. */
const ruleOfField = (rules: Operation['invalid'], field: string): RefusalRule | undefined =>
  rules !== undefined && Object.hasOwn(rules, field) ? rules[field] : undefined
