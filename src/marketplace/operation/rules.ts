import { grouped } from '../../kernel/grouped.ts'
import { MAX_DEPTH, MAX_REQUEST_VALUES } from '../../kernel/json-size.ts'
import type { Operation } from '../../kernel/operation.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { assumed, choice, documented, type RefusalRule, type Rule } from '../../kernel/rule.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'

const judgement = 'judgement: what HTTP services of this kind do'

/** How the requests of every operation are read. */
export const request = {
  wrongField: assumed({
    id: 'request.wrong-field',
    evidence: 'the contract shows invalid_args with 400 for an invalid argument of one operation',
    text: 'A missing, mistyped or out-of-range argument is refused and changes nothing, and a query that is not UTF-8.',
    status: 400,
    error: 'invalid_args',
  }),
  malformedJson: assumed({
    id: 'request.malformed-json',
    evidence: judgement,
    text: `A body that is not a JSON object in UTF-8, nests deeper than ${MAX_DEPTH} levels, or has more than ${grouped(MAX_REQUEST_VALUES)} values in it, or a number that a double does not keep, is refused.`,
    status: 400,
    error: 'invalid_args',
  }),
  wrongContentType: assumed({
    id: 'request.wrong-content-type',
    evidence: 'the contract says that bodies are application/json; the status is HTTP’s own',
    text: 'A body under another content type than application/json, or under a Content-Encoding, is refused.',
    status: 415,
    error: 'invalid_args',
  }),
  emptyBody: assumed({
    id: 'request.empty-body',
    evidence: 'judgement: the contract shows JSON objects only, and each of their fields may be missing',
    text: 'An empty body is read as {}, whatever its content type.',
  }),
  bodyIgnored: assumed({
    id: 'request.body-ignored',
    evidence: `${judgement}; the contract says of listings that they have no body`,
    text: 'A body that an operation has no use for is not read.',
  }),
  tooLarge: assumed({
    id: 'request.too-large',
    evidence: 'judgement: limits are not shown; no request of this interface comes near 1 MiB',
    text: 'A body over 1 MiB is refused, and a smaller one for which the memory budget has no room.',
    status: 413,
    error: 'invalid_args',
  }),
  nullIsAbsent: assumed({
    id: 'request.null-is-absent',
    evidence: 'official client 1.5.2, recorded: it sends null for everything that is not given',
    text: 'A field of the body that is null counts as not given, jupyter_dir and volume_info of a template too, which the contract lets be null: no edit sets them back. Within the values of fields null is a value.',
  }),
  unknownFieldIgnored: assumed({
    id: 'request.unknown-field-ignored',
    evidence: 'official client 1.5.2, recorded: it sends fields that the contract does not name',
    text: 'A body field, at whatever depth, or a query parameter that the operation does not know is ignored.',
  }),
  repeatedParameter: assumed({
    id: 'request.repeated-parameter',
    evidence:
      'judgement: the contract shows each parameter once; Django, Starlette and a dict made of the pairs read the last value, Flask and aiohttp the first',
    text: 'Of a query parameter that is given several times the last value counts.',
  }),
}

/** The rule for HEAD, for operations with GET. */
export const head = assumed({
  id: 'request.head',
  evidence: 'HTTP itself: HEAD is GET without the body; the contract names GET only',
  text: 'HEAD is answered as GET, without the body.',
})

const publicReference = 'public API reference, January 2026'

/** Whether a path may lack the slash at its end. */
export const trailingSlash = choice({
  id: 'routing.trailing-slash',
  evidence: 'the contract ends every path with a slash',
  text: 'Whether a path may lack the slash at its end.',
  usual: 'required',
  alternatives: {
    required: { text: 'A path without its slash is none.', evidence: 'the contract ends every path with a slash' },
    optional: {
      text: 'A path without the slash at its end is the path with it.',
      evidence: `${publicReference}: it strips trailing slashes, and generated clients follow it`,
    },
  },
  observed: 'optional',
})

/** Whether the operations are there that stand beside those of the contract. */
export const neighbouring = choice({
  id: 'routing.neighbouring-operations',
  evidence: 'the contract does not name them',
  text: 'Whether the operations are served that a session of a client needs beside those of the contract.',
  usual: 'absent',
  alternatives: {
    absent: { text: 'There are the operations of the contract alone.', evidence: 'the contract does not name others' },
    served: {
      text: 'Operations beside those of the contract are served.',
      evidence: `${publicReference}, and the official clients of April and August 2026, which call them`,
    },
  },
  observed: 'served',
})

/** The rules for requests that match no operation. */
export const routing = {
  unknownPath: assumed({
    id: 'routing.unknown-path',
    evidence:
      'public API reference, January 2026: 404 with {success, msg}; the code is ours, so that one shape fits all',
    text: 'A path that the contract does not name is answered with 404. Paths end with a slash.',
    status: 404,
    error: 'no_such_endpoint',
  }),
  otherVersion: assumed({
    id: 'routing.other-version',
    evidence: 'judgement: the deprecation and compatibility policy is not shown',
    text: 'There is no version of the interface but v0.',
    status: 404,
    error: 'no_such_endpoint',
  }),
  wrongMethod: assumed({
    id: 'routing.wrong-method',
    evidence: judgement,
    text: 'A method that the contract does not name for a path is answered with 405 and the header Allow.',
    status: 405,
    error: 'method_not_allowed',
  }),
}

/** The limit of the simulator itself. Its code is unique, so that nobody takes it for a refusal of the service. */
export const sandboxFull = assumed({
  id: 'service.sandbox-full',
  evidence:
    'judgement: limits on template fields and on the number of templates are not shown, and a process has only so much memory; the status is that of a body too large, the code is ours alone',
  text: 'What would take more room than the rows of one sandbox may have (32 MiB), or than the memory budget has left, is refused and changes nothing.',
  status: 413,
  error: 'sandbox_full',
})

export const noRoomForRows = (): Refusal =>
  refuse(
    sandboxFull,
    'the simulator has no room for more rows in this sandbox',
    'delete rows, reset the sandbox, or give the simulator a larger --memory-budget',
  )

/** The refusal of a body while other requests use the whole memory budget. */
export const noRoomForBody = (): Refusal =>
  refuse(
    request.tooLarge,
    'the simulator has no room for this body now: the bodies under way and what is kept take all of its memory budget',
    'send fewer large bodies at once, or give the simulator a larger --memory-budget',
  )

export const rateLimit = {
  window: assumed({
    id: 'rate-limit.window',
    evidence:
      'public API reference, January 2026; whether a refused request restarts the interval is published nowhere',
    text: 'The threshold is a minimum interval in seconds between two requests of one API key to one operation that the limiter lets through, whatever their answer; one that it refuses does not restart the interval.',
  }),
  status: assumed({
    id: 'rate-limit.status',
    evidence: 'public API reference, January 2026: 429, no Retry-After',
    text: 'A request that comes too soon is answered with 429.',
  }),
}

/** The refusal of the limiter under the threshold that the contract states for an operation. */
export const limited = (operation: string, thresholdSeconds: number) =>
  documented({
    id: `${operation}.rate-limit`,
    section: 'Limits; Errors › Rate limiting',
    text: `Requests that are too frequent are answered with {detail}, a text that names the threshold ${thresholdSeconds.toFixed(1)}.`,
    status: 429,
    error: 'rate_limited',
    envelope: 'detail',
    value: thresholdSeconds,
    restsOn: [rateLimit.window, rateLimit.status],
  })

/** The refusal of the limiter under a threshold that a test sets, where the contract states another one or none. */
export const limitedOnDemand = assumed({
  id: 'rate-limit.configured',
  evidence: 'the contract states thresholds for three operations only, and no limit for the others',
  text: 'An operation without a stated threshold is not limited. A threshold that is configured takes the place of what is stated and may let through what that would refuse; so does a limiter that is switched off.',
  status: 429,
  error: 'rate_limited',
  envelope: 'detail',
  restsOn: [rateLimit.window, rateLimit.status],
  alternatives: {
    reported: {
      text: 'Template search has the threshold 3.0 and creation of an instance 4.5; a threshold that is configured takes the place of what is stated or reported.',
      evidence: `${publicReference}: thresholds beyond those of the contract`,
    },
  },
  observed: 'reported',
})

/** The text of the limiter, on which clients match. */
const limiterText = (thresholdSeconds: number): string =>
  `API requests too frequent endpoint threshold=${Number.isInteger(thresholdSeconds) ? thresholdSeconds.toFixed(1) : thresholdSeconds}`

/** The threshold in seconds that holds for an operation unless a test sets one; undefined where there is none. */
export function statedSeconds({ limit, limitedOnDemand, reportedSeconds }: Operation, rules: RulesInForce) {
  if (limit !== undefined) return rules.valueOf(limit.rule)
  return rules.of(limitedOnDemand).choice === 'reported' ? reportedSeconds : undefined
}

/** The rule behind the threshold that holds for an operation; undefined for none. */
export const limiterRule = (
  { limit, limitedOnDemand }: Operation,
  thresholdSeconds: number | undefined,
  rules: RulesInForce,
): RefusalRule => (limit !== undefined && rules.valueOf(limit.rule) === thresholdSeconds ? limit.rule : limitedOnDemand)

/** The refusal of a request that comes too soon under a threshold. */
export const tooFrequent = (
  operation: Operation,
  thresholdSeconds: number,
  rules: RulesInForce,
  hint?: string,
): Refusal => refuse(limiterRule(operation, thresholdSeconds, rules), limiterText(thresholdSeconds), hint)

/** Those that may shape the response to a request which no operation takes. */
export const unmatchedRules: ReadonlySet<Rule> = new Set([
  ...Object.values(routing),
  request.tooLarge,
  request.malformedJson,
])
