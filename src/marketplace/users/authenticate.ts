import type { Scope } from '../../kernel/operation.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Sim } from '../sim.ts'
import type { ApiKey, UserRow } from './collections.ts'
import { catalogue } from '../catalogue.ts'

/** The user who sent a request, and the key in it. */
export interface Caller {
  readonly user: UserRow
  readonly key: ApiKey
}

/** The owner of each key, by the SHA-256 of the key. */
export const callersOf = memoizeByObject(
  (users: readonly UserRow[]): ReadonlyMap<string, Caller> =>
    new Map(users.flatMap((user) => user.api_keys.map((key) => [key.key_sha256, { user, key }] as const))),
)

const BEARER = /^Bearer +(\S+) *$/i

/** The API key of an `Authorization` header. */
export const bearerKey = (header: string | null): string | undefined => BEARER.exec(header ?? '')?.[1]

/**
 * Finds the caller behind the SHA-256 of an API key.
 * @param hint makes the hint for whoever sent no key, or one that nobody owns
 * @throws Refusal `auth_error` when there is no key or nobody owns it
 */
export function authenticate(
  { tables, trace }: Sim,
  digest: string | undefined,
  hint: () => string | undefined,
): Caller {
  if (digest === undefined) {
    throw refuse(
      catalogue['authentication.key-missing'],
      'the header "Authorization: Bearer <API_KEY>" is missing',
      hint(),
    )
  }
  const caller = callersOf(tables.users.values()).get(digest)
  if (caller === undefined) throw refuse(catalogue['authentication.key-unknown'], 'this API key is unknown', hint())
  trace.apply(catalogue['authentication.bearer-key'])
  return caller
}

export const hasPermission = ({ key }: Caller, scope: Scope): boolean => key.permissions?.includes(scope) ?? true
