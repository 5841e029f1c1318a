import type { Sim } from '../../kernel/sim.ts'
import { route } from '../operation/route.ts'
import { updateGroup } from './endpoint-group.ts'
import { update } from './operations.ts'
import type { EndpointGroupTables } from './collections.ts'

export const endpointGroupRoutes = [
  route(update, (sim: Sim<EndpointGroupTables>, user, { params, body }) => {
    updateGroup(sim, user, params.id, body)
    return { success: true }
  }),
]
