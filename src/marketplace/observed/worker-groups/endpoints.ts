import { refuse } from '../../../kernel/refusal.ts'
import { requireOwnRow } from '../../own-row.ts'
import type { Sim } from '../../sim.ts'
import type { EndpointGroupRow } from '../../endpoint-groups/schema.ts'
import type { UserRow } from '../../users/collections.ts'
import {
  type WorkerGroupRow,
  type ShownWorkers,
  type WorkerBody,
  workerBody,
  workerDeleted,
  workerDone,
  workerList,
  workerParams,
} from './schema.ts'
import { catalogue } from '../../catalogue.ts'
import { observedEndpoint } from '../../operation/route.ts'

/** The worker groups of a user, as a listing shows them. */
function listWorkers(sim: Sim, user: UserRow): readonly ShownWorkers[] {
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

function createWorkers(sim: Sim, user: UserRow, body: WorkerBody): number {
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

function updateWorkers(sim: Sim, user: UserRow, id: number, body: WorkerBody): void {
  const row = ownWorkers(sim, user, id)
  const group = findEndpoint(sim, user, body)
  sim.tables.worker_groups.put({ ...row, ...settingsIn(body), endpoint_id: group?.id ?? row.endpoint_id })
}

function deleteWorkers(sim: Sim, user: UserRow, id: number): void {
  ownWorkers(sim, user, id)
  sim.tables.worker_groups.delete(id)
}

const ownWorkers = ({ tables }: Sim, user: UserRow, id: number): WorkerGroupRow =>
  requireOwnRow(tables.worker_groups, user, id, catalogue['worker-groups.unknown'], `you have no worker group ${id}`)

const all = {
  path: '/api/v0/workergroups/',
  otherPaths: [{ path: '/api/v0/autojobs/', availability: catalogue['worker-groups.older-name'] }],
  scope: 'misc',
} as const

const one = {
  path: '/api/v0/workergroups/{id}/',
  otherPaths: [{ path: '/api/v0/autojobs/{id}/', availability: catalogue['worker-groups.older-name'] }],
  scope: 'misc',
  params: workerParams,
} as const

const body = workerBody.meta({ id: 'WorkerGroupInput' })

const list = observedEndpoint(
  {
    ...all,
    id: 'worker-groups.list',
    method: 'GET',
    summary: "List the user's worker groups",
    response: workerList,
    success: catalogue['worker-groups.list.lists-own'],
    rules: ['worker-groups.list.*'],
  },
  (sim, user) => ({ success: true, results: listWorkers(sim, user) }),
)

const create = observedEndpoint(
  {
    ...all,
    id: 'worker-groups.create',
    method: 'POST',
    summary: 'Create a worker group',
    body,
    response: workerDone,
    success: catalogue['worker-groups.create.creates'],
    rules: ['worker-groups.endpoint-unknown', 'worker-groups.create.*'],
    stores: true,
  },
  (sim, user, { body }) => ({ success: true, id: createWorkers(sim, user, body) }),
)

const update = observedEndpoint(
  {
    ...one,
    id: 'worker-groups.update',
    method: 'PUT',
    summary: 'Update a worker group',
    body,
    response: workerDone,
    success: catalogue['worker-groups.update.updates'],
    rules: ['worker-groups.endpoint-unknown', 'worker-groups.unknown', 'worker-groups.update.*'],
    stores: true,
  },
  (sim, user, { params, body }) => {
    updateWorkers(sim, user, params.id, body)
    return { success: true, id: params.id }
  },
)

const remove = observedEndpoint(
  {
    ...one,
    id: 'worker-groups.delete',
    method: 'DELETE',
    summary: 'Delete a worker group',
    response: workerDeleted,
    success: catalogue['worker-groups.delete.deletes'],
    rules: ['worker-groups.unknown', 'worker-groups.delete.*'],
  },
  (sim, user, { params }) => {
    deleteWorkers(sim, user, params.id)
    return {
      success: true,
      id: params.id,
      deleted_workers: [],
      failed_workers: [],
      msg: `deleted worker group ${params.id}`,
    }
  },
)

export const workerGroupEndpoints = [list, create, update, remove]
