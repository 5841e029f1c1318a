import { z } from 'zod'
import { idInPath } from '../../../kernel/names.ts'
import { object, strictObject } from '../../../kernel/wire.ts'

export const keyParams = z.object({ id: idInPath })
export const instanceKeyParams = z.object({ id: idInPath, key_id: idInPath })

export const keyBody = object(() => ({
  ssh_key: z.string().min(1).max(8192).optional().describe('A public SSH key, as it stands in a file.'),
}))
export type KeyBody = z.output<typeof keyBody>

const sshKey = strictObject(() => ({
  id: z.int(),
  user_id: z.int(),
  public_key: z.string(),
  created_at: z.number().describe('Unix seconds.'),
  deleted_at: z.number().nullable(),
})).meta({ id: 'SshKey' })
export type SshKey = z.infer<typeof sshKey>

export const keyList = z.array(sshKey).meta({ id: 'SshKeyList' })
export const keyAnswer = strictObject(() => ({ success: z.literal(true), key: sshKey })).meta({ id: 'SshKeyResult' })
export const keyDone = strictObject(() => ({ success: z.literal(true) })).meta({ id: 'SshKeyDone' })
export const keysOfInstance = strictObject(() => ({ success: z.literal(true), ssh_keys: z.array(sshKey) })).meta({
  id: 'SshKeysOfInstance',
})
export const keyMessage = strictObject(() => ({ success: z.literal(true), msg: z.string() })).meta({
  id: 'SshKeyMessage',
})
