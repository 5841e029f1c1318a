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
import { choiceOf, refusal, valued } from '../catalogue.ts'

const everyField = Object.fromEntries(
  Object.keys({ ...groupFields, ...furtherGroupFields }).map((field) => [
    field,
    refusal('endpoint-groups.update.ranges'),
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
  limit: refusal('endpoint-groups.update.rate-limit'),
  params: groupParams,
  body: updateBody,
  response: successResult.meta({ id: 'EndpointGroupUpdateResult' }),
  schemasUnder: (rules) => (rules.shapes(choiceOf('endpoint-groups.update.further-parameters')) ? wider : declared),
  success: valued('endpoint-groups.update.statuses'),
  rules: ['endpoint-groups.update.*'],
  stores: true,
  above: { target_util: refusal('endpoint-groups.update.target-util-maximum') },
  outside: everyField,
})

export const list = operation({
  id: 'endpoint-groups.list',
  method: 'GET',
  path: '/api/v0/endptjobs/',
  summary: "List the user's endpoint groups",
  availability: choiceOf('routing.neighbouring-operations'),
  scope: 'misc',
  response: groupList.meta({ id: 'EndpointGroupList' }),
  success: valued('endpoint-groups.list.lists-own'),
})

export const create = operation({
  id: 'endpoint-groups.create',
  method: 'POST',
  path: '/api/v0/endptjobs/',
  summary: 'Create an endpoint group',
  availability: choiceOf('routing.neighbouring-operations'),
  scope: 'misc',
  body: createBody.meta({ id: 'EndpointGroupCreation' }),
  response: creationResult.meta({ id: 'EndpointGroupCreationResult' }),
  success: valued('endpoint-groups.create.creates'),
  rules: ['endpoint-groups.create.*', 'endpoint-groups.update.ranges', 'endpoint-groups.update.target-util-maximum'],
  stores: true,
  above: { target_util: refusal('endpoint-groups.update.target-util-maximum') },
  outside: everyField,
})

export const remove = operation({
  id: 'endpoint-groups.delete',
  method: 'DELETE',
  path: '/api/v0/endptjobs/{id}/',
  summary: 'Delete an endpoint group',
  availability: choiceOf('routing.neighbouring-operations'),
  scope: 'misc',
  params: groupParams,
  response: successResult.meta({ id: 'EndpointGroupDeletionResult' }),
  success: valued('endpoint-groups.delete.deletes'),
  rules: ['endpoint-groups.delete.*'],
})
