import { z } from 'zod'
import { type Collection, declarations, collections } from '../marketplace/collections.ts'
import { references, type ReferenceFrom, rowsOf } from '../marketplace/references.ts'
import { isoInstant } from '../kernel/clock.ts'
import { durationMs, progress } from '../kernel/progression.ts'
import type { Row } from '../kernel/row-set.ts'
import { type InputOf, strictObject } from '../kernel/wire.ts'
import { bootAgeMs, isBooting } from '../marketplace/instances/status.ts'
import type { World } from '../sandbox/world.ts'
import { rowAsExported } from '../testing/fixtures/export.ts'
import { rowHistories } from '../testing/journal/row-history.ts'
import { call } from './call.ts'
import { completeRow, findRows } from './find-rows.ts'
import { SteeringError } from './error.ts'
import { changedIds } from './sandboxes.ts'
import { collectionNamed, rowAt } from './state.ts'

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
function fieldsOf(collection: Collection): readonly RowField[] {
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
function columnsOf(collection: Collection): readonly RowField[] {
  const known = fieldsOf(collection)
  const telling = TELLING.flatMap((name) => known.find((field) => field.name === name) ?? []).slice(0, MAX_TELLING)
  return [...telling, ...known.filter(({ reference }) => reference !== undefined)]
}

const rowEvent = strictObject({
  at: z.iso.datetime().nullable(),
  text: z.string(),
  request: z.int().nullable().describe('The request that did it; null for a control call.'),
})

const boot = strictObject({ progress: z.number(), text: z.string() })

const shownRow = strictObject({
  id: z.int(),
  values: z.record(z.string(), z.unknown()).describe('Of the columns, as a client sees them; long ones are cut.'),
  changed_by: z.string().nullable().describe('`#2` for a request, `you` for a control call; null where unchanged.'),
  boot: boot.nullable().describe('How far an instance has booted.'),
})
export type ShownRow = InputOf<typeof shownRow>

const shownField = strictObject({
  name: z.string(),
  kind: z.enum(['text', 'number', 'boolean', 'json']),
  values: z.array(z.string()).optional().describe('Those that it may have, where they are few.'),
  required: z.boolean(),
  description: z.string().optional(),
  refers_to: z.string().optional().describe('The collection of the id in it.'),
})
export type ShownField = InputOf<typeof shownField>

const shownRows = strictObject({
  collection: z.enum(collections),
  total: z.int(),
  found: z.int(),
  columns: z.array(shownField),
  rows: z.array(shownRow),
  collections: z.array(strictObject({ name: z.enum(collections), rows: z.int(), changed: z.int() })),
})
export type ShownRows = InputOf<typeof shownRows>

const rowDetails = strictObject({
  collection: z.enum(collections),
  id: z.int(),
  row: z.looseObject({}).describe('As a fixture writes it.'),
  generated: z.looseObject({}).describe('What clients see in the fields that it does not write.'),
  fields: z.array(shownField),
  boot: boot.nullable(),
  history: z.array(rowEvent).describe('Oldest first.'),
})
export type RowDetails = InputOf<typeof rowDetails>

const DEFAULT_LIMIT = 100

const number = z
  .string()
  .regex(/^\d{1,9}$/, 'is not a number')
  .transform(Number)

export const shownRowCalls = {
  list: call('GET /state/:collection', {
    summary: 'Rows of a collection as a client sees them, changed ones first',
    takes: strictObject({
      text: z.string().max(200).optional().describe('A part of any value, written or generated.'),
      sort: z.string().max(60).optional().describe('A field, with `-` before it from high to low.'),
      from: number.optional().describe('Skips so many rows.'),
      limit: number.optional().describe(`Default: ${DEFAULT_LIMIT}.`),
    }),
    shows: shownRows,
    act: ({ sandbox: { world }, params }, { text = '', sort = '', from = 0, limit = DEFAULT_LIMIT }): ShownRows => {
      const collection = collectionNamed(params.collection)
      const isDescending = sort.startsWith('-')
      const field = isDescending ? sort.slice(1) : sort
      const marks = marksOf(world, collection)
      const rows = findRows(world, collection, { text, field: '', sort: field, isDescending })
      const sorted = sort === '' ? changedFirst(rows, marks) : rows
      const columns = columnsOf(collection)
      return {
        collection,
        total: rowsOf(world.tables, collection).length,
        found: rows.length,
        columns: columns.map(presentField),
        rows: sorted.slice(from, from + limit).map((row) => ({
          id: row.id,
          values: valuesOf(world, collection, row, columns),
          changed_by: marks.get(row.id) ?? null,
          boot: collection === 'instances' ? bootOf(world, row.id) : null,
        })),
        collections: collections.map((name) => ({
          name,
          rows: rowsOf(world.tables, name).length,
          changed: changedIds(world, name).length,
        })),
      }
    },
  }),
  get: call('GET /state/:collection/:id/details', {
    summary: 'One row with its fields, its generated values, and its history',
    shows: rowDetails,
    act: ({ sandbox: { world }, params }): RowDetails => {
      const { collection, id } = rowAt(params)
      const row = world.tables[collection].get(id)
      if (row === undefined) throw new SteeringError('not_found', `${collection} has no row ${id}`)
      const written = rowAsExported(collection, row)
      const whole = completeRow(world, collection, row)
      return {
        collection,
        id,
        row: { ...written },
        generated: Object.fromEntries(Object.entries(whole).filter(([name]) => !Object.hasOwn(written, name))),
        fields: fieldsOf(collection).map(presentField),
        boot: collection === 'instances' ? bootOf(world, id) : null,
        history: historyOf(world, collection, id),
      }
    },
  }),
  fields: call('GET /state/:collection/fields', {
    summary: 'The fields of the rows of a collection',
    shows: strictObject({ fields: z.array(shownField), next_id: z.int() }),
    act: ({ sandbox: { world }, params }) => {
      const collection = collectionNamed(params.collection)
      return { fields: fieldsOf(collection).map(presentField), next_id: world.tables[collection].lastId + 1 }
    },
  }),
}

const presentField = ({ name, kind, values, isRequired, description, reference }: RowField): ShownField => ({
  name,
  kind,
  ...(values && { values: [...values] }),
  required: isRequired,
  ...(description !== undefined && { description }),
  ...(reference && { refers_to: reference.to }),
})

/** Who changed each row that differs from the start: the request that did it last, or a person. */
function marksOf(world: World, collection: Collection): ReadonlyMap<number, string> {
  const changed = changedIds(world, collection)
  if (changed.length === 0) return new Map()
  const historyOf = rowHistories(world.journal)
  const edited = new Set(world.controlLog.list().map(({ text }) => text.split(' ')[0]))
  return new Map(
    changed.map((id) => {
      const { created_by, changed_by } = historyOf(collection, id)
      const request = changed_by ?? created_by
      const isByHand = edited.has(`${collection}/${id}`) || request === null
      return [id, isByHand ? 'you' : `#${request}`]
    }),
  )
}

const changedFirst = <R extends Row>(rows: readonly R[], marks: ReadonlyMap<number, string>): readonly R[] => [
  ...rows.filter(({ id }) => marks.has(id)).toReversed(),
  ...rows.filter(({ id }) => !marks.has(id)),
]

/** A value of a grid. */
const MAX_CELL_CHARACTERS = 80

function valuesOf(world: World, collection: Collection, row: Row, columns: readonly RowField[]) {
  const whole = completeRow(world, collection, row)
  return Object.fromEntries(
    columns.flatMap(({ name }) => {
      const value: unknown = Reflect.get(whole, name)
      return value === undefined ? [] : [[name, cut(value)]]
    }),
  )
}

function cut(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_CELL_CHARACTERS ? `${text.slice(0, MAX_CELL_CHARACTERS)}…` : text
}

function bootOf({ tables, clock }: World, id: number): InputOf<typeof boot> | null {
  const row = tables.instances.get(id)
  if (row?.boot === undefined) return null
  const { boot: how, reads = 0 } = row
  const ageMs = bootAgeMs(row, clock.nowMs)
  if (!isBooting(row, ageMs)) return null
  const text =
    how.mode === 'after'
      ? `${Math.floor(ageMs / 1000)} of ${Math.ceil(durationMs(how) / 1000)} s`
      : how.mode === 'reads'
        ? `${reads} of ${how.n} reads`
        : `boots by hand (${how.mode})`
  return { progress: progress(how, ageMs, reads), text }
}

function historyOf({ journal, controlLog }: World, collection: Collection, id: number): RowDetails['history'] {
  const byRequests = journal.entries().flatMap(({ id: request, startedMs, changes }) =>
    changes
      .filter((change) => change.collection === collection && change.id === id)
      .map(({ before, after }) => ({
        atMs: startedMs,
        text: before === null ? 'created' : after === null ? 'deleted' : 'changed',
        request,
      })),
  )
  const byHand = controlLog.list().flatMap(({ text, atMs }) => {
    const [place, ...what] = text.split(' ')
    return place === `${collection}/${id}` ? [{ atMs, text: `you ${what.join(' ')} it`, request: null }] : []
  })
  return [...byRequests, ...byHand]
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ atMs, text, request }) => ({ at: isoInstant(atMs), text, request }))
}
