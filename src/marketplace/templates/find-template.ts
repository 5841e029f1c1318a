import { refuse } from '../../kernel/refusal.ts'
import type { RefusalRule } from '../../kernel/rule.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import type { TemplateRow } from './collections.ts'

/** Whether a user may see a template: another user's private one is unknown. */
export const isVisible = (row: TemplateRow, user: UserRow): boolean =>
  row.creator_id === user.id || row.private !== true

/**
 * The template that has this hash_id now.
 * @throws Refusal `unknown`; where an edit retired the hash_id, the hint names the new one
 */
export function templateByHash(
  { tables }: Sim,
  user: UserRow,
  hashId: string,
  unknown: RefusalRule,
  text = `no template has the hash_id ${hashId}`,
): TemplateRow {
  const template = tables.templates.where('hash_id', hashId).find((row) => isVisible(row, user))
  if (template !== undefined) return template
  const edited = tables.templates.values().find((row) => isVisible(row, user) && row.retired_hash_ids.includes(hashId))
  const hint = edited && `hash_id ${hashId} was retired by an edit; template ${edited.id} now has ${edited.hash_id}`
  throw refuse(unknown, text, hint)
}
