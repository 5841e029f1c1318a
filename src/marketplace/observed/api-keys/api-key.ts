import { scopes } from '../../../kernel/operation.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { sha256Hex } from '../../../kernel/secret.ts'
import type { Sim } from '../../sim.ts'
import { type ApiKey, apiKeyId, nextKeyId, rememberKeyIds, type UserRow } from '../../users/collections.ts'
import type { KeyBody, ShownKey } from './schema.ts'
import { catalogue } from '../../catalogue.ts'

const rightsOf = ({ permissions }: ApiKey): ShownKey['rights'] =>
  permissions === undefined ? null : { api: Object.fromEntries(permissions.map((scope) => [scope, {}])) }

export const listKeys = (user: UserRow): readonly ShownKey[] =>
  user.api_keys.map((key) => ({
    id: apiKeyId(key),
    user_id: user.id,
    name: key.name ?? null,
    rights: rightsOf(key),
    created_at: key.created_at ?? null,
    team_id: null,
    team_name: null,
  }))

export function createKey(sim: Sim, user: UserRow, { name, permissions }: KeyBody): object {
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
export function deleteKey({ tables }: Sim, user: UserRow, id: number): void {
  const left = user.api_keys.filter((key) => apiKeyId(key) !== id)
  if (left.length === user.api_keys.length)
    throw refuse(catalogue['api-keys.delete.key-unknown'], `you have no API key ${id}`)
  tables.users.put(rememberKeyIds(user, { ...user, api_keys: left }))
}
