import type { Scope } from '../../kernel/operation.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Sim } from '../sim.ts'
import { authentication } from './rules.ts'
import type { ApiKey, UserRow } from './collections.ts'

/** The user who sent a request, and the key in it. */
export interface Caller {
  readonly user: UserRow
  readonly key: ApiKey
}

/** The owner of each key, by the SHA-256 of the key. */
const callersOf = memoizeByObject(
  (users: readonly UserRow[]): ReadonlyMap<string, Caller> =>
    new Map(users.flatMap((user) => user.api_keys.map((key) => [key.key_sha256, { user, key }] as const))),
)

const BEARER = /^Bearer +(\S+) *$/i

/** The API key of an `Authorization` header. */
export const bearerKey = (header: string | null): string | undefined => BEARER.exec(header ?? '')?.[1]

/** Hints for a request without a key, and for a key that nobody owns. */
interface KeyHints {
  readonly missing: string | undefined
  readonly unknown: () => string
}

/**
 * Finds the caller behind the SHA-256 of an API key.
 * @throws Refusal `auth_error` when there is no key or nobody owns it
 */
export function authenticate({ tables, trace }: Sim, digest: string | undefined, hints: KeyHints): Caller {
  if (digest === undefined) {
    throw refuse(authentication.keyMissing, 'the header "Authorization: Bearer <API_KEY>" is missing', hints.missing)
  }
  const caller = callersOf(tables.users.values()).get(digest)
  if (caller === undefined) throw refuse(authentication.keyUnknown, 'nobody owns this API key', hints.unknown())
  trace.apply(authentication.bearer)
  return caller
}

export const hasPermission = ({ key }: Caller, scope: Scope): boolean => key.permissions?.includes(scope) ?? true
