import { type DeclaredKey, declaredKeys } from '../harness/declared-keys.ts'
import { shippedFixtures } from '../harness/library.ts'
import { keyDigest } from '../kernel/secret.ts'
import type { World } from '../world.ts'

let published: readonly DeclaredKey[] | undefined

/**
 * A key that everybody may know, because it stands in a fixture of the package, and that somebody in this world has.
 * The keys of anybody's own fixtures are known here by their digests only.
 */
export function publishedKey({ tables }: World): string | undefined {
  published ??= declaredKeys(shippedFixtures.names().map((name) => shippedFixtures.find(name)?.value))
  const known = new Set(tables.users.values().flatMap((user) => user.api_keys.map((key) => key.key_sha256)))
  return published.find(({ key }) => known.has(keyDigest(key)))?.key
}
