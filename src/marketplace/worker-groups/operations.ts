import { operation } from '../operation/operation.ts'
import { neighbouringOperations } from '../operation/rules.ts'
import { createRules, deleteRules, listRules, olderName, updateRules } from './rules.ts'
import { workerBody, workerDeleted, workerDone, workerList, workerParams } from './schema.ts'

const all = {
  path: '/api/v0/workergroups/',
  otherPaths: [{ path: '/api/v0/autojobs/', availability: olderName }],
  availability: neighbouringOperations,
  scope: 'misc',
} as const
const one = {
  path: '/api/v0/workergroups/{id}/',
  otherPaths: [{ path: '/api/v0/autojobs/{id}/', availability: olderName }],
  availability: neighbouringOperations,
  scope: 'misc',
  params: workerParams,
} as const
const body = workerBody.meta({ id: 'WorkerGroupInput' })

export const list = operation({
  ...all,
  id: 'worker-groups.list',
  method: 'GET',
  summary: "List the user's worker groups",
  response: workerList,
  success: listRules.lists,
  rules: listRules,
})

export const create = operation({
  ...all,
  id: 'worker-groups.create',
  method: 'POST',
  summary: 'Create a worker group',
  body,
  response: workerDone,
  success: createRules.creates,
  rules: createRules,
  stores: true,
})

export const update = operation({
  ...one,
  id: 'worker-groups.update',
  method: 'PUT',
  summary: 'Update a worker group',
  body,
  response: workerDone,
  success: updateRules.updates,
  rules: updateRules,
  stores: true,
})

export const remove = operation({
  ...one,
  id: 'worker-groups.delete',
  method: 'DELETE',
  summary: 'Delete a worker group',
  response: workerDeleted,
  success: deleteRules.deletes,
  rules: deleteRules,
})
