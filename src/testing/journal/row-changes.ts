import { isObject } from '../../kernel/object.ts'
import type { ChangedRow } from '../../marketplace/tables.ts'
import { rowAsExported } from '../fixtures/export.ts'
import type { RowChange } from './exchange.ts'
import { type Redactor, redactedJson } from './redact.ts'

/** The rows that differ as an exported state has them, without secrets: an edit may write what was there. */
export const changesOf = (rows: readonly ChangedRow[], redact: Redactor): readonly RowChange[] =>
  rows.flatMap(({ collection, id, ...row }) => {
    const textOf = (of: object | undefined): string =>
      of === undefined ? '' : JSON.stringify(rowAsExported(collection, of))
    const [before, after] = [textOf(row.before), textOf(row.after)]
    return before === after ? [] : [{ collection, id, before: shown(before, redact), after: shown(after, redact) }]
  })

function shown(text: string, redact: Redactor): RowChange['before'] {
  const value = text === '' ? null : redactedJson(redact(text))
  return isObject(value) ? value : null
}
