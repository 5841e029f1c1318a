import { z } from 'zod'
import { scopes } from '../../kernel/operation.ts'
import { sha256Hex } from '../../kernel/secret.ts'
import { rowId } from '../../kernel/names.ts'
import { strictObject } from '../../kernel/wire.ts'
import { collection } from '../collection.ts'

const permissions = z.array(z.enum(scopes)).optional().describe('What the key may do; absent means everything.')

/** What operations say of keys that they create. */
const ofCreated = {
  id: rowId.optional().describe('The id under which it is listed; it follows from the key when absent.'),
  name: z.string().optional().describe('What its user calls it.'),
  created_at: z.number().optional().describe('Unix seconds.'),
}

/** A key in clear text, as people write fixtures, or by its SHA-256, as exports do. */
const apiKey = z.union([
  strictObject(() => ({
    key: z.string().max(256).regex(/^\S+$/, 'is empty or has white space'),
    permissions,
    ...ofCreated,
  })).transform(({ key, ...rest }) => ({
    key_sha256: sha256Hex(key),
    ...rest,
  })),
  strictObject(() => ({ key_sha256: z.string().regex(/^[0-9a-f]{64}$/), permissions, ...ofCreated })),
])

const userRow = strictObject(() => ({
  id: rowId,
  name: z.string(),
  email: z.string().optional(),
  credit: z.number().optional().describe('$.'),
  api_keys: z.array(apiKey).default([]),
  secret_names: z
    .array(z.string())
    .optional()
    .describe('Names of environment variables that the user keeps for all instances.'),
  ssh_keys: z.array(z.string()).optional().describe('Public SSH keys; a virtual machine needs one.'),
  added_ssh_keys: z
    .array(
      strictObject(() => ({
        id: rowId,
        public_key: z.string().describe('The key as it stands in a file.'),
        created_at: z.number().describe('Unix seconds.'),
      })),
    )
    .optional()
    .describe('Public SSH keys that operations added or changed.'),
  last_api_key_id: rowId.optional().describe('The highest id that an API key had that is gone. An export has it.'),
  last_ssh_key_id: rowId.optional().describe('The highest id that an SSH key had that is gone. An export has it.'),
}))

/** The public SSH keys of a user. */
export const sshKeysOf = ({ ssh_keys = [], added_ssh_keys = [] }: UserRow): readonly string[] => [
  ...ssh_keys,
  ...added_ssh_keys.map(({ public_key }) => public_key),
]

export type UserRow = Readonly<z.output<typeof userRow>>
export type ApiKey = UserRow['api_keys'][number]

/** The id of a key that has none in its row follows from its text. */
const idOfDigest = (digest: string): number => Number.parseInt(digest.slice(0, 7), 16)
export const apiKeyId = ({ id, key_sha256 }: ApiKey): number => id ?? idOfDigest(key_sha256)
export const sshKeyId = (text: string): number => idOfDigest(sha256Hex(text, 4))

const presentIds = {
  last_api_key_id: ({ api_keys }: UserRow) => api_keys.map(apiKeyId),
  last_ssh_key_id: ({ ssh_keys = [], added_ssh_keys = [] }: UserRow) => [
    ...ssh_keys.map(sshKeyId),
    ...added_ssh_keys.map(({ id }) => id),
  ],
}
type KeyKind = keyof typeof presentIds

const highest = (ids: readonly number[]): number => ids.reduce((most, id) => Math.max(most, id), 0)

/** The highest id that a key of these users ever had. */
const lastId = (users: readonly UserRow[], kind: KeyKind): number =>
  highest(users.flatMap((user) => [user[kind] ?? 0, ...presentIds[kind](user)]))

/** An id that no key of any user ever had. */
export const nextKeyId = (users: readonly UserRow[], kind: KeyKind): number => lastId(users, kind) + 1

/** The changed user, with the highest ids of keys that are gone, so that no other key gets these ids. */
export function rememberKeyIds(before: UserRow | undefined, after: UserRow): UserRow {
  const gone = (kind: KeyKind): number | undefined => {
    const last = lastId(before === undefined ? [after] : [before, after], kind)
    return last > highest(presentIds[kind](after)) ? last : undefined
  }
  return { ...after, last_api_key_id: gone('last_api_key_id'), last_ssh_key_id: gone('last_ssh_key_id') }
}

export const userCollections = {
  users: collection({
    row: userRow,
    references: [],
    uniqueItems: {
      field: 'api_keys',
      valuesOf: ({ api_keys }) => api_keys.map((key) => key.key_sha256),
      message: ({ name }) => `is a key of ${name} already`,
    },
    pact: ({ id }) => ({ user_id: id }),
    isUndeletable: true,
    afterChange: rememberKeyIds,
  }),
}

/** Whoever asks where no key is needed. */
export const anonymous: UserRow = { id: 0, name: 'nobody', api_keys: [] }

/** The owner of all rows that `generate` invents. */
export const marketplace: UserRow = { id: 50_000_000, name: 'marketplace', api_keys: [] }
