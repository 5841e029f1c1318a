import { workerBody, workerDeleted, workerDone, workerList, workerParams } from './schema.ts'
import { catalogue } from '../../catalogue.ts'
import { endpoint } from '../../operation/route.ts'
import { createWorkers, deleteWorkers, updateWorkers, listWorkers } from './worker-group.ts'

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

const list = endpoint(
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

const create = endpoint(
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

const update = endpoint(
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

const remove = endpoint(
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
