import { route } from '../operation/route.ts'
import { create, list, remove, update } from './operations.ts'
import { createWorkers, deleteWorkers, updateWorkers, listWorkers } from './worker-group.ts'

export const workerGroupRoutes = [
  route(list, (sim, user) => ({ success: true, results: listWorkers(sim, user) })),
  route(create, (sim, user, { body }) => ({ success: true, id: createWorkers(sim, user, body) })),
  route(update, (sim, user, { params, body }) => {
    updateWorkers(sim, user, params.id, body)
    return { success: true, id: params.id }
  }),
  route(remove, (sim, user, { params }) => {
    deleteWorkers(sim, user, params.id)
    return {
      success: true,
      id: params.id,
      deleted_workers: [],
      failed_workers: [],
      msg: `deleted worker group ${params.id}`,
    }
  }),
]
