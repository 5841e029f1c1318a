import { isObject } from '../../kernel/object.ts'
import type { RowWrite } from '../../kernel/writes.ts'
import { declarations, collections } from '../../marketplace/collections.ts'
import { ordered } from '../fixtures/export.ts'
import type { RowChange } from './exchange.ts'
import { type Hide, redactedJson } from './redact.ts'

/** Writes as changes: of each row one, from first to last, and none where that is the same. */
export function changesOf(writes: readonly RowWrite[], hide: Hide): readonly RowChange[] {
  const byRow = new Map<string, Pick<RowWrite, 'collection' | 'id' | 'before' | 'after'>>()
  for (const { collection, id, before, after } of writes) {
    const row = `${collection} ${id}`
    byRow.set(row, { collection, id, before: byRow.has(row) ? byRow.get(row)?.before : before, after })
  }
  return [...byRow.values()].flatMap(({ collection, id, ...row }) => {
    const before = textOf(collection, row.before)
    const after = textOf(collection, row.after)
    return before === after ? [] : [{ collection, id, before: shown(before, hide), after: shown(after, hide) }]
  })
}

function textOf(name: string, row: object | undefined): string {
  const collection = collections.find((each) => each === name)
  if (row === undefined || collection === undefined) return ''
  return JSON.stringify(ordered(declarations[collection].row, [row])[0])
}

function shown(text: string, hide: Hide): RowChange['before'] {
  const value = text === '' ? null : redactedJson(hide(text))
  if (!isObject(value)) return null
  const fields: readonly [string, unknown][] = Object.entries(value)
  return Object.fromEntries(fields)
}
