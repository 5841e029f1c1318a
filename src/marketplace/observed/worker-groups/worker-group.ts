import { refuse } from '../../../kernel/refusal.ts'
import type { Sim } from '../../sim.ts'
import type { EndpointGroupRow } from '../../endpoint-groups/collections.ts'
import type { UserRow } from '../../users/collections.ts'
import type { WorkerGroupRow } from './collections.ts'
import type { ShownWorkers, WorkerBody } from './schema.ts'
import { catalogue } from '../../catalogue.ts'

/** The worker groups of a user, as a listing shows them. */
export function listWorkers(sim: Sim, user: UserRow): readonly ShownWorkers[] {
  const { tables, invention, rules } = sim
  return tables.worker_groups.where('user_id', user.id).map((row) => ({
    template_hash: null,
    template_id: null,
    search_params: null,
    launch_args: null,
    gpu_ram: null,
    created_at: invention.epochSeconds,
    ...rules.valueOf(catalogue['worker-groups.create.defaults']),
    ...row,
    search_query: row.search_params ?? null,
    endpoint_name: tables.endpoint_groups.get(row.endpoint_id)?.endpoint_name ?? '',
  }))
}

/** The endpoint group that a body names; undefined where it names none. @throws Refusal of one that the user does not have */
function findEndpoint({ tables, trace }: Sim, user: UserRow, { endpoint_id, endpoint_name }: WorkerBody) {
  if (endpoint_id === undefined && endpoint_name === undefined) return undefined
  const isMeant = (group: EndpointGroupRow): boolean =>
    endpoint_id === undefined ? group.endpoint_name === endpoint_name : group.id === endpoint_id
  const [group, ...others] = tables.endpoint_groups.where('user_id', user.id).filter(isMeant)
  if (group === undefined)
    throw refuse(
      catalogue['worker-groups.endpoint-unknown'],
      `you have no endpoint group ${endpoint_id ?? endpoint_name}`,
    )
  if (others.length > 0)
    trace.addHint(`endpoint_name: ${others.length + 1} endpoint groups have it, and the first, ${group.id}, is taken`)
  return group
}

const settingsIn = ({
  endpoint_id: _endpoint,
  endpoint_name: _name,
  client_id: _client,
  autojob_id: _job,
  ...settings
}: WorkerBody) => settings

export function createWorkers(sim: Sim, user: UserRow, body: WorkerBody): number {
  const { tables, clock, trace, rules } = sim
  const group = findEndpoint(sim, user, body)
  if (group === undefined)
    throw refuse(catalogue['worker-groups.endpoint-unknown'], 'endpoint_id or endpoint_name: is missing')
  const id = tables.worker_groups.nextId()
  const defaults = rules.valueOf(catalogue['worker-groups.create.defaults'])
  if (Object.keys(defaults).some((field) => !(field in body))) trace.apply(catalogue['worker-groups.create.defaults'])
  const stored = { id, user_id: user.id, endpoint_id: group.id, created_at: clock.nowSeconds }
  tables.worker_groups.put({ ...defaults, ...settingsIn(body), ...stored })
  return id
}

export function updateWorkers(sim: Sim, user: UserRow, id: number, body: WorkerBody): void {
  const row = ownWorkers(sim, user, id)
  const group = findEndpoint(sim, user, body)
  sim.tables.worker_groups.put({ ...row, ...settingsIn(body), endpoint_id: group?.id ?? row.endpoint_id })
}

export function deleteWorkers(sim: Sim, user: UserRow, id: number): void {
  ownWorkers(sim, user, id)
  sim.tables.worker_groups.delete(id)
}

function ownWorkers({ tables }: Sim, user: UserRow, id: number): WorkerGroupRow {
  const row = tables.worker_groups.get(id)
  if (row?.user_id !== user.id) throw refuse(catalogue['worker-groups.unknown'], `you have no worker group ${id}`)
  return row
}
