import { fixtureDocument } from '../testing/fixtures/document.ts'
import { SteeringError } from './error.ts'
import { z } from 'zod'
import { json, namedValues, strictObject, problemsLine, problemsOf } from '../kernel/wire.ts'
import { collections, type Collection } from '../marketplace/collections.ts'
import { writeFixture, rowAsExported } from '../testing/fixtures/export.ts'
import { readFixture } from '../testing/fixtures/read.ts'
import { inlineSource } from '../testing/fixtures/source.ts'
import { call, WrittenBody } from './call.ts'
import { checkGenerated } from './server-start.ts'
import { rowHistories } from '../testing/journal/row-history.ts'
import { contradiction } from '../testing/scenarios/changes.ts'
import { forEach, patches } from '../testing/scenarios/timeline.ts'
import { nearest } from '../kernel/nearest.ts'
import { valueBytes } from '../kernel/memory-size.ts'
import { idInPath, rowId } from '../kernel/names.ts'
import { type Change, makeChange, checkChange } from '../marketplace/change-row.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { World } from '../sandbox/world.ts'

/** Names a row. */
export interface RowPlace {
  readonly collection: Collection
  readonly id: number
}

/** Rows that one call changes. */
const MAX_EDITED_ROWS = 1000

/** Fields to change, by collection and id. */
const rowEdits = forEach(collections, patches)
  .transform((edits): readonly RowEdit[] =>
    collections.flatMap((collection) =>
      Object.entries(edits[collection] ?? {}).map(([id, patch]) => ({ collection, id: Number(id), patch })),
    ),
  )
  .refine(({ length }) => length > 0 && length <= MAX_EDITED_ROWS, `names no row, or more than ${MAX_EDITED_ROWS}`)

/** The row that a path names; it need not exist. @throws SteeringError `not_found` for an unknown collection, or an id that no row can have */
export function rowAt(path: { readonly collection: string; readonly id: string }): RowPlace {
  const collection = collectionNamed(path.collection)
  const id = idInPath.safeParse(path.id)
  if (!id.success) throw noRow(collection, path.id)
  return { collection, id: id.data }
}

export function collectionNamed(name: string): Collection {
  const found = collections.find((each) => each === name)
  if (found !== undefined) return found
  const [close] = nearest(name, collections)
  throw new SteeringError('not_found', `there is no collection "${name}"`, close && `did you mean "${close}"?`)
}

/** A row as a state has it, with the numbers of the exchanges that made and last changed it. @throws SteeringError `not_found` */
function lookUpRow({ world: { tables, journal } }: Sandbox, { collection, id }: RowPlace) {
  const { deleted_by, ...history } = rowHistories(journal)(collection, id)
  const row = tables[collection].get(id)
  if (row === undefined) throw noRow(collection, id, deleted_by)
  return { collection, id, row: rowAsExported(collection, row), ...history }
}

/** Fields to set in a row, null for those to unset. */
interface RowEdit extends RowPlace {
  readonly patch: object
}

/** A row that was changed. */
export interface EditedRow extends RowPlace {
  /** Which part of the patch changed nothing. */
  readonly hint?: string
}

/** Null unsets a field: where the row does not set it, it is shown as before. */
function hintAtUnset({ tables }: World, { collection, id, patch }: RowEdit): Pick<EditedRow, 'hint'> {
  const row = tables[collection].get(id)
  const names = Object.entries(patch).flatMap(([name, value]) =>
    value === null && row !== undefined && !(name in row) ? [name] : [],
  )
  return names.length === 0
    ? {}
    : { hint: `${names.join(', ')}: null unsets a field, and the row does not set it: this changed nothing` }
}

/**
 * Changes fields of a row; null unsets one.
 * @throws SteeringError `not_found`; `invalid_args` for what makes no row, or one that contradicts another; then nothing has changed
 */
function editRow(sandbox: Sandbox, { collection, id }: RowPlace, patch: object): EditedRow {
  const edit = { collection, id, patch }
  const hint = hintAtUnset(sandbox.world, edit)
  makeEdits(sandbox, [edit], () => '')
  sandbox.world.controlCallsMade.add('PATCH /_sim/state/{collection}/{id}')
  return { collection, id, ...hint }
}

/**
 * Changes fields of several rows, of all of them or of none.
 * @throws SteeringError as for one row; what it says of a field begins with the row, as `instances 31 label: `
 */
function editRows(sandbox: Sandbox, edits: readonly RowEdit[]): readonly EditedRow[] {
  const edited = edits.map((edit) => ({
    collection: edit.collection,
    id: edit.id,
    ...hintAtUnset(sandbox.world, edit),
  }))
  makeEdits(sandbox, edits, ({ collection, id }) => `${collection} ${id} `)
  sandbox.world.controlCallsMade.add('PATCH /_sim/state')
  return edited
}

/** @param named how messages about a field of a row begin */
function makeEdits(sandbox: Sandbox, edits: readonly RowEdit[], named: (place: RowPlace) => string): void {
  const bytes = edits.reduce((sum, edit) => sum + bytesOfEdit(sandbox.world, edit, named(edit)), 0)
  make(sandbox, edits, bytes)
}

/** Makes changes that are right by themselves. @throws SteeringError where they contradict other rows, or do not fit */
function make(sandbox: Sandbox, changes: readonly Change[], bytes: number): void {
  const { world, memory } = sandbox
  const why = contradiction(world, changes)
  if (why !== undefined) throw new SteeringError('invalid_args', why)
  memory.need(changes.length === 1 ? 'this row' : 'these rows', bytes, sandbox)
  for (const change of changes) makeChange(world, change)
  memory.keep(bytes, sandbox)
}

/** The memory that a change of a row takes, as far as the change is right by itself. @throws SteeringError */
function bytesOfEdit({ tables }: World, edit: RowEdit, named: string): number {
  const { collection, id, patch } = edit
  const row = tables[collection].get(id)
  if (row === undefined) throw noRow(collection, id)
  if ('id' in patch && patch.id !== id)
    throw new SteeringError('invalid_args', `${named}id: the row is ${id}, and stays so`)
  const result = checkChange(row, edit)
  if (!result.success) throw new SteeringError('invalid_args', named + problemsLine(problemsOf(result.error)))
  return valueBytes(row) + valueBytes(patch)
}

/**
 * Adds a row; one without an id gets the next one.
 * @throws SteeringError `not_found` for an unknown collection; `conflict` for an id that is taken; `invalid_args` for what makes no row, or one that contradicts another; then nothing has changed
 */
function addRow(sandbox: Sandbox, name: string, fields: object): RowPlace {
  const { tables, controlCallsMade } = sandbox.world
  const collection = collectionNamed(name)
  const given = rowId.safeParse('id' in fields ? fields.id : tables[collection].lastId + 1)
  if (!given.success) throw new SteeringError('invalid_args', 'id: is not an id that a row can have')
  const id = given.data
  if (tables[collection].get(id) !== undefined)
    throw new SteeringError(
      'conflict',
      `${collection} has a row ${id}`,
      `PATCH /_sim/state/${collection}/${id} edits it`,
    )
  const change: Change = { collection, id, patch: fields }
  const result = checkChange(undefined, change)
  if (!result.success) throw new SteeringError('invalid_args', problemsLine(problemsOf(result.error)))
  make(sandbox, [change], valueBytes(fields))
  controlCallsMade.add('POST /_sim/state/{collection}')
  return { collection, id }
}

/** Removes a row. @throws SteeringError `not_found`; `conflict` when other rows refer to it; then nothing has changed */
function removeRow({ world }: Sandbox, { collection, id }: RowPlace): RowPlace {
  const { tables, controlCallsMade } = world
  if (tables[collection].get(id) === undefined) throw noRow(collection, id)
  const change: Change = { collection, id, patch: undefined }
  // A fixture may leave out some rows that others refer to; a row that is there is needed by those that refer to it.
  const why = contradiction(world, [change], () => false)
  if (why !== undefined) throw new SteeringError('conflict', `${collection} ${id} is in use: ${why}`)
  makeChange(world, change)
  controlCallsMade.add('DELETE /_sim/state/{collection}/{id}')
  return { collection, id }
}

const noRow = (collection: Collection, id: number | string, deletedBy: number | null = null): SteeringError =>
  new SteeringError(
    'not_found',
    `${collection} has no row ${id}`,
    deletedBy === null ? undefined : `exchange ${deletedBy} deleted it`,
  )

const place = strictObject({ collection: z.enum(collections), id: z.int() })
const edited = place.extend({ hint: z.string().optional().describe('Which part of the patch changed nothing.') })
const exchangeId = z.int().nullable()

/** The world's data as a fixture document, and one row of it. */
export const stateCalls = {
  get: call('GET /state', {
    summary: 'The data as a fixture document',
    shows: fixtureDocument,
    act: ({ sandbox: { world } }) => writeFixture(world.tables, world.invention),
    show: (text) => new WrittenBody(text),
  }),
  import: call('PUT /state', {
    summary: 'Replaces the data; a bad document changes nothing',
    takes: z.unknown(),
    document: fixtureDocument.omit({ rules: true }),
    shows: strictObject({ imported: z.literal(true) }),
    act: ({ sandbox }, document) => {
      if (typeof document !== 'object' || document === null || Object.keys(document).length === 0)
        throw new SteeringError('invalid_args', 'the body is not a fixture document', 'GET /_sim/state shows one')
      if ('rules' in document)
        throw new SteeringError('invalid_args', 'rules: are chosen when a world opens', 'POST /_sim/reset takes them')
      sandbox.import(checkGenerated(readFixture([inlineSource(document)])))
    },
    tells: () => 'state replaced',
    show: () => ({ imported: true }),
  }),
  getRow: call('GET /state/:collection/:id', {
    summary: 'One row, and the requests that created and last changed it',
    shows: place.extend({ row: z.looseObject({}), created_by: exchangeId, changed_by: exchangeId }),
    act: ({ sandbox, params }) => lookUpRow(sandbox, rowAt(params)),
  }),
  addRow: call('POST /state/:collection', {
    summary: 'Adds a row; without an id it gets the next one',
    takes: namedValues(json),
    shows: strictObject({ added: place }),
    act: ({ sandbox, params }, fields) => addRow(sandbox, params.collection, fields),
    tells: (_, { params: { collection } }) => `row added to ${collection}`,
    show: (added) => ({ added }),
  }),
  editRows: call('PATCH /state', {
    summary: 'Changes fields of several rows by collection and id, all or none; null unsets a field',
    takes: rowEdits,
    shows: strictObject({ edited: z.array(edited) }),
    act: ({ sandbox }, edits) => editRows(sandbox, edits),
    tells: (edits) => `${edits.length} rows edited`,
    show: (rows) => ({ edited: rows }),
  }),
  editRow: call('PATCH /state/:collection/:id', {
    summary: 'Changes fields of a row; null unsets a field',
    takes: namedValues(json),
    shows: strictObject({ edited }),
    check: rowAt,
    act: ({ sandbox, params }, patch) => editRow(sandbox, rowAt(params), patch),
    tells: (_, { params: { collection, id } }) => `${collection}/${id} edited`,
    show: (row) => ({ edited: row }),
  }),
  removeRow: call('DELETE /state/:collection/:id', {
    summary: 'Deletes a row to which no other row refers',
    shows: strictObject({ removed: place }),
    act: ({ sandbox, params }) => removeRow(sandbox, rowAt(params)),
    tells: (_, { params: { collection, id } }) => `${collection}/${id} deleted`,
    show: (removed) => ({ removed }),
  }),
}
