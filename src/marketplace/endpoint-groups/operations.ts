import { operation } from '../operation/operation.ts'
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

const everyField = Object.fromEntries(
  Object.keys({ ...groupFields, ...furtherGroupFields }).map((field) => [
    field,
    catalogue['endpoint-groups.update.ranges'],
  ]),
)

const wider = { body: widerUpdateBody }
const declared = {}

export const update = operation({
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
})

export const list = operation({
  id: 'endpoint-groups.list',
  method: 'GET',
  path: '/api/v0/endptjobs/',
  summary: "List the user's endpoint groups",
  availability: catalogue['routing.neighbouring-operations'],
  scope: 'misc',
  response: groupList.meta({ id: 'EndpointGroupList' }),
  success: catalogue['endpoint-groups.list.lists-own'],
})

export const create = operation({
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
})

export const remove = operation({
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
})
