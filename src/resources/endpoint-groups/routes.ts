import type { Sim } from '../../kernel/sim.ts'
import { route } from '../service/route.ts'
import { updateGroup } from './endpoint-group.ts'
import { update } from './operations.ts'
import type { EndpointGroupTables } from './state.ts'

export const endpointGroupRoutes = [
  route(update, (sim: Sim<EndpointGroupTables>, user, { params, body }) => {
    updateGroup(sim, user, params.id, body)
    return { success: true }
  }),
]
