import { route } from '../operation/route.ts'
import { add, attach, change, detach, list, listOfInstance, remove } from './operations.ts'
import { addKey, attachKey, changeKey, detachKey, listKeys, listKeysOfInstance, removeKey } from './ssh-key.ts'

export const sshKeyRoutes = [
  route(list, (sim, user) => listKeys(sim, user)),
  route(add, (sim, user, { body }) => ({ success: true, key: addKey(sim, user, body) })),
  route(change, (sim, user, { params, body }) => ({ success: true, key: changeKey(sim, user, params.id, body) })),
  route(remove, (sim, user, { params }) => {
    removeKey(sim, user, params.id)
    return { success: true }
  }),
  route(listOfInstance, (sim, user, { params }) => ({
    success: true,
    ssh_keys: listKeysOfInstance(sim, user, params.id),
  })),
  route(attach, (sim, user, { params, body }) => {
    attachKey(sim, user, params.id, body)
    return { success: true, msg: 'SSH key added to instance.' }
  }),
  route(detach, (sim, user, { params }) => {
    detachKey(sim, user, params.id, params.key_id)
    return { success: true, msg: 'SSH key removed from instance.' }
  }),
]
