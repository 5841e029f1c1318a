import { operation } from '../operation/operation.ts'
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
import { catalogue } from '../catalogue.ts'

const availability = catalogue['routing.neighbouring-operations']
const body = keyBody.meta({ id: 'SshKeyInput' })

export const list = operation({
  id: 'ssh-keys.list',
  method: 'GET',
  path: '/api/v0/ssh/',
  summary: "List the user's SSH keys",
  availability,
  scope: 'user_read',
  response: keyList,
  success: catalogue['ssh-keys.list.lists-own'],
  rules: ['ssh-keys.list.*'],
})

export const add = operation({
  id: 'ssh-keys.create',
  method: 'POST',
  path: '/api/v0/ssh/',
  summary: 'Add an SSH key to the user',
  availability,
  scope: 'user_write',
  body,
  response: keyAnswer,
  success: catalogue['ssh-keys.create.adds'],
  rules: ['ssh-keys.no-ssh-key', 'ssh-keys.create.*'],
  stores: true,
})

const ofKey = { path: '/api/v0/ssh/{id}/', availability, scope: 'user_write', params: keyParams } as const

export const change = operation({
  ...ofKey,
  id: 'ssh-keys.change',
  method: 'PUT',
  summary: 'Replace an SSH key of the user',
  body,
  response: keyAnswer,
  success: catalogue['ssh-keys.change.changes'],
  rules: ['ssh-keys.no-ssh-key', 'ssh-keys.create.duplicate', 'ssh-keys.change.*'],
  stores: true,
})

export const remove = operation({
  ...ofKey,
  id: 'ssh-keys.delete',
  method: 'DELETE',
  summary: 'Delete an SSH key of the user',
  response: keyDone,
  success: catalogue['ssh-keys.change.changes'],
  rules: ['ssh-keys.no-ssh-key', 'ssh-keys.create.duplicate', 'ssh-keys.change.*'],
})

const ofInstance = {
  path: '/api/v0/instances/{id}/ssh/',
  availability,
  params: keyParams,
  success: catalogue['ssh-keys.of-instance.attaches'],
  rules: ['ssh-keys.no-ssh-key', 'ssh-keys.of-instance.*'],
} as const

export const listOfInstance = operation({
  ...ofInstance,
  id: 'instances.ssh-keys',
  method: 'GET',
  summary: 'List the SSH keys of an instance',
  scope: 'instance_read',
  response: keysOfInstance,
})

export const attach = operation({
  ...ofInstance,
  id: 'instances.attach-ssh-key',
  method: 'POST',
  summary: 'Attach an SSH key to an instance',
  scope: 'instance_write',
  body,
  response: keyMessage,
  stores: true,
})

export const detach = operation({
  ...ofInstance,
  id: 'instances.detach-ssh-key',
  method: 'DELETE',
  path: '/api/v0/instances/{id}/ssh/{key_id}/',
  summary: 'Take an SSH key away from an instance',
  scope: 'instance_write',
  params: instanceKeyParams,
  response: keyMessage,
})
