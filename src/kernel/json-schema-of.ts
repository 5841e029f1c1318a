import { z } from 'zod'
import { isObject } from './object.ts'

/** In draft 2020-12. Its `items` have a type beside `prefixItems` too: many tools read only that, and `false` as a list of nothing. */
export const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, target: 'draft-2020-12', override: ({ jsonSchema }) => typeItems(jsonSchema) })

function typeItems(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.items !== false) return
  const [type, ...others] = new Set((schema.prefixItems ?? []).map((item) => isObject(item) && item['type']))
  if (typeof type === 'string' && others.length === 0) Object.assign(schema, { items: { type } })
  else delete schema.items
}
