import { z } from 'zod'
import { scopes } from '../../kernel/operation.ts'
import { sha256Hex } from '../../kernel/secret.ts'
import { rowId } from '../../kernel/names.ts'
import { strictObject } from '../../kernel/wire.ts'
import { collection } from '../collection.ts'
import { rememberKeyIds } from './key-ids.ts'

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
