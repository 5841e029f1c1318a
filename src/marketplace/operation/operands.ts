import { z } from 'zod'
import { filterOf } from '../../kernel/query.ts'

const numeric = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,15})?$/, 'is no number')
  .transform(Number)
const truth = z.enum(['true', 'false']).transform((text) => text === 'true')

/** Filters of one field whose values may come as text, which is read by the type of the field. */
export const filtersOfText = {
  number: filterOf(z.union([z.number(), numeric, z.null()])).meta({ id: 'NumberOrTextFilter' }),
  text: filterOf(z.union([z.string(), z.number().transform(String), z.null()])).meta({ id: 'AnyTextFilter' }),
  flag: filterOf(z.union([z.boolean(), truth, z.null()])).meta({ id: 'FlagOrTextFilter' }),
}

type FilterOfText = (typeof filtersOfText)[keyof typeof filtersOfText]

/** The filter of a field of this type; undefined where it is neither number nor text nor boolean. */
export function filterOfField(schema: z.core.$ZodType): FilterOfText | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return filterOfField(schema.unwrap())
  if (schema instanceof z.ZodNumber) return filtersOfText.number
  if (schema instanceof z.ZodBoolean) return filtersOfText.flag
  return schema instanceof z.ZodString || schema instanceof z.ZodEnum ? filtersOfText.text : undefined
}

/** A filter for each field of an object that can be compared with a value. */
export const filtersOfFields = (shape: z.core.$ZodShape) =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const filter = filterOfField(schema)
      return filter === undefined ? [] : [[name, filter.optional()]]
    }),
  )
