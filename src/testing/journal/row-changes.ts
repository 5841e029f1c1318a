import { isObject } from '../../kernel/object.ts'
import type { RowWrite } from '../../kernel/writes.ts'
import { collections } from '../../marketplace/collections.ts'
import { rowAsExported } from '../fixtures/export.ts'
import type { RowChange } from './exchange.ts'
import { type Hide, redactedJson } from './redact.ts'

/** What an exchange made of a row: its JSON before and after, empty where there was or is none. */
interface NetWrite extends Pick<RowWrite, 'collection' | 'id'> {
  readonly before: string
  readonly after: string
}

/** Of the writes of an exchange one for each row, from first to last, and none where that is the same. */
export function netWrites(writes: readonly RowWrite[]): readonly NetWrite[] {
  const byRow = new Map<string, Pick<RowWrite, 'collection' | 'id' | 'before' | 'after'>>()
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

/** The changes that an exchange made, without secrets. */
export const changesOf = (writes: readonly RowWrite[], hide: Hide): readonly RowChange[] =>
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
