import { z } from 'zod'
import { type Collection, declarations } from '../marketplace/collections.ts'
import { references, type ReferenceFrom } from '../marketplace/references.ts'

type Kind = 'text' | 'number' | 'boolean' | 'json'

/** A field of the rows of a collection, as its schema has it. */
export interface RowField {
  readonly name: string
  readonly kind: Kind
  /** Those it may have, where they are few. */
  readonly values: readonly string[] | undefined
  readonly isRequired: boolean
  /** Its unit or meaning. */
  readonly description: string | undefined
  /** What its value is the id of. */
  readonly reference: ReferenceFrom | undefined
}

type Schema = z.core.JSONSchema.BaseSchema

const fields = new Map<Collection, readonly RowField[]>()

/** The fields of the rows of a collection, in the order of a fixture. They are derived when a page first shows them. */
export function fieldsOf(collection: Collection): readonly RowField[] {
  const known = fields.get(collection) ?? deriveFields(collection)
  fields.set(collection, known)
  return known
}

function deriveFields(collection: Collection): readonly RowField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(declarations[collection].row, {
    io: 'input',
    unrepresentable: 'any',
  })
  return Object.entries(properties).map(([name, schema]) => {
    const branches = branchesOf(schema)
    const [only, ...more] = branches
    const values = more.length === 0 ? only?.enum?.filter((each) => typeof each === 'string') : undefined
    return {
      name,
      kind: only !== undefined && more.length === 0 ? kindOf(only) : 'json',
      values,
      isRequired: required.includes(name),
      description: typeof schema === 'object' ? schema.description : undefined,
      reference: references.find(({ from, field, item }) => from === collection && field === name && !item),
    }
  })
}

/** The schemas of which a value meets one, without null. */
const branchesOf = (schema: Schema | boolean): readonly Schema[] =>
  typeof schema === 'boolean'
    ? []
    : (schema.anyOf ?? [schema]).flatMap((each) => (typeof each === 'boolean' || each.type === 'null' ? [] : [each]))

/** A type may be a list, as in `["string", "null"]`. */
function kindOf({ type }: Schema): Kind {
  const [only, ...more] = [type].flat().filter((each) => each !== 'null')
  if (more.length > 0) return 'json'
  if (only === 'string') return 'text'
  if (only === 'number' || only === 'integer') return 'number'
  return only === 'boolean' ? 'boolean' : 'json'
}

/** What a person looks for in a list, first things first. */
const TELLING = [
  'actual_status',
  'name',
  'label',
  'endpoint_name',
  'cloud_type',
  'gpu_name',
  'num_gpus',
  'size',
  'image',
  'dph_base',
  'price_disk',
  'geolocation',
  'verification',
  'cold_workers',
  'max_workers',
  'reliability2',
  'credit',
  'email',
  'end_date',
]
const MAX_TELLING = 6

/** The columns of the grid of a collection, beside the id: those that tell most, and what its rows refer to. */
export function columnsOf(collection: Collection): readonly RowField[] {
  const known = fieldsOf(collection)
  const telling = TELLING.flatMap((name) => known.find((field) => field.name === name) ?? []).slice(0, MAX_TELLING)
  return [...telling, ...known.filter(({ reference }) => reference !== undefined)]
}
