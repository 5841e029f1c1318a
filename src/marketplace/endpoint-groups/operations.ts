import { operation } from '../operation/operation.ts'
import { neighbouringOperations } from '../operation/rules.ts'
import { createRules, deleteRules, furtherParameters, listRules, updateRules, updateStatus } from './rules.ts'
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

const everyField = Object.fromEntries(
  Object.keys({ ...groupFields, ...furtherGroupFields }).map((field) => [field, updateRules.ranges]),
)

const wider = { body: widerUpdateBody }
const declared = {}

export const update = operation({
  id: 'endpoint-groups.update',
  method: 'PUT',
  path: '/api/v0/endptjobs/{id}/',
  summary: 'Update an endpoint group',
  scope: 'misc',
  thresholdSeconds: 2,
  params: groupParams,
  body: updateBody,
  response: successResult.meta({ id: 'EndpointGroupUpdateResult' }),
  schemasUnder: (rules) => (rules.shapes(furtherParameters) ? wider : declared),
  success: updateStatus,
  rules: { ...updateRules, furtherParameters },
  stores: true,
  above: { target_util: updateRules.targetUtilMaximum },
  outside: everyField,
})

export const list = operation({
  id: 'endpoint-groups.list',
  method: 'GET',
  path: '/api/v0/endptjobs/',
  summary: "List the user's endpoint groups",
  availability: neighbouringOperations,
  scope: 'misc',
  response: groupList.meta({ id: 'EndpointGroupList' }),
  success: listRules.listsOwn,
})

const { ranges, targetUtilMaximum } = updateRules

export const create = operation({
  id: 'endpoint-groups.create',
  method: 'POST',
  path: '/api/v0/endptjobs/',
  summary: 'Create an endpoint group',
  availability: neighbouringOperations,
  scope: 'misc',
  body: createBody.meta({ id: 'EndpointGroupCreation' }),
  response: creationResult.meta({ id: 'EndpointGroupCreationResult' }),
  success: createRules.creates,
  rules: { ...createRules, ranges, targetUtilMaximum },
  stores: true,
  above: { target_util: targetUtilMaximum },
  outside: everyField,
})

export const remove = operation({
  id: 'endpoint-groups.delete',
  method: 'DELETE',
  path: '/api/v0/endptjobs/{id}/',
  summary: 'Delete an endpoint group',
  availability: neighbouringOperations,
  scope: 'misc',
  params: groupParams,
  response: successResult.meta({ id: 'EndpointGroupDeletionResult' }),
  success: deleteRules.deletes,
  rules: deleteRules,
})
