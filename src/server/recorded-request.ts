import { Candidate } from '../testing/journal/match.ts'
import type { Reply } from '../testing/faults/effect.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import type { Matched } from '../testing/journal/matched.ts'
import type { Asked } from '../testing/journal/recorded-exchange.ts'
import { type Hide, maskedHeaders, redactHeaders, redactQuery, redactRequest } from '../testing/journal/redact.ts'
import type { UnreadNames } from '../testing/findings/detectors.ts'
import type { Operation } from '../kernel/operation.ts'
import { Steps } from '../kernel/steps.ts'
import type { Trace } from '../kernel/trace.ts'
import { shownPath } from './hide.ts'
import type { Incoming } from './incoming.ts'

/** A request, and what is known of it. */
interface Asking {
  readonly incoming: Incoming
  readonly operation: Operation | undefined
  readonly userId: number | null
  readonly keyDigest: string | undefined
  readonly requestBody: string
  readonly hide: Hide
}

/** Who asked for what, without secrets. */
export const askedOf = ({ incoming, operation, userId, keyDigest, hide }: Asking): Asked => ({
  operation: operation?.id ?? null,
  userId,
  keyDigest: keyDigest ?? null,
  method: incoming.method,
  path: shownPath(incoming.path, operation, hide),
  query: incoming.query === '' ? '' : hide(redactQuery(hide(incoming.query))),
})

/** A request as faults see it. */
export function matchedOf(asking: Asking): Matched {
  const { incoming, hide, requestBody } = asking
  const { operation, userId, keyDigest, method, path, query } = askedOf(asking)
  let headers: Matched['requestHeaders'] | undefined
  let body: string | undefined
  return {
    operation,
    userId,
    keyDigest,
    method,
    path,
    query,
    // Most faults look at neither, and to take secrets out costs more than all else that they look at.
    get requestHeaders() {
      return (headers ??= redactHeaders(incoming.headers.raw, hide))
    },
    get requestBody() {
      return (body ??= hide(redactRequest(requestBody)))
    },
  }
}

/** What all faults together, and all stubs together, may spend on looking at one request, in steps; a byte of a body is one, too. */
export const MAX_FAULT_STEPS = 3_000_000

/** A request that faults look at, with the steps that they may spend. */
export const candidateOf = (asking: Asking): Candidate => new Candidate(matchedOf(asking), new Steps(MAX_FAULT_STEPS))

const NOTHING_UNREAD: UnreadNames = { fields: [], env: [] }

/** The names in a request that the simulator did not read, without secrets. */
export function unreadOf({ unread, unreadEnv }: Trace, hide: Hide): UnreadNames {
  if (unread.length + unreadEnv.length === 0) return NOTHING_UNREAD
  return { fields: unread.map(hide), env: unreadEnv.map(hide) }
}

/** The headers of a reply as the journal keeps them: faults and stubs may write secrets. */
export const keptHeadersOf = (reply: Reply | undefined, basis: Exchange['basis']): Reply['headers'] =>
  reply === undefined ? {} : basis === 'injected' ? maskedHeaders(reply.headers) : reply.headers
