import { sha256Hex } from '../../kernel/secret.ts'

/** The keys of a user, as its row has them. */
interface KeyHolder {
  readonly api_keys: readonly { readonly id?: number | undefined; readonly key_sha256: string }[]
  readonly ssh_keys?: readonly string[] | undefined
  readonly added_ssh_keys?: readonly { readonly id: number }[] | undefined
  readonly last_api_key_id?: number | undefined
  readonly last_ssh_key_id?: number | undefined
}

/** The id of a key that has none in its row follows from its text. */
const idOfDigest = (digest: string): number => Number.parseInt(digest.slice(0, 7), 16)

export const apiKeyId = ({ id, key_sha256 }: KeyHolder['api_keys'][number]): number => id ?? idOfDigest(key_sha256)
export const sshKeyId = (text: string): number => idOfDigest(sha256Hex(text, 4))

const highest = (ids: readonly number[]): number => ids.reduce((most, id) => Math.max(most, id), 0)

/** The highest ids that keys of the user have now. */
const presentIds = ({ api_keys, ssh_keys = [], added_ssh_keys = [] }: KeyHolder) => ({
  last_api_key_id: highest(api_keys.map(apiKeyId)),
  last_ssh_key_id: highest([...ssh_keys.map(sshKeyId), ...added_ssh_keys.map(({ id }) => id)]),
})
type KeyIds = ReturnType<typeof presentIds>

/** The highest ids that keys of the user ever had. */
function lastIds(user: KeyHolder): KeyIds {
  const present = presentIds(user)
  return {
    last_api_key_id: Math.max(user.last_api_key_id ?? 0, present.last_api_key_id),
    last_ssh_key_id: Math.max(user.last_ssh_key_id ?? 0, present.last_ssh_key_id),
  }
}

/** An id that no key of any user ever had. */
export const nextKeyId = (users: readonly KeyHolder[], kind: keyof KeyIds): number =>
  highest(users.map((user) => lastIds(user)[kind])) + 1

/** The changed user, with the highest ids of keys that are gone, so that no other key gets these ids. */
export function rememberKeyIds<User extends KeyHolder>(before: User | undefined, after: User): User {
  if (before === undefined) return after
  const [earlier, later, present] = [lastIds(before), lastIds(after), presentIds(after)]
  const gone = (['last_api_key_id', 'last_ssh_key_id'] as const).flatMap((kind) => {
    const last = Math.max(earlier[kind], later[kind])
    return last > present[kind] ? [[kind, last] as const] : []
  })
  return { ...after, ...Object.fromEntries(gone) }
}
