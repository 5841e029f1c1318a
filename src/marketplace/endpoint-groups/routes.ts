import { route } from '../operation/route.ts'
import { createGroup, deleteGroup, presentGroup, updateGroup } from './endpoint-group.ts'
import { create, list, remove, update } from './operations.ts'

export const endpointGroupRoutes = [
  route(update, (sim, user, { params, body }) => {
    updateGroup(sim, user, params.id, body)
    return { success: true }
  }),
  route(list, ({ tables, invention }, user) => ({
    success: true,
    results: tables.endpoint_groups.where('user_id', user.id).map((group) => presentGroup(group, invention)),
  })),
  route(create, (sim, user, { body }) => ({ success: true, result: createGroup(sim, user, body).id })),
  route(remove, (sim, user, { params }) => {
    deleteGroup(sim, user, params.id)
    return { success: true }
  }),
]
