import { z } from 'zod'
import { fieldOf, isObject, mapLeaves } from '../../kernel/object.ts'
import { didYouMean } from '../../kernel/nearest.ts'
import { check, MAX_HINTS, type Problem } from '../../kernel/wire.ts'
import { DocumentError, placed } from '../fixtures/problem.ts'
import type { Source } from '../fixtures/source.ts'
import { fillText, namesIn } from '../text-values.ts'
import { paramSchema, scalar } from './document.ts'

type ParamValue = string | number | boolean
export type Params = Readonly<Record<string, ParamValue>>

const declaring = z.looseObject({ params: z.record(z.string(), paramSchema).default({}) })

/**
 * The document with every `${name}` replaced: a text that is nothing else takes the value with its type. `$${` stands
 * for `${`.
 * @throws DocumentError for an empty document, and for an unknown, missing or mistyped parameter
 */
export function withParams({ value: document, locate }: Source, given: Params): Source {
  if (document === null) throw new DocumentError(placed([{ path: [], message: 'is empty' }], locate))
  const declared = check(declaring, document)
  const undeclared = declared.problems.map((problem) => withForm(problem, document))
  if (declared.data === undefined) throw new DocumentError(placed(undeclared, locate))
  const { params, ...rest } = declared.data
  const values = new Map(
    Object.entries(params).flatMap(([name, param]) => (param.default === undefined ? [] : [[name, param.default]])),
  )
  const problems: string[] = []
  for (const [name, value] of Object.entries(given)) {
    const param = Object.hasOwn(params, name) ? params[name] : undefined
    if (param === undefined)
      problems.push(
        `there is no parameter "${name}"${hint(name, Object.keys(params), problems) || thereAre(Object.keys(params))}`,
      )
    else if (typeof value !== param.type)
      problems.push(`the parameter ${name} is a ${param.type}, not ${JSON.stringify(value)}`)
    else values.set(name, value)
  }
  for (const name of Object.keys(params)) {
    if (values.has(name)) continue
    problems.push(`the parameter ${name} has no default and is not given`)
    // Its uses are no second problem.
    values.set(name, '')
  }
  const filling = new Filling(values, problems, locate)
  const filled = mapLeaves(rest, (leaf) => (typeof leaf === 'string' ? filling.fill(leaf) : leaf))
  const wrong = problems.map((message) => ({ path: ['params'], message }))
  if (wrong.length > 0) throw new DocumentError(placed(wrong, locate))
  return { value: { ...(isObject(filled) ? filled : {}), params }, locate }
}

/** Says how a parameter is declared, where its value stands instead. */
function withForm(problem: Problem, document: unknown): Problem {
  const [, name = '', ...within] = problem.path
  const [expected = ''] = problem.message.split(';')
  if (name === '' || within.length > 0 || !expected.startsWith('expected object')) return problem
  const { data } = scalar.safeParse(fieldOf(fieldOf(document, 'params'), String(name)))
  const form =
    data === undefined ? '{ type: number, default: 10 }' : `{ type: ${typeof data}, default: ${JSON.stringify(data)} }`
  return { ...problem, message: `${expected}; write ${form}` }
}

/** A part of a document written so that nothing in it is read as a parameter. */
export const withoutParams = (part: unknown): unknown =>
  JSON.parse(
    JSON.stringify(part, (_, value: unknown) =>
      typeof value === 'string' ? value.replaceAll('${', () => '$${') : value,
    ),
  )

const thereAre = (names: readonly string[]): string =>
  names.length === 0 ? '; the scenario has none' : `; the scenario has ${names.join(', ')}`

/** `; did you mean "..."?`, for the first problems only. */
const hint = (name: string, known: Iterable<string>, problems: readonly string[]): string =>
  problems.length < MAX_HINTS ? didYouMean(name, known) : ''

const PARAM = /\$\$\{|\$\{(\w+)\}/g

/** The parameters that a text uses. */
export const paramsIn = (text: string): readonly string[] => namesIn(text, PARAM)

/** Characters that all texts of a document may have once their parameters are filled in. */
export const MAX_FILLED_CHARACTERS = 8 * 1024 * 1024

class Filling {
  readonly #values: ReadonlyMap<string, ParamValue>
  readonly #problems: string[]
  readonly #locate: Source['locate']
  #left = MAX_FILLED_CHARACTERS

  constructor(values: ReadonlyMap<string, ParamValue>, problems: string[], locate: Source['locate']) {
    this.#values = values
    this.#problems = problems
    this.#locate = locate
  }

  fill(text: string): unknown {
    return fillText(text, PARAM, (name) => this.#valueOf(name), String)
  }

  /** @throws DocumentError before more is filled in than any document needs */
  #valueOf(name: string): ParamValue {
    const value = this.#values.get(name)
    if (value === undefined)
      this.#problems.push(
        `\${${name}} is used but no parameter of that name is declared (as a text it is written $\${${name}})${hint(name, this.#values.keys(), this.#problems)}`,
      )
    this.#left -= String(value ?? '').length
    if (this.#left < 0) {
      const message = `fill in more than ${MAX_FILLED_CHARACTERS} characters`
      throw new DocumentError(placed([{ path: ['params'], message }], this.#locate))
    }
    return value ?? ''
  }
}
