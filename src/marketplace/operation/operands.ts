import { z } from 'zod'
import { filterOf } from '../../kernel/query.ts'

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
