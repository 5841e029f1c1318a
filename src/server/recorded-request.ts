import { Candidate, type Matched } from '../testing/journal/match.ts'
import type { Reply } from '../testing/faults/effect.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import {
  type Redactor,
  maskedHeaders,
  redactHeaders,
  redactQuery,
  redactRequest,
  createRedactor,
} from '../testing/journal/redact.ts'
import type { UnreadNames } from '../testing/findings/detectors.ts'
import type { Operation } from '../kernel/operation.ts'
import { Steps } from '../kernel/steps.ts'
import type { Trace } from '../kernel/trace.ts'
import type { Incoming } from './incoming.ts'
import { memoizeByObject } from '../kernel/memoize-by-object.ts'

/** Hides the secrets of one request: the key of its header, the control token, keys in its URL. */
export function redactorOf(key: string | undefined, token: string | undefined, inUrl: readonly string[]): Redactor {
  const others = token === undefined ? inUrl : [token, encodeURIComponent(token), ...inUrl]
  return createRedactor(key === undefined ? others : [key, ...others])
}

/** A word that the contract spells out is not a secret, even where a client's key is the same. */
function shownPath(path: string, operation: Operation | undefined, redact: Redactor): string {
  if (operation === undefined) return redact(path)
  if (path === operation.path) return operation.path
  const spelled = fixedPrefixOf(operation)
  if (!path.startsWith(spelled)) return redact(path)
  return spelled + redact(path.slice(spelled.length))
}

/** What stands before the first parameter of its path. */
const fixedPrefixOf = memoizeByObject(({ path }: Operation) => path.split('{', 1)[0] ?? '')

/** A request, with its sender and operation. */
interface RequestSource {
  readonly incoming: Incoming
  readonly operation: Operation | undefined
  readonly userId: number | null
  readonly keyDigest: string | undefined
  readonly requestBody: string
  readonly redact: Redactor
}

type Asked = Pick<Matched, 'operation' | 'userId' | 'keyDigest' | 'method' | 'path' | 'query'>

/** Who asked for what, without secrets. */
export const askedOf = ({ incoming, operation, userId, keyDigest, redact }: RequestSource): Asked => ({
  operation: operation?.id ?? null,
  userId,
  keyDigest: keyDigest ?? null,
  method: incoming.method,
  path: shownPath(incoming.path, operation, redact),
  query: incoming.query === '' ? '' : redact(redactQuery(redact(incoming.query))),
})

/** A request as faults see it. */
export function matchedOf(asking: RequestSource): Matched {
  const { incoming, redact, requestBody } = asking
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
      return (headers ??= redactHeaders(incoming.headers.raw, redact))
    },
    get requestBody() {
      return (body ??= redact(redactRequest(requestBody)))
    },
  }
}

/** What all faults together, and all stubs together, may spend on looking at one request, in steps; a byte of a body is one, too. */
export const MAX_FAULT_STEPS = 3_000_000

/** A request that faults look at, with the steps that they may spend. */
export const candidateOf = (asking: RequestSource): Candidate =>
  new Candidate(matchedOf(asking), new Steps(MAX_FAULT_STEPS))

const NOTHING_UNREAD: UnreadNames = { fields: [], env: [] }

/** The names in a request that the simulator did not read, without secrets. */
export function unreadOf({ unread, unreadEnv }: Trace, redact: Redactor): UnreadNames {
  if (unread.length + unreadEnv.length === 0) return NOTHING_UNREAD
  return { fields: unread.map(redact), env: unreadEnv.map(redact) }
}

/** The headers of a reply as the journal keeps them: faults and stubs may write secrets, and a redirect repeats those of the URL. */
export function keptHeadersOf(reply: Reply | undefined, basis: Exchange['basis'], redact: Redactor): Reply['headers'] {
  if (reply === undefined) return {}
  const { location } = reply.headers
  if (basis === 'injected')
    return maskedHeaders({ ...reply.headers, ...(reply.cookies && { 'set-cookie': reply.cookies }) })
  if (location === undefined) return reply.headers
  return maskedHeaders({ ...reply.headers, location: redact(location) })
}
