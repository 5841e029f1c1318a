import { z } from 'zod'
import { didYouMean } from '../../kernel/nearest.ts'
import { problems } from '../../kernel/wire.ts'
import { DocumentError } from '../fixtures/problem.ts'
import type { Source } from '../fixtures/source.ts'
import { paramSchema } from './document.ts'

type ParamValue = string | number | boolean
export type Params = Readonly<Record<string, ParamValue>>

const declaring = z.looseObject({ params: z.record(z.string(), paramSchema).default({}) })

/**
 * The document with every `${name}` replaced: a text that is nothing else takes the value with its type. `$${` stands
 * for `${`.
 * @throws DocumentError for an unknown, missing or mistyped parameter
 */
export function withParams(source: Source, given: Params): Source {
  const declared = declaring.safeParse(source.value)
  if (!declared.success) {
    throw new DocumentError(
      problems(declared.error).map(({ path, message }) => ({ path, message, ...source.locate(path) })),
    )
  }
  const { params, ...rest } = declared.data
  const values = new Map(
    Object.entries(params).flatMap(([name, param]) => (param.default === undefined ? [] : [[name, param.default]])),
  )
  const complaints: string[] = []
  for (const [name, value] of Object.entries(given)) {
    const param = Object.hasOwn(params, name) ? params[name] : undefined
    if (param === undefined) complaints.push(`there is no parameter "${name}"${didYouMean(name, Object.keys(params))}`)
    else if (typeof value !== param.type)
      complaints.push(`the parameter ${name} is a ${param.type}, not ${JSON.stringify(value)}`)
    else values.set(name, value)
  }
  for (const name of Object.keys(params)) {
    if (values.has(name)) continue
    complaints.push(`the parameter ${name} has no default and is not given`)
    // It is declared all the same.
    values.set(name, '')
  }
  const filled = fill(rest, values, complaints)
  if (complaints.length > 0)
    throw new DocumentError(complaints.map((message) => ({ ...source.locate(['params']), path: ['params'], message })))
  return { value: { ...(typeof filled === 'object' ? filled : {}), params }, locate: source.locate }
}

/** A part of a document written so that nothing in it is read as a parameter. */
export const withoutParams = (part: unknown): unknown =>
  JSON.parse(
    JSON.stringify(part, (_, value: unknown) =>
      typeof value === 'string' ? value.replaceAll('${', () => '$${') : value,
    ),
  )

function fill(value: unknown, values: ReadonlyMap<string, ParamValue>, complaints: string[]): unknown {
  if (typeof value === 'string') return fillText(value, values, complaints)
  if (Array.isArray(value)) return value.map((each) => fill(each, values, complaints))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each, values, complaints)]))
}

const PARAM = /\$\$\{|\$\{(\w+)\}/g

/** The parameters that a text uses. */
export const paramsIn = (text: string): readonly string[] =>
  [...text.matchAll(PARAM)].flatMap(([, name]) => (name === undefined ? [] : [name]))

function fillText(text: string, values: ReadonlyMap<string, ParamValue>, complaints: string[]): unknown {
  const whole = /^\$\{(\w+)\}$/.exec(text)?.[1]
  const valueOf = (name: string): ParamValue => {
    const value = values.get(name)
    if (value === undefined)
      complaints.push(
        `\${${name}} is used but no parameter of that name is declared (as a text it is written $\${${name}})${didYouMean(name, values.keys())}`,
      )
    return value ?? ''
  }
  return whole === undefined
    ? text.replaceAll(PARAM, (_, name?: string) => (name === undefined ? '${' : String(valueOf(name))))
    : valueOf(whole)
}
