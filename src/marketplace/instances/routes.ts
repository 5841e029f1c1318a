import { route } from '../operation/route.ts'
import { createInstance } from './create.ts'
import { listInstances } from './list.ts'
import { adaptCreation } from './observed-creation.ts'
import { create, list } from './operations.ts'

export const instanceRoutes = [
  route(
    create,
    (sim, user, { params, body }) => ({
      success: true,
      new_contract: createInstance(sim, user, params.id, body).id,
    }),
    adaptCreation,
  ),
  route(list, listInstances),
]
