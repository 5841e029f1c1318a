import { refuse } from '../kernel/refusal.ts'
import type { Row } from '../kernel/row-set.ts'
import type { RefusalRule } from '../kernel/rule.ts'
import type { Table } from '../kernel/table.ts'
import type { UserRow } from './users/collections.ts'

interface OwnedRow extends Row {
  readonly user_id: number
}

/** The user's own row with this id; undefined where there is none. */
export function ownRow<R extends OwnedRow>(table: Table<R>, user: UserRow, id: number): R | undefined {
  const row = table.get(id)
  return row?.user_id === user.id ? row : undefined
}

/** @throws Refusal `unknown` where the user has no such row */
export function requireOwnRow<R extends OwnedRow>(
  table: Table<R>,
  user: UserRow,
  id: number,
  unknown: RefusalRule,
  text: string,
): R {
  const row = ownRow(table, user, id)
  if (row === undefined) throw refuse(unknown, text)
  return row
}
