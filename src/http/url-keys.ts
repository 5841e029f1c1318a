import { derived } from '../kernel/derived.ts'
import type { Operation } from '../kernel/operation.ts'
import { keyDigest } from '../kernel/secret.ts'
import type { UserRow } from '../resources/users/state.ts'
import type { World } from '../world.ts'
import type { Incoming } from './incoming.ts'

const digestsOf = derived(
  (users: readonly UserRow[]) => new Set(users.flatMap((user) => user.api_keys.map((key) => key.key_sha256))),
)

/** API keys that stand in a URL, where they do not belong. A path that the contract spells out has no room for one. */
export function keysIn(
  { path, query }: Incoming,
  operation: Operation | undefined,
  { tables }: World,
): readonly string[] {
  if (query === '' && operation !== undefined && !operation.path.includes('{')) return []
  const digests = digestsOf(tables.users.values())
  return [...path.split('/'), ...new URLSearchParams(query).values()].filter(
    (part) => part !== '' && digests.has(keyDigest(part)),
  )
}
