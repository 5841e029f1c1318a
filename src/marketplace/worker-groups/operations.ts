import { operation } from '../operation/operation.ts'
import { workerBody, workerDeleted, workerDone, workerList, workerParams } from './schema.ts'
import { catalogue } from '../catalogue.ts'

const all = {
  path: '/api/v0/workergroups/',
  otherPaths: [{ path: '/api/v0/autojobs/', availability: catalogue['worker-groups.older-name'] }],
  availability: catalogue['routing.neighbouring-operations'],
  scope: 'misc',
} as const
const one = {
  path: '/api/v0/workergroups/{id}/',
  otherPaths: [{ path: '/api/v0/autojobs/{id}/', availability: catalogue['worker-groups.older-name'] }],
  availability: catalogue['routing.neighbouring-operations'],
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
  success: catalogue['worker-groups.list.lists-own'],
  rules: ['worker-groups.list.*'],
})

export const create = operation({
  ...all,
  id: 'worker-groups.create',
  method: 'POST',
  summary: 'Create a worker group',
  body,
  response: workerDone,
  success: catalogue['worker-groups.create.creates'],
  rules: ['worker-groups.endpoint-unknown', 'worker-groups.create.*'],
  stores: true,
})

export const update = operation({
  ...one,
  id: 'worker-groups.update',
  method: 'PUT',
  summary: 'Update a worker group',
  body,
  response: workerDone,
  success: catalogue['worker-groups.update.updates'],
  rules: ['worker-groups.endpoint-unknown', 'worker-groups.unknown', 'worker-groups.update.*'],
  stores: true,
})

export const remove = operation({
  ...one,
  id: 'worker-groups.delete',
  method: 'DELETE',
  summary: 'Delete a worker group',
  response: workerDeleted,
  success: catalogue['worker-groups.delete.deletes'],
  rules: ['worker-groups.unknown', 'worker-groups.delete.*'],
})
