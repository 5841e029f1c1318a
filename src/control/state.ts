import { fixtureDocument } from '../testing/fixtures/document.ts'
import { SteeringError } from './error.ts'
import { z } from 'zod'
import { json, namedValues, strictObject } from '../kernel/wire.ts'
import { collections } from '../marketplace/collections.ts'
import { writeFixture } from '../testing/fixtures/export.ts'
import { readFixture } from '../testing/fixtures/read.ts'
import { inlineSource } from '../testing/fixtures/source.ts'
import { call, WrittenBody } from './call.ts'
import { checkGenerated } from './server-start.ts'
import { addRow, editRow, editRows, lookUpRow, removeRow, rowAt, rowEdits } from './rows.ts'

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
