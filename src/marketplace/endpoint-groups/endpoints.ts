import type { Invention } from '../../kernel/invention.ts'
import { sha256Hex } from '../../kernel/secret.ts'
import type { RefusalRule } from '../../kernel/rule.ts'
import { requireOwnRow } from '../own-row.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import {
  type EndpointGroupRow,
  type CreateBody,
  furtherGroupFields,
  type ShownGroup,
  type UpdateBody,
  createBody,
  creationResult,
  groupFields,
  groupParams,
  groupList,
  successResult,
  updateBody,
  widerUpdateBody,
} from './schema.ts'
import { catalogue } from '../catalogue.ts'
import { endpoint, observedEndpoint } from '../operation/route.ts'

/** Replaces the scaling parameters that are given. */
function updateGroup(sim: Sim, user: UserRow, id: number, body: UpdateBody): void {
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
function createGroup({ tables, trace, rules, clock }: Sim, user: UserRow, body: CreateBody): EndpointGroupRow {
  const { client_id: _, ...given } = body
  const id = tables.endpoint_groups.nextId()
  const defaults = { ...rules.valueOf(catalogue['endpoint-groups.create.defaults']), endpoint_name: `endpoint-${id}` }
  if (Object.keys(defaults).some((field) => !(field in given)))
    trace.apply(catalogue['endpoint-groups.create.defaults'])
  return tables.endpoint_groups.put({ ...defaults, ...given, id, user_id: user.id, created_at: clock.nowSeconds })
}

function deleteGroup(sim: Sim, user: UserRow, id: number): void {
  ownGroup(sim, user, id, catalogue['endpoint-groups.delete.group-unknown'])
  for (const { id: workers } of sim.tables.worker_groups.where('endpoint_id', id))
    sim.tables.worker_groups.delete(workers)
  sim.tables.endpoint_groups.delete(id)
}

const ownGroup = ({ tables }: Sim, user: UserRow, id: number, unknown: RefusalRule): EndpointGroupRow =>
  requireOwnRow(tables.endpoint_groups, user, id, unknown, `you have no endpoint group ${id}`)

/** As a listing shows it: null where a parameter has no value. The key follows from the id, and is no key of a user. */
const presentGroup = (group: EndpointGroupRow, { epochSeconds }: Invention): ShownGroup => ({
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

const everyField = Object.fromEntries(
  Object.keys({ ...groupFields, ...furtherGroupFields }).map((field) => [
    field,
    catalogue['endpoint-groups.update.ranges'],
  ]),
)

const wider = { body: widerUpdateBody }

const declared = {}

const update = endpoint(
  {
    id: 'endpoint-groups.update',
    method: 'PUT',
    path: '/api/v0/endptjobs/{id}/',
    summary: 'Update an endpoint group',
    scope: 'misc',
    limit: catalogue['endpoint-groups.update.rate-limit'],
    params: groupParams,
    body: updateBody,
    response: successResult.meta({ id: 'EndpointGroupUpdateResult' }),
    schemasUnder: (rules) => (rules.shapes(catalogue['endpoint-groups.update.further-parameters']) ? wider : declared),
    success: catalogue['endpoint-groups.update.statuses'],
    rules: ['endpoint-groups.update.*'],
    stores: true,
    above: { target_util: catalogue['endpoint-groups.update.target-util-maximum'] },
    outside: everyField,
  },
  (sim, user, { params, body }) => updateGroup(sim, user, params.id, body),
)

const list = observedEndpoint(
  {
    id: 'endpoint-groups.list',
    method: 'GET',
    path: '/api/v0/endptjobs/',
    summary: "List the user's endpoint groups",
    scope: 'misc',
    response: groupList.meta({ id: 'EndpointGroupList' }),
    success: catalogue['endpoint-groups.list.lists-own'],
  },
  ({ tables, invention }, user) => ({
    success: true,
    results: tables.endpoint_groups.where('user_id', user.id).map((group) => presentGroup(group, invention)),
  }),
)

const create = observedEndpoint(
  {
    id: 'endpoint-groups.create',
    method: 'POST',
    path: '/api/v0/endptjobs/',
    summary: 'Create an endpoint group',
    scope: 'misc',
    body: createBody.meta({ id: 'EndpointGroupCreation' }),
    response: creationResult.meta({ id: 'EndpointGroupCreationResult' }),
    success: catalogue['endpoint-groups.create.creates'],
    rules: ['endpoint-groups.create.*', 'endpoint-groups.update.ranges', 'endpoint-groups.update.target-util-maximum'],
    stores: true,
    above: { target_util: catalogue['endpoint-groups.update.target-util-maximum'] },
    outside: everyField,
  },
  (sim, user, { body }) => ({ success: true, result: createGroup(sim, user, body).id }),
)

const remove = observedEndpoint(
  {
    id: 'endpoint-groups.delete',
    method: 'DELETE',
    path: '/api/v0/endptjobs/{id}/',
    summary: 'Delete an endpoint group',
    scope: 'misc',
    params: groupParams,
    response: successResult.meta({ id: 'EndpointGroupDeletionResult' }),
    success: catalogue['endpoint-groups.delete.deletes'],
    rules: ['endpoint-groups.delete.*'],
  },
  (sim, user, { params }) => deleteGroup(sim, user, params.id),
)

export const endpointGroupEndpoints = [update, list, create, remove]
