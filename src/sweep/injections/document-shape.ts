import { z } from 'zod'

/** A field that a schema names, with the JSONPath to it. */
export interface SchemaField {
  readonly path: string
  readonly name: string
  /** Without what makes it optional or nullable. */
  readonly schema: z.ZodType
  readonly isOptional: boolean
  readonly isNullable: boolean
}

/** A list, with the JSONPath to it and the schema of its rows. */
export interface SchemaList {
  readonly path: string
  readonly row: z.ZodType
}

/** What a schema says of JSON documents. */
export interface DocumentShape {
  /** JSONPaths to all objects that have named fields. */
  readonly objects: readonly string[]
  readonly lists: readonly SchemaList[]
  readonly fields: readonly SchemaField[]
}

/** Names fields, lists and objects of a schema, those within lists too: `$.instances[*].id`. */
export function shapeOf(schema: z.ZodType): DocumentShape {
  const objects: string[] = []
  const lists: SchemaList[] = []
  const fields: SchemaField[] = []
  const visit = (each: z.ZodType, path: string): void => {
    if (each instanceof z.ZodArray) {
      const row = typed(each.element)
      lists.push({ path, row })
      visit(row, `${path}[*]`)
    } else if (each instanceof z.ZodObject) {
      objects.push(path)
      for (const [name, value] of Object.entries(each.shape)) {
        const field = { path: `${path}.${name}`, name, ...unwrapped(typed(value)) }
        fields.push(field)
        visit(field.schema, field.path)
      }
    }
  }
  visit(schema, '$')
  return { objects, lists, fields }
}

function unwrapped(schema: z.ZodType): Pick<SchemaField, 'schema' | 'isOptional' | 'isNullable'> {
  if (schema instanceof z.ZodOptional) return { ...unwrapped(typed(schema.unwrap())), isOptional: true }
  if (schema instanceof z.ZodNullable) return { ...unwrapped(typed(schema.unwrap())), isNullable: true }
  // What only another dialect shows stands last in a union.
  if (schema instanceof z.ZodUnion && isOfOtherDialect(typed(schema.options.at(-1))))
    return unwrapped(typed(schema.options[0]))
  return { schema, isOptional: false, isNullable: false }
}

const isOfOtherDialect = (schema: z.ZodType): boolean => schema.meta()?.['x-sim-under'] !== undefined

/** Zod types the parts of a schema by its core. */
function typed(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema
  throw new TypeError('a part of a schema is none')
}
