import { operation } from '../operation/operation.ts'
import { neighbouringOperations } from '../operation/rules.ts'
import { addRules, attachRules, changeRules, listRules } from './rules.ts'
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

const availability = neighbouringOperations
const body = keyBody.meta({ id: 'SshKeyInput' })

export const list = operation({
  id: 'ssh-keys.list',
  method: 'GET',
  path: '/api/v0/ssh/',
  summary: "List the user's SSH keys",
  availability,
  scope: 'user_read',
  response: keyList,
  success: listRules.lists,
  rules: listRules,
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
  success: addRules.adds,
  rules: addRules,
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
  success: changeRules.changes,
  rules: changeRules,
  stores: true,
})

export const remove = operation({
  ...ofKey,
  id: 'ssh-keys.delete',
  method: 'DELETE',
  summary: 'Delete an SSH key of the user',
  response: keyDone,
  success: changeRules.changes,
  rules: changeRules,
})

const ofInstance = {
  path: '/api/v0/instances/{id}/ssh/',
  availability,
  params: keyParams,
  success: attachRules.attaches,
  rules: attachRules,
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
