import { operation } from '../operation/operation.ts'
import { keyBody, keyCreated, keyDeleted, keyList, keyParams } from './schema.ts'
import { catalogue } from '../catalogue.ts'

const path = '/api/v0/auth/apikeys/'
const availability = catalogue['routing.neighbouring-operations']

export const list = operation({
  id: 'api-keys.list',
  method: 'GET',
  path,
  summary: "List the user's API keys",
  availability,
  scope: 'user_read',
  response: keyList,
  success: catalogue['api-keys.list.lists-own'],
  rules: ['api-keys.list.*'],
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
  success: catalogue['api-keys.create.creates'],
  rules: ['api-keys.create.*'],
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
  success: catalogue['api-keys.delete.deletes'],
  rules: ['api-keys.delete.*'],
})
