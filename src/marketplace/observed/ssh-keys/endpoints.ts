import {
  instanceKeyParams,
  keyAnswer,
  keyBody,
  keyDone,
  keyList,
  keyMessage,
  keyParams,
  keysOfInstance,
} from './schema.ts'
import { catalogue } from '../../catalogue.ts'
import { observedEndpoint } from '../../operation/route.ts'
import { addKey, attachKey, changeKey, detachKey, listKeys, listKeysOfInstance, removeKey } from './ssh-key.ts'

const body = keyBody.meta({ id: 'SshKeyInput' })

const ofKey = { path: '/api/v0/ssh/{id}/', scope: 'user_write', params: keyParams } as const

const ofInstance = {
  path: '/api/v0/instances/{id}/ssh/',
  params: keyParams,
  success: catalogue['ssh-keys.of-instance.attaches'],
  rules: ['ssh-keys.no-ssh-key', 'ssh-keys.of-instance.*'],
} as const

const list = observedEndpoint(
  {
    id: 'ssh-keys.list',
    method: 'GET',
    path: '/api/v0/ssh/',
    summary: "List the user's SSH keys",
    scope: 'user_read',
    response: keyList,
    success: catalogue['ssh-keys.list.lists-own'],
    rules: ['ssh-keys.list.*'],
  },
  (sim, user) => listKeys(sim, user),
)

const add = observedEndpoint(
  {
    id: 'ssh-keys.create',
    method: 'POST',
    path: '/api/v0/ssh/',
    summary: 'Add an SSH key to the user',
    scope: 'user_write',
    body,
    response: keyAnswer,
    success: catalogue['ssh-keys.create.adds'],
    rules: ['ssh-keys.no-ssh-key', 'ssh-keys.create.*'],
    stores: true,
  },
  (sim, user, { body }) => ({ success: true, key: addKey(sim, user, body) }),
)

const change = observedEndpoint(
  {
    ...ofKey,
    id: 'ssh-keys.change',
    method: 'PUT',
    summary: 'Replace an SSH key of the user',
    body,
    response: keyAnswer,
    success: catalogue['ssh-keys.change.changes'],
    rules: ['ssh-keys.no-ssh-key', 'ssh-keys.create.duplicate', 'ssh-keys.change.*'],
    stores: true,
  },
  (sim, user, { params, body }) => ({ success: true, key: changeKey(sim, user, params.id, body) }),
)

const remove = observedEndpoint(
  {
    ...ofKey,
    id: 'ssh-keys.delete',
    method: 'DELETE',
    summary: 'Delete an SSH key of the user',
    response: keyDone,
    success: catalogue['ssh-keys.change.changes'],
    rules: ['ssh-keys.no-ssh-key', 'ssh-keys.create.duplicate', 'ssh-keys.change.*'],
  },
  (sim, user, { params }) => removeKey(sim, user, params.id),
)

const listOfInstance = observedEndpoint(
  {
    ...ofInstance,
    id: 'instances.ssh-keys',
    method: 'GET',
    summary: 'List the SSH keys of an instance',
    scope: 'instance_read',
    response: keysOfInstance,
  },
  (sim, user, { params }) => ({
    success: true,
    ssh_keys: listKeysOfInstance(sim, user, params.id),
  }),
)

const attach = observedEndpoint(
  {
    ...ofInstance,
    id: 'instances.attach-ssh-key',
    method: 'POST',
    summary: 'Attach an SSH key to an instance',
    scope: 'instance_write',
    body,
    response: keyMessage,
    stores: true,
  },
  (sim, user, { params, body }) => {
    attachKey(sim, user, params.id, body)
    return { success: true, msg: 'SSH key added to instance.' }
  },
)

const detach = observedEndpoint(
  {
    ...ofInstance,
    id: 'instances.detach-ssh-key',
    method: 'DELETE',
    path: '/api/v0/instances/{id}/ssh/{key_id}/',
    summary: 'Take an SSH key away from an instance',
    scope: 'instance_write',
    params: instanceKeyParams,
    response: keyMessage,
  },
  (sim, user, { params }) => {
    detachKey(sim, user, params.id, params.key_id)
    return { success: true, msg: 'SSH key removed from instance.' }
  },
)

export const sshKeyEndpoints = [list, add, change, remove, listOfInstance, attach, detach]
