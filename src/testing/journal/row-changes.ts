import { isObject } from '../../kernel/object.ts'
import type { RowWrite } from '../../kernel/writes.ts'
import { collections } from '../../marketplace/collections.ts'
import { rowAsExported } from '../fixtures/export.ts'
import type { RowChange } from './exchange.ts'
import { type Hide, redactedJson } from './redact.ts'

/** A row at two instants, or in two worlds. */
type RowTwice = Pick<RowWrite, 'collection' | 'id' | 'before' | 'after'>

/** What an exchange made of a row: its JSON before and after, empty where there was or is none. */
interface NetWrite extends Pick<RowWrite, 'collection' | 'id'> {
  readonly before: string
  readonly after: string
}

/** Of the writes of an exchange one for each row, from first to last, and none where that is the same. */
export function netWrites(writes: readonly RowTwice[]): readonly NetWrite[] {
  const byRow = new Map<string, RowTwice>()
  for (const { collection, id, before, after } of writes) {
    const row = `${collection} ${id}`
    byRow.set(row, { collection, id, before: byRow.has(row) ? byRow.get(row)?.before : before, after })
  }
  return [...byRow.values()]
    .map(({ collection, id, before, after }) => ({
      collection,
      id,
      before: textOf(collection, before),
      after: textOf(collection, after),
    }))
    .filter(({ before, after }) => before !== after)
}

/** What differs between rows and what became of them, without secrets. */
export const changesOf = (writes: readonly RowTwice[], hide: Hide): readonly RowChange[] =>
  netWrites(writes).map(({ before, after, ...row }) => ({
    ...row,
    before: shown(before, hide),
    after: shown(after, hide),
  }))

function textOf(name: string, row: object | undefined): string {
  const collection = collections.find((each) => each === name)
  return row === undefined || collection === undefined ? '' : JSON.stringify(rowAsExported(collection, row))
}

function shown(text: string, hide: Hide): RowChange['before'] {
  const value = text === '' ? null : redactedJson(hide(text))
  if (!isObject(value)) return null
  const fields: readonly [string, unknown][] = Object.entries(value)
  return Object.fromEntries(fields)
}
