import { z } from 'zod'
import { MAX_DEPTH, whyUnparsed } from './json-size.ts'
import { jsonMistake } from './json-mistake.ts'
import { fieldOf, isObject } from './object.ts'
import { didYouMean } from './nearest.ts'

/**
 * Fields of an object schema, or a function that makes them when a value is first checked or a field first looked at: to
 * make those of all schemas took a third of a start.
 */
type LazyShape<Shape> = Shape | (() => Shape)

/** An object schema that ignores unknown keys. */
export function object<Shape extends z.ZodRawShape>(fields: () => Shape): z.ZodObject<Shape>
export function object(fields: () => z.ZodRawShape): z.ZodType {
  let known: z.ZodRawShape | undefined
  return new z.ZodObject({
    type: 'object',
    get shape() {
      return fixShape(this, (known ??= fields()))
    },
  })
}

/**
 * An object schema that refuses unknown keys and names what could have been meant.
 * @param meant the key for a word that people write instead of it
 * @param advise what to write for an unknown key with such a value
 */
export function strictObject<Shape extends z.ZodRawShape>(
  fields: LazyShape<Shape>,
  meant?: Readonly<Record<string, (keyof Shape & string) | `${keyof Shape & string}.${string}`>>,
  advise?: (key: string, value: unknown) => string | undefined,
): z.ZodObject<Shape, z.core.$strict>
export function strictObject(
  fields: LazyShape<z.ZodRawShape>,
  meant: Readonly<Record<string, string>> = {},
  advise: (key: string, value: unknown) => string | undefined = () => undefined,
): z.ZodType {
  let known: z.ZodRawShape | undefined
  const shapeOf = (): z.ZodRawShape => (known ??= typeof fields === 'function' ? fields() : fields)
  return new z.ZodObject({
    type: 'object',
    get shape() {
      return fixShape(this, shapeOf())
    },
    catchall: noOtherKey,
    error: (issue: z.core.$ZodRawIssue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys
            .map((key, at) => {
              // An extended schema has this function too, and more fields.
              const shape = issue.inst instanceof z.ZodObject ? issue.inst.shape : shapeOf()
              const advice = advise(key, fieldOf(issue.input, key))
              return `${describeUnknownKey(key, at < MAX_HINTS ? shape : {}, meant)}${advice === undefined ? '' : `; ${advice}`}`
            })
            .join('\n')
        : undefined,
  })
}

/** A record that refuses the name `__proto__`, which `z.record` would drop silently. */
export const namedValues = <T extends z.ZodType>(values: T, error?: string) =>
  z.preprocess(
    (value, context) => {
      if (isObject(value) && Object.hasOwn(value, '__proto__'))
        context.addIssue({ code: 'custom', path: ['__proto__'], message: 'is not a name that can be kept' })
      return value
    },
    z.record(z.string(), values, error),
  )

/** The fields, which take the place of what made them: Zod sees then that the schema does not hold itself. */
function fixShape(def: object, shape: z.ZodRawShape): z.ZodRawShape {
  Object.defineProperty(def, 'shape', { value: shape })
  return shape
}

const noOtherKey = z.never()

/** Problems of one kind that get a hint at what was probably meant; finding it takes time. */
export const MAX_HINTS = 100

/** A query parameter that carries JSON. */
export function jsonText<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((text, context): unknown => {
      const why = whyUnparsed(text)
      if (why !== undefined) {
        context.addIssue(why)
        return z.NEVER
      }
      try {
        return JSON.parse(text)
      } catch (error) {
        const mistake = jsonMistake(text)
        context.addIssue(`is not JSON${whereOf(error)}${mistake === undefined ? '' : `: ${mistake.advice}`}`)
      }
      return z.NEVER
    })
    .pipe(schema)
}

/** ` at position 12`, from the error of JSON.parse. The error's own message repeats the text, which may hold a secret. */
export function whereOf(error: unknown): string {
  const position = error instanceof Error ? /position \d+/.exec(error.message)?.[0] : undefined
  return position === undefined ? '' : ` at ${position}`
}

export type Json = z.core.util.JSONType

/** The input type of a schema, readonly at every level. */
export type InputOf<Schema extends z.ZodType> = ReadonlyDeep<z.input<Schema>>
type ReadonlyDeep<T> = [Json] extends [T] ? T : T extends object ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> } : T

/** Any JSON value. Unlike `z.json()` it is not copied, and not tried against up to six schemas at each level. */
export const json = z.unknown().refine((value) => isJson(value), 'is not a JSON value')

/** An object without the fields that are null: null means absent. */
export function withoutNulls(body: object): object {
  if (!Object.values(body).includes(null)) return body
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

export interface Problem {
  readonly path: readonly (string | number)[]
  readonly message: string
  /** Zod's code of the issue. */
  readonly code: string
}

/** Parses a value, or lists its problems. `jitless` costs less for a schema that is used once or twice. */
export function check<T>(
  schema: z.ZodType<T>,
  value: unknown,
  settings: { readonly jitless?: boolean } = {},
):
  | { readonly data: T; readonly problems: readonly [] }
  | { readonly data?: never; readonly problems: readonly Problem[] } {
  try {
    const result = schema.safeParse(value, settings)
    if (result.success) return { data: result.data, problems: [] }
    return { problems: problemsOf(result.error).map((problem) => addAdvice(problem, value)) }
  } catch (error) {
    // Zod hands on the issues of a list as arguments, of which there is no room for more than some 100,000.
    if (!(error instanceof RangeError)) throw error
    return { problems: [{ path: [], message: 'has more wrong in it than can be listed', code: 'too_big' }] }
  }
}

/** The first problems in one line. */
export function problemsLine(list: readonly Problem[]): string {
  const more = list.length - MAX_PROBLEMS_SHOWN
  return [...list.slice(0, MAX_PROBLEMS_SHOWN).map(problemText), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

export const MAX_PROBLEMS_SHOWN = 20

/** The problems of a Zod error, each with its path. The path of an unknown key includes the key. */
export function problemsOf(error: z.ZodError): readonly Problem[] {
  return error.issues.flatMap((issue) => problemsOfIssue(issue, []))
}

/** The first of them, without looking at the others. */
export function firstProblem(error: z.ZodError): Problem | undefined {
  for (const issue of error.issues) for (const problem of problemsOfIssue(issue, [])) return problem
  return undefined
}

function problemsOfIssue(issue: z.core.$ZodIssue, within: readonly (string | number)[]): readonly Problem[] {
  const path = [...within, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))]
  if (issue.code === 'unrecognized_keys') {
    const messages = issue.message.split('\n')
    return issue.keys.map((key, index) => ({
      path: [...path, key],
      message: messages[index] ?? issue.message,
      code: issue.code,
    }))
  }
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') {
    return issue.issues.flatMap((each) => problemsOfIssue(each, path))
  }
  // A union with a message of its own is reported as a whole, any other by the branch that fits best.
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input') {
    const branches = issue.errors.map((errors) => errors.flatMap((each) => problemsOfIssue(each, path)))
    const closest = branches.toSorted((a, b) => closeness(b) - closeness(a))[0]
    if (closest !== undefined) return closest
  }
  const message = issue.message.endsWith('received undefined')
    ? 'is missing'
    : issue.message.replace(/^(Invalid input|Too small|Too big): /, '')
  return [{ path, message, code: issue.code }]
}

/**
 * How well a value fits one branch of a union: best with all its keys, then with a misspelt key, else the deeper its first problem lies, else the
 * fewer problems it has.
 */
function closeness(problems: readonly Problem[]): number {
  const isTypingError = problems.some(({ message }) => message.includes('did you mean'))
  const deepest = problems.reduce((depth, { path }) => Math.max(depth, path.length), 0)
  const isIncomplete = problems.some(({ message }) => message === 'is missing')
  return (isIncomplete ? -200 : 0) + (isTypingError ? 100 : 0) + deepest - problems.length / 1e6
}

/** `q.inet_up.gte: expected number, received string` */
export const problemText = ({ path, message }: Pick<Problem, 'path' | 'message'>): string =>
  path.length === 0 ? message : `${path.join('.')}: ${message}`

/** Whether a JSON value nests at most `levels` deep; no request of this interface needs more than the default. */
export function isShallow(value: unknown, levels = MAX_DEPTH): boolean {
  if (!isObject(value)) return true
  if (levels === 0) return false
  for (const each of Object.values(value)) if (!isShallow(each, levels - 1)) return false
  return true
}

/** Whether a value is JSON, and nests at most MAX_DEPTH deep. */
export function isJson(value: unknown, depth = 0): value is Json {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean'
  if (value === null) return true
  if (depth === MAX_DEPTH || !(Array.isArray(value) || z.core.util.isPlainObject(value))) return false
  for (const each of Object.values(value)) if (!isJson(each, depth + 1)) return false
  return true
}

/** So many keys are listed where none of them is near. */
const FEW_KEYS = 20

/** `unknown key "latency"; did you mean "latency_ms"?` */
function describeUnknownKey(key: string, shape: z.ZodRawShape, meant: Readonly<Record<string, string>>): string {
  const known = Object.keys(shape)
  const word = Object.hasOwn(meant, key) ? meant[key] : partWith(key, shape)
  const near = word === undefined ? didYouMean(key, known) : `; did you mean "${word}"?`
  const few =
    near === '' && known.length > 0 && known.length <= FEW_KEYS
      ? `; there ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}`
      : ''
  return `unknown key "${key}"${near}${few}`
}

/** `when.times`, for a `times` written beside `when` instead of in it. */
function partWith(key: string, shape: z.ZodRawShape): string | undefined {
  const part = Object.entries(shape).find(([, schema]) => Object.hasOwn(shapeWithin(schema), key))
  return part === undefined ? undefined : `${part[0]}.${key}`
}

function shapeWithin(schema: z.core.$ZodType): z.core.$ZodShape {
  if (schema instanceof z.ZodObject) return schema.shape
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return shapeWithin(schema.def.innerType)
  return schema instanceof z.ZodPipe ? shapeWithin(schema.def.in) : {}
}

/** What YAML 1.1 read as booleans, and people still write. */
const meanings = new Map(Object.entries({ yes: true, on: true, y: true, no: false, off: false, n: false }))

/** What is written where a list, or an object, is expected. */
const shapes = new Map([
  ['array', 'write a list: [ … ]'],
  ['object', 'write an object: { … }'],
])

/** The number that a text spells, such as "5". */
const readNumber = (text: string): number | undefined =>
  /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined

/** Says what to write where a word is misspelt, a value has another shape, or a text spells a boolean or a number. */
function addAdvice<P extends { readonly path: readonly (string | number)[]; readonly message: string }>(
  problem: P,
  within: unknown,
): P {
  const word = problem.path.reduce<unknown>((value, step) => fieldOf(value, String(step)), within)
  const allowed = /^Invalid option: expected one of (.+)$/.exec(problem.message)?.[1]
  if (allowed !== undefined && typeof word === 'string') {
    const meant = didYouMean(
      word,
      allowed.split('|').map((each) => each.replaceAll('"', '')),
    )
    return meant === '' ? problem : { ...problem, message: `${problem.message}${meant}` }
  }
  const shape = shapes.get(/^expected (array|object), received \w+$/.exec(problem.message)?.[1] ?? '')
  if (shape !== undefined) return { ...problem, message: `${problem.message}; ${shape}` }
  const expected = /^expected (boolean|number), received string$/.exec(problem.message)?.[1]
  if (expected === undefined) return problem
  const meant =
    typeof word !== 'string' ? undefined : expected === 'number' ? readNumber(word) : meanings.get(word.toLowerCase())
  return meant === undefined ? problem : { ...problem, message: `${problem.message}; write ${meant}` }
}
