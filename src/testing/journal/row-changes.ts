import { isObject } from '../../kernel/object.ts'
import type { Collection } from '../../marketplace/collections.ts'
import type { ChangedRow } from '../../marketplace/tables.ts'
import { rowAsExported } from '../fixtures/export.ts'
import type { RowChange } from './exchange.ts'
import { type Hide, redactedJson } from './redact.ts'

/** A row as JSON before and after: empty where there was or is none. */
interface ChangedJson extends Pick<ChangedRow, 'collection' | 'id'> {
  readonly before: string
  readonly after: string
}

/** The rows that differ as an exported state has them: an edit may write what was there. */
export const changedJson = (rows: readonly ChangedRow[]): readonly ChangedJson[] =>
  rows
    .map(({ collection, id, before, after }) => ({
      collection,
      id,
      before: textOf(collection, before),
      after: textOf(collection, after),
    }))
    .filter(({ before, after }) => before !== after)

/** The rows that differ, without secrets. */
export const changesOf = (rows: readonly ChangedRow[], hide: Hide): readonly RowChange[] =>
  changedJson(rows).map(({ before, after, ...row }) => ({
    ...row,
    before: shown(before, hide),
    after: shown(after, hide),
  }))

const textOf = (collection: Collection, row: object | undefined): string =>
  row === undefined ? '' : JSON.stringify(rowAsExported(collection, row))

function shown(text: string, hide: Hide): RowChange['before'] {
  const value = text === '' ? null : redactedJson(hide(text))
  if (!isObject(value)) return null
  const fields: readonly [string, unknown][] = Object.entries(value)
  return Object.fromEntries(fields)
}
