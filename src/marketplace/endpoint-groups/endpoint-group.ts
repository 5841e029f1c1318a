import { refuse } from '../../kernel/refusal.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import { updateRules } from './rules.ts'
import type { UpdateBody } from './schema.ts'

/** Replaces the scaling parameters that are given. */
export function updateGroup({ tables, trace }: Sim, user: UserRow, id: number, changes: UpdateBody): void {
  const group = tables.endpoint_groups.get(id)
  if (group?.user_id !== user.id) throw refuse(updateRules.groupUnknown, `you have no endpoint group ${id}`)
  trace.apply(updateRules.updates)
  tables.endpoint_groups.put(Object.assign({ ...group }, changes))
}
