import { z } from 'zod'
import { didYouMean } from './nearest.ts'

/** So many keys are listed where none of them is near. */
const FEW_KEYS = 20

/** `unknown key "latency"; did you mean "latency_ms"?` */
export function describeUnknownKey(key: string, shape: z.ZodRawShape, meant: Readonly<Record<string, string>>): string {
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
