import { route } from '../operation/route.ts'
import { createKey, deleteKey, listKeys } from './api-key.ts'
import { create, list, remove } from './operations.ts'

export const apiKeyRoutes = [
  route(list, (_, user) => ({ success: true, apikeys: listKeys(user) })),
  route(create, (sim, user, { body }) => createKey(sim, user, body)),
  route(remove, (sim, user, { params }) => {
    deleteKey(sim, user, params.id)
    return { success: true }
  }),
]
