import { keyDigest } from '../kernel/secret.ts'
import type { UserRow } from '../resources/users/state.ts'
import { declaredKeys } from './declared-keys.ts'
import { shippedFixtures } from './library.ts'

let published: ReadonlyMap<string, string> | undefined

/**
 * The keys of users that everybody may know, because they stand in a fixture of the package; in its order.
 * The keys of anybody's own fixtures are known by their digests only.
 */
export function publishedKeys(users: readonly UserRow[]): readonly { readonly key: string; readonly user: UserRow }[] {
  published ??= new Map(
    declaredKeys(shippedFixtures.names().map((name) => shippedFixtures.find(name)?.value)).map(({ key }) => [
      keyDigest(key),
      key,
    ]),
  )
  const owners = new Map(users.flatMap((user) => user.api_keys.map((key) => [key.key_sha256, user] as const)))
  return [...published].flatMap(([digest, key]) => {
    const user = owners.get(digest)
    return user === undefined ? [] : [{ key, user }]
  })
}
