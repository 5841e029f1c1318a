import { refuse } from '../../kernel/refusal.ts'
import type { Invention } from '../../kernel/invention.ts'
import { sha256Hex } from '../../kernel/secret.ts'
import type { RefusalRule } from '../../kernel/rule.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import type { EndpointGroupRow } from './collections.ts'
import { type CreateBody, furtherGroupFields, type ShownGroup, type UpdateBody } from './schema.ts'
import { catalogue } from '../catalogue.ts'

/** Replaces the scaling parameters that are given. */
export function updateGroup(sim: Sim, user: UserRow, id: number, body: UpdateBody): void {
  const { tables, trace } = sim
  const group = ownGroup(sim, user, id, catalogue['endpoint-groups.update.group-unknown'])
  const { client_id, endptjob_id, ...changes } = body
  const isWider = client_id !== undefined || endptjob_id !== undefined || hasFurtherParameter(changes)
  if (isWider) trace.apply(catalogue['endpoint-groups.update.further-parameters'])
  trace.apply(catalogue['endpoint-groups.update.updates'])
  tables.endpoint_groups.put({ ...group, ...changes })
}

/** Whether a body gives a parameter that the contract does not name. */
const hasFurtherParameter = (body: object): boolean => Object.keys(furtherGroupFields).some((field) => field in body)

/** Stores a new endpoint group. */
export function createGroup({ tables, trace, rules, clock }: Sim, user: UserRow, body: CreateBody): EndpointGroupRow {
  const { client_id: _, ...given } = body
  const id = tables.endpoint_groups.nextId()
  const defaults = { ...rules.valueOf(catalogue['endpoint-groups.create.defaults']), endpoint_name: `endpoint-${id}` }
  if (Object.keys(defaults).some((field) => !(field in given)))
    trace.apply(catalogue['endpoint-groups.create.defaults'])
  return tables.endpoint_groups.put({ ...defaults, ...given, id, user_id: user.id, created_at: clock.nowSeconds })
}

export function deleteGroup(sim: Sim, user: UserRow, id: number): void {
  ownGroup(sim, user, id, catalogue['endpoint-groups.delete.group-unknown'])
  for (const { id: workers } of sim.tables.worker_groups.where('endpoint_id', id))
    sim.tables.worker_groups.delete(workers)
  sim.tables.endpoint_groups.delete(id)
}

function ownGroup({ tables }: Sim, user: UserRow, id: number, unknown: RefusalRule): EndpointGroupRow {
  const group = tables.endpoint_groups.get(id)
  if (group?.user_id !== user.id) throw refuse(unknown, `you have no endpoint group ${id}`)
  return group
}

/** As a listing shows it: null where a parameter has no value. The key follows from the id, and is no key of a user. */
export const presentGroup = (group: EndpointGroupRow, { epochSeconds }: Invention): ShownGroup => ({
  api_key: sha256Hex(`key of endpoint group ${group.id}`),
  created_at: epochSeconds,
  auto_delete_in_seconds: null,
  auto_delete_due_24h: false,
  min_cold_load: null,
  endpoint_state: 'active',
  max_queue_time: null,
  target_queue_time: null,
  inactivity_timeout: null,
  autoscaler_instance: null,
  ...group,
})
