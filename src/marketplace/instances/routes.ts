import type { Sim } from '../../kernel/sim.ts'
import { route } from '../operation/route.ts'
import type { TemplateTables } from '../templates/collections.ts'
import { createInstance } from './create.ts'
import { listInstances } from './list.ts'
import { create, list } from './operations.ts'
import type { InstanceTables } from './collections.ts'

export const instanceRoutes = [
  route(create, (sim: Sim<InstanceTables & TemplateTables>, user, { params, body }) => ({
    success: true,
    new_contract: createInstance(sim, user, params.id, body).id,
  })),
  route(list, listInstances),
]
