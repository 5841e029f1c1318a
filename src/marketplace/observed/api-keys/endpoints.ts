import { scopes } from '../../../kernel/operation.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { sha256Hex } from '../../../kernel/secret.ts'
import type { Sim } from '../../sim.ts'
import { type ApiKey, apiKeyId, nextKeyId, rememberKeyIds, type UserRow } from '../../users/collections.ts'
import { type KeyBody, type ShownKey, keyBody, keyCreated, keyDeleted, keyList, keyParams } from './schema.ts'
import { catalogue } from '../../catalogue.ts'
import { observedEndpoint } from '../../operation/route.ts'

const rightsOf = ({ permissions }: ApiKey): ShownKey['rights'] =>
  permissions === undefined ? null : { api: Object.fromEntries(permissions.map((scope) => [scope, {}])) }

const listKeys = (user: UserRow): readonly ShownKey[] =>
  user.api_keys.map((key) => ({
    id: apiKeyId(key),
    user_id: user.id,
    name: key.name ?? null,
    rights: rightsOf(key),
    created_at: key.created_at ?? null,
    team_id: null,
    team_name: null,
  }))

function createKey(sim: Sim, user: UserRow, { name, permissions }: KeyBody): object {
  const { tables, clock, invention } = sim
  const id = nextKeyId(tables.users.values(), 'last_api_key_id')
  const draw = invention.draw('api_keys', id)
  const key = draw('key', (f) => f.string.hexadecimal({ length: 64, casing: 'lower', prefix: '' }))
  const may = permissions && scopes.filter((scope) => Object.hasOwn(permissions.api, scope))
  const stored: ApiKey = { key_sha256: sha256Hex(key), permissions: may, id, name, created_at: clock.nowSeconds }
  tables.users.put({ ...user, api_keys: [...user.api_keys, stored] })
  return { success: true, id, key, permissions: rightsOf(stored) }
}

/** @throws Refusal where the user has no such key */
function deleteKey({ tables }: Sim, user: UserRow, id: number): void {
  const left = user.api_keys.filter((key) => apiKeyId(key) !== id)
  if (left.length === user.api_keys.length)
    throw refuse(catalogue['api-keys.delete.key-unknown'], `you have no API key ${id}`)
  tables.users.put(rememberKeyIds(user, { ...user, api_keys: left }))
}

const path = '/api/v0/auth/apikeys/'

const list = observedEndpoint(
  {
    id: 'api-keys.list',
    method: 'GET',
    path,
    summary: "List the user's API keys",
    scope: 'user_read',
    response: keyList,
    success: catalogue['api-keys.list.lists-own'],
    rules: ['api-keys.list.*'],
  },
  (_, user) => ({ success: true, apikeys: listKeys(user) }),
)

const create = observedEndpoint(
  {
    id: 'api-keys.create',
    method: 'POST',
    path,
    summary: 'Create an API key',
    scope: 'user_write',
    body: keyBody.meta({ id: 'ApiKeyCreation' }),
    response: keyCreated,
    success: catalogue['api-keys.create.creates'],
    rules: ['api-keys.create.*'],
    stores: true,
  },
  (sim, user, { body }) => createKey(sim, user, body),
)

const remove = observedEndpoint(
  {
    id: 'api-keys.delete',
    method: 'DELETE',
    path: '/api/v0/auth/apikeys/{id}/',
    summary: 'Delete an API key',
    scope: 'user_write',
    params: keyParams,
    response: keyDeleted,
    success: catalogue['api-keys.delete.deletes'],
    rules: ['api-keys.delete.*'],
  },
  (sim, user, { params }) => deleteKey(sim, user, params.id),
)

export const apiKeyEndpoints = [list, create, remove]
