import { z } from 'zod'
import { scopes } from '../../kernel/operation.ts'
import { sha256Hex } from '../../kernel/secret.ts'
import type { Table } from '../../kernel/table.ts'
import { rowId, strict } from '../../kernel/wire.ts'

const permissions = z.array(z.enum(scopes)).optional().describe('What the key may do; absent means everything.')

/** A key as people write it, or as an export shows it: by its SHA-256, never in clear. */
const apiKey = z.union([
  strict({ key: z.string().max(256).regex(/^\S+$/, 'is empty or has white space'), permissions }).transform(
    ({ key, ...rest }) => ({
      key_sha256: sha256Hex(key),
      ...rest,
    }),
  ),
  strict({ key_sha256: z.string().regex(/^[0-9a-f]{64}$/), permissions }),
])

export const userRow = strict({
  id: rowId,
  name: z.string(),
  api_keys: z.array(apiKey).default([]),
})

export type UserRow = Readonly<z.output<typeof userRow>>
export type ApiKey = UserRow['api_keys'][number]

export interface UserTables {
  readonly users: Table<UserRow>
}

/** Owns what `generate` invents. */
export const marketplace: UserRow = { id: 50_000_000, name: 'marketplace', api_keys: [] }
