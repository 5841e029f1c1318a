import { operation } from '../operation/operation.ts'
import { neighbouringOperations } from '../operation/rules.ts'
import { createRules, deleteRules, listRules } from './rules.ts'
import { keyBody, keyCreated, keyDeleted, keyList, keyParams } from './schema.ts'

const path = '/api/v0/auth/apikeys/'
const availability = neighbouringOperations

export const list = operation({
  id: 'api-keys.list',
  method: 'GET',
  path,
  summary: "List the user's API keys",
  availability,
  scope: 'user_read',
  response: keyList,
  success: listRules.lists,
  rules: listRules,
})

export const create = operation({
  id: 'api-keys.create',
  method: 'POST',
  path,
  summary: 'Create an API key',
  availability,
  scope: 'user_write',
  body: keyBody.meta({ id: 'ApiKeyCreation' }),
  response: keyCreated,
  success: createRules.creates,
  rules: createRules,
  stores: true,
})

export const remove = operation({
  id: 'api-keys.delete',
  method: 'DELETE',
  path: '/api/v0/auth/apikeys/{id}/',
  summary: 'Delete an API key',
  availability,
  scope: 'user_write',
  params: keyParams,
  response: keyDeleted,
  success: deleteRules.deletes,
  rules: deleteRules,
})
