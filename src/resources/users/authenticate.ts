import type { Scope } from '../../kernel/operation.ts'
import { refuse } from '../../kernel/refusal.ts'
import { sha256Hex } from '../../kernel/secret.ts'
import type { Sim } from '../../kernel/sim.ts'
import { authentication } from './rules.ts'
import type { ApiKey, UserRow, UserTables } from './state.ts'

/** Who asks, and with which key. */
export interface Caller {
  readonly user: UserRow
  readonly key: ApiKey
}

const BEARER = /^Bearer +(\S+) *$/i

/**
 * Finds the caller behind an `Authorization` header.
 * @throws Refusal `auth_error` when there is no key or nobody owns it
 */
export function authenticate({ tables, trace }: Sim<UserTables>, header: string | undefined): Caller {
  const key = BEARER.exec(header ?? '')?.[1]
  if (key === undefined)
    throw refuse(authentication.keyMissing, 'the header "Authorization: Bearer <API_KEY>" is missing')
  const digest = sha256Hex(key)
  for (const user of tables.users.values()) {
    const owned = user.api_keys.find((each) => each.key_sha256 === digest)
    if (owned !== undefined) {
      trace.apply(authentication.bearer)
      return { user, key: owned }
    }
  }
  throw refuse(authentication.keyUnknown, 'nobody owns this API key')
}

export function holds({ key }: Caller, scope: Scope): boolean {
  return key.permissions === undefined || key.permissions.includes(scope)
}
