import { z } from 'zod'
import { filterOf } from '../../kernel/query.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { RefusalRule, RuleWithValue } from '../../kernel/rule.ts'
import type { Sim } from '../../kernel/sim.ts'

type Searched = Pick<Sim<unknown>, 'rules' | 'trace'>

/** Pairs of a field and a direction; the first counts most. */
export const orderPairs = z.array(z.tuple([z.string(), z.enum(['asc', 'desc'])])).optional()

/** How many rows are answered at most: as many as the request asks for, or else as the rule says. */
export const limitOf = ({ rules }: Searched, asked: number | undefined, rule: RuleWithValue<number>): number =>
  asked ?? Math.floor(rules.valueOf(rule))

/** Names the rule of a limit where it leaves out rows that were found, or would do so usually. */
export function traceLimit(sim: Searched, found: number, asked: number | undefined, rule: RuleWithValue<number>): void {
  if (asked === undefined && found > Math.min(limitOf(sim, asked, rule), rule.value)) sim.trace.apply(rule)
}

/** Takes the columns that are asked for; `*` stands for all. */
export function columnPicker(asked: readonly string[] = ['*']): (shown: object) => object {
  if (asked.includes('*')) return (shown) => shown
  const columns = new Set(asked)
  return (shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => columns.has(name)))
}

/** Characters of a name that an answer repeats. */
export const MOST_SHOWN = 64

/** The refusal of a name by which nothing can be searched. */
export const refuseSearchKey = (rule: RefusalRule, name: string, hint?: string): Refusal =>
  refuse(rule, `${name.slice(0, MOST_SHOWN)} is not a valid search key`, hint)

const numeric = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,15})?$/, 'is not a number')
  .transform(Number)
  .pipe(z.number())
const truth = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .pipe(z.boolean())
/** For a field that is 1 where something is so. */
const oneOrZero = z.boolean().transform(Number).pipe(z.number())
const asText = z.number().transform(String).pipe(z.string())

/**
 * A filter for each field of an object that can be compared with a value. Values may come as text, which is read by the
 * type of the field.
 * @param name begins the names of the schemas: one object is filtered in requests and one in queries of URLs, not both
 */
export function filtersOfFields(name: string, shape: z.core.$ZodShape) {
  const number = filterOf(z.union([z.number(), numeric, oneOrZero, z.null()]))
    .meta({ id: `${name}NumberFilter` })
    .optional()
  const text = filterOf(z.union([z.string(), asText, z.null()]))
    .meta({ id: `${name}TextFilter` })
    .optional()
  const flag = filterOf(z.union([z.boolean(), truth, z.null()]))
    .meta({ id: `${name}FlagFilter` })
    .optional()
  const filterOfField = (schema: z.core.$ZodType): typeof number | typeof text | typeof flag | undefined => {
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return filterOfField(schema.unwrap())
    if (schema instanceof z.ZodUnion) return schema.options.map(filterOfField).find((filter) => filter !== undefined)
    if (schema instanceof z.ZodNumber) return number
    if (schema instanceof z.ZodBoolean) return flag
    return schema instanceof z.ZodString || schema instanceof z.ZodEnum ? text : undefined
  }
  return Object.fromEntries(
    Object.entries(shape).flatMap(([field, schema]) => {
      const filter = filterOfField(schema)
      return filter === undefined ? [] : [[field, filter]]
    }),
  )
}
