import {
  createBody,
  creationResult,
  furtherGroupFields,
  groupFields,
  groupParams,
  groupList,
  successResult,
  updateBody,
  widerUpdateBody,
} from './schema.ts'
import { catalogue } from '../catalogue.ts'
import { endpoint } from '../operation/route.ts'
import { createGroup, deleteGroup, presentGroup, updateGroup } from './endpoint-group.ts'

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
  (sim, user, { params, body }) => {
    updateGroup(sim, user, params.id, body)
    return { success: true }
  },
)

const list = endpoint(
  {
    id: 'endpoint-groups.list',
    method: 'GET',
    path: '/api/v0/endptjobs/',
    summary: "List the user's endpoint groups",
    availability: catalogue['routing.neighbouring-operations'],
    scope: 'misc',
    response: groupList.meta({ id: 'EndpointGroupList' }),
    success: catalogue['endpoint-groups.list.lists-own'],
  },
  ({ tables, invention }, user) => ({
    success: true,
    results: tables.endpoint_groups.where('user_id', user.id).map((group) => presentGroup(group, invention)),
  }),
)

const create = endpoint(
  {
    id: 'endpoint-groups.create',
    method: 'POST',
    path: '/api/v0/endptjobs/',
    summary: 'Create an endpoint group',
    availability: catalogue['routing.neighbouring-operations'],
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

const remove = endpoint(
  {
    id: 'endpoint-groups.delete',
    method: 'DELETE',
    path: '/api/v0/endptjobs/{id}/',
    summary: 'Delete an endpoint group',
    availability: catalogue['routing.neighbouring-operations'],
    scope: 'misc',
    params: groupParams,
    response: successResult.meta({ id: 'EndpointGroupDeletionResult' }),
    success: catalogue['endpoint-groups.delete.deletes'],
    rules: ['endpoint-groups.delete.*'],
  },
  (sim, user, { params }) => {
    deleteGroup(sim, user, params.id)
    return { success: true }
  },
)

export const endpointGroupEndpoints = [update, list, create, remove]
