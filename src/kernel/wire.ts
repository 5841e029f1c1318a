import { z } from 'zod'
import { didYouMean } from './nearest.ts'

/** An object that refuses unknown keys and names what could have been meant. */
export function strict<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined
      const [key] = issue.keys
      return key === undefined ? undefined : `unknown key "${key}"${didYouMean(key, Object.keys(shape))}`
    },
  })
}

/** A non-negative integer written in a path. */
export const idInPath = z.codec(z.string().regex(/^\d{1,15}$/, 'is not an integer'), z.int().min(0), {
  decode: Number,
  encode: String,
})

/** Marks a part of the wire that the contract does not show, for the description of the interface. */
export const assumedPart = <T extends z.ZodType>(schema: T): T =>
  schema.meta({ ...schema.meta(), 'x-sim-basis': 'assumed' })

/** Any JSON value. */
export const json = z.json()

/** Without the keys whose value is null: null means absent. */
export function given(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

export interface Problem {
  readonly path: readonly (string | number)[]
  readonly message: string
  /** Zod's code of the issue. */
  readonly code: string
}

/** What is wrong, each with its place. An unknown key is placed at the key. */
export function problems(error: z.ZodError): readonly Problem[] {
  return error.issues.flatMap((issue) => problemsOf(issue, []))
}

function problemsOf(issue: z.core.$ZodIssue, within: readonly (string | number)[]): readonly Problem[] {
  const path = [...within, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: issue.message, code: issue.code }))
  }
  if (issue.code === 'invalid_union') {
    const deepest = issue.errors.flat().sort((a, b) => b.path.length - a.path.length)[0]
    if (deepest !== undefined) return problemsOf(deepest, path)
  }
  return [{ path, message: issue.message.replace(/^Invalid input: /, ''), code: issue.code }]
}

/** `q.inet_up.gte: expected number, received string` */
export const inWords = ({ path, message }: Pick<Problem, 'path' | 'message'>): string =>
  path.length === 0 ? message : `${path.join('.')}: ${message}`

const MAX_DEPTH = 32

/** Whether a JSON value nests no deeper than any request of this interface needs. */
export function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth < MAX_DEPTH && Object.values(value).every((each) => isShallow(each, depth + 1))
}
