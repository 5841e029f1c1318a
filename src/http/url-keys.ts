import { derived } from '../kernel/derived.ts'
import type { Operation } from '../kernel/operation.ts'
import { keyDigest } from '../kernel/secret.ts'
import type { UserRow } from '../resources/users/state.ts'
import type { World } from '../world.ts'
import type { Incoming } from './incoming.ts'

const digestsOf = derived(
  (users: readonly UserRow[]) => new Set(users.flatMap((user) => user.api_keys.map((key) => key.key_sha256))),
)

/**
 * API keys that stand in a URL, where they do not belong, in every spelling in which it may be repeated. A path that the
 * contract spells out has no room for one.
 * @param presented the key of the header, whoever it belongs to
 */
export function keysIn(
  { path, query }: Incoming,
  operation: Operation | undefined,
  { tables }: World,
  presented: string | undefined,
): readonly string[] {
  if (query === '' && operation !== undefined && !operation.path.includes('{')) return []
  const digests = digestsOf(tables.users.values())
  const isKey = (text: string): boolean => text === presented || digests.has(keyDigest(text))
  const values = query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1))
  return [...path.split('/'), ...values].flatMap((written) => {
    const spellings = new Set([written, decoded(written), decoded(written.replaceAll('+', ' '))])
    const read = [...spellings].find((text) => text !== undefined && text !== '' && isKey(text))
    return read === undefined ? [] : [written, encodeURIComponent(read), read]
  })
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
