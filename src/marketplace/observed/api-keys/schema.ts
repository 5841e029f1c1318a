import { z } from 'zod'
import { scopes } from '../../../kernel/operation.ts'
import { idInPath } from '../../../kernel/names.ts'
import { json, object, strictObject } from '../../../kernel/wire.ts'

export const keyParams = z.object({ id: idInPath })

/** The longest name of a key, in characters. */
const MAX_KEY_NAME_CHARACTERS = 256

const rights = z
  .object({ api: z.record(z.string(), json).describe('What the key may do: the names of permissions.') })
  .describe(`Permissions: ${scopes.join(', ')}.`)

export const keyBody = object(() => ({
  name: z.string().max(MAX_KEY_NAME_CHARACTERS).optional(),
  permissions: rights.optional().describe('Without it the key may do everything.'),
  key_params: json.optional().describe('Limits of permissions: they are not kept.'),
}))
export type KeyBody = z.output<typeof keyBody>

const shownKey = strictObject(() => ({
  id: z.int(),
  user_id: z.int(),
  name: z.string().nullable(),
  rights: rights.nullable().describe('null for a key that may do everything.'),
  created_at: z.number().nullable().describe('Unix seconds; null for a key of the fixture.'),
  team_id: z.null(),
  team_name: z.null(),
})).meta({ id: 'ApiKey' })
export type ShownKey = z.infer<typeof shownKey>

export const keyList = strictObject(() => ({ success: z.literal(true), apikeys: z.array(shownKey) })).meta({
  id: 'ApiKeyList',
})
export const keyCreated = strictObject(() => ({
  success: z.literal(true),
  id: z.int(),
  key: z.string().describe('Secret: it is answered this once, and kept as a digest.'),
  permissions: rights.nullable(),
})).meta({ id: 'ApiKeyCreationResult' })
export const keyDeleted = strictObject(() => ({ success: z.literal(true) })).meta({ id: 'ApiKeyDeletionResult' })
