import { sha256Hex } from '../../kernel/secret.ts'
import type { ApiKey, UserRow } from './collections.ts'

/** The id of a key that has none in its row follows from its text. */
const idOfDigest = (digest: string): number => Number.parseInt(digest.slice(0, 7), 16)

export const apiKeyId = ({ id, key_sha256 }: ApiKey): number => id ?? idOfDigest(key_sha256)
export const sshKeyId = (text: string): number => idOfDigest(sha256Hex(text, 4))

const highest = (ids: readonly number[]): number => ids.reduce((most, id) => Math.max(most, id), 0)

/** The highest ids that keys of the user have now. */
const presentIds = ({ api_keys, ssh_keys = [], added_ssh_keys = [] }: UserRow) => ({
  last_api_key_id: highest(api_keys.map(apiKeyId)),
  last_ssh_key_id: highest([...ssh_keys.map(sshKeyId), ...added_ssh_keys.map(({ id }) => id)]),
})
type KeyIds = ReturnType<typeof presentIds>

/** The highest ids that keys of the user ever had. */
function lastIds(user: UserRow): KeyIds {
  const present = presentIds(user)
  return {
    last_api_key_id: Math.max(user.last_api_key_id ?? 0, present.last_api_key_id),
    last_ssh_key_id: Math.max(user.last_ssh_key_id ?? 0, present.last_ssh_key_id),
  }
}

/** An id that no key of any user ever had. */
export const nextKeyId = (users: readonly UserRow[], kind: keyof KeyIds): number =>
  highest(users.map((user) => lastIds(user)[kind])) + 1

/** The changed user, with the highest ids of keys that are gone, so that no other key gets these ids. */
export function rememberKeyIds(before: UserRow | undefined, after: UserRow): UserRow {
  if (before === undefined) return after
  const [earlier, later, present] = [lastIds(before), lastIds(after), presentIds(after)]
  const gone = (['last_api_key_id', 'last_ssh_key_id'] as const).flatMap((kind) => {
    const last = Math.max(earlier[kind], later[kind])
    return last > present[kind] ? [[kind, last] as const] : []
  })
  return { ...after, ...Object.fromEntries(gone) }
}
