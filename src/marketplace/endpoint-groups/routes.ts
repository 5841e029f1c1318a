import { route } from '../operation/route.ts'
import { updateGroup } from './endpoint-group.ts'
import { update } from './operations.ts'

export const endpointGroupRoutes = [
  route(update, (sim, user, { params, body }) => {
    updateGroup(sim, user, params.id, body)
    return { success: true }
  }),
]
