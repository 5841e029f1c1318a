import { z } from 'zod'
import { isObject } from './object.ts'

/** Compiling a schema takes some milliseconds, which pay where it is used over and over. */
const USES_BEFORE = 50

/** What parses values by a schema: by code that is made for it, once it was used often. */
export function parserBy<T>(schema: z.ZodType<T>): (value: unknown) => z.ZodSafeParseResult<T> {
  let uses = 0
  let best = schema
  return (value) => {
    uses += 1
    if (uses === 1) makeFields(schema, new Set())
    if (uses === USES_BEFORE) best = z.compile(schema)
    return best.safeParse(value)
  }
}

/**
 * Makes the fields that `object` and `strictObject` make late. Zod takes an object whose fields it cannot see for one
 * that may hold itself: it looks for cycles in every value, and does not compile it.
 */
function makeFields(part: unknown, seen: Set<unknown>): void {
  if (!isObject(part) || seen.has(part)) return
  seen.add(part)
  const parts = part instanceof z.ZodType ? part.def : part
  for (const each of Object.values(parts)) makeFields(each, seen)
}
