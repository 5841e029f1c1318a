import { keyBody, keyCreated, keyDeleted, keyList, keyParams } from './schema.ts'
import { catalogue } from '../../catalogue.ts'
import { endpoint } from '../../operation/route.ts'
import { createKey, deleteKey, listKeys } from './api-key.ts'

const path = '/api/v0/auth/apikeys/'

const availability = catalogue['routing.neighbouring-operations']

const list = endpoint(
  {
    id: 'api-keys.list',
    method: 'GET',
    path,
    summary: "List the user's API keys",
    availability,
    scope: 'user_read',
    response: keyList,
    success: catalogue['api-keys.list.lists-own'],
    rules: ['api-keys.list.*'],
  },
  (_, user) => ({ success: true, apikeys: listKeys(user) }),
)

const create = endpoint(
  {
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
  },
  (sim, user, { body }) => createKey(sim, user, body),
)

const remove = endpoint(
  {
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
  },
  (sim, user, { params }) => {
    deleteKey(sim, user, params.id)
    return { success: true }
  },
)

export const apiKeyEndpoints = [list, create, remove]
