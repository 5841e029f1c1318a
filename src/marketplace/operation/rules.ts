import { capture, code, docs, found, judgement, note } from '../../kernel/evidence.ts'
import { aprilClient, contract, officialClient, olderClient, unnamed, reference, vendorDocs } from '../sources.ts'
import { groupDigits } from '../../kernel/group-digits.ts'
import { MAX_DEPTH, MAX_REQUEST_VALUES } from '../../kernel/json-size.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { assumed, choice, type Rule } from '../../kernel/rule.ts'

/** How the requests of every operation are read. */
export const requestRules = {
  wrongField: assumed({
    id: 'request.wrong-field',
    evidence: [
      ...found(
        '400, "<field>: Input should be a valid integer".',
        capture('nikitatsym/vastai-mcp', '2026-07'),
        unnamed(1, 'note', '2026-10-08'),
        docs('vast-ai/vast-claude-plugin', '2026-06'),
      ),
      ...judgement('The contract shows invalid_args with 400 for an invalid argument of one operation.'),
    ],
    text: 'A missing, mistyped or out-of-range argument is refused and changes nothing, and a query that is not UTF-8.',
    status: 400,
    error: 'invalid_args',
  }),
  malformedJson: assumed({
    id: 'request.malformed-json',
    evidence: found('400 invalid_args, "invalid json".', vendorDocs),
    text: `A body that is not a JSON object in UTF-8, nests deeper than ${MAX_DEPTH} levels, or has more than ${groupDigits(MAX_REQUEST_VALUES)} values in it, or a number that a double does not keep, is refused.`,
    status: 400,
    error: 'invalid_args',
  }),
  wrongContentType: assumed({
    id: 'request.wrong-content-type',
    evidence: judgement('The contract says that bodies are application/json; the status is that of HTTP.'),
    text: 'A body under another content type than application/json, or under a Content-Encoding, is refused.',
    status: 415,
    error: 'invalid_args',
  }),
  emptyBody: assumed({
    id: 'request.empty-body',
    evidence: judgement('The contract shows JSON objects only, and each of their fields may be missing.'),
    text: 'An empty body is read as {}, whatever its content type.',
  }),
  bodyIgnored: assumed({
    id: 'request.body-ignored',
    evidence: judgement(
      'HTTP gives the body of a GET no meaning, and the contract says of listings that they have no body.',
    ),
    text: 'A body that an operation has no use for is not read.',
  }),
  tooLarge: assumed({
    id: 'request.too-large',
    evidence: judgement('Limits are not shown; no request of this interface comes near 1 MiB.'),
    text: 'A body over 1 MiB is refused, and a smaller one for which the memory budget has no room.',
    status: 413,
    error: 'invalid_args',
  }),
  nullIsAbsent: assumed({
    id: 'request.null-is-absent',
    evidence: found('It sends null for everything that is not given, and rents are accepted.', olderClient),
    text: 'A field of the body that is null counts as not given, unless a rule of the operation says otherwise: an edit of a template reads null as a value. Within the values of fields null is a value.',
  }),
  unknownFieldIgnored: assumed({
    id: 'request.unknown-field-ignored',
    evidence: [
      ...found('Rents and changes of instances take further keys.', unnamed(2, 'code')),
      ...found('It sends fields that the contract does not name.', olderClient),
      ...found(
        'The account, and filters of rental offers, are refused with names that are not known: both have rules.',
        unnamed(4, 'note', '2026-10-08'),
        unnamed(2, 'code'),
      ),
    ],
    text: 'A body field, at whatever depth, or a query parameter that the operation does not know is ignored, unless a rule of the operation refuses it.',
  }),
  repeatedParameter: assumed({
    id: 'request.repeated-parameter',
    evidence: judgement(
      'The contract shows each parameter once; Django, Starlette and a dict made of the pairs read the last value, Flask and aiohttp the first.',
    ),
    text: 'Of a query parameter that is given several times the last value counts.',
  }),
}

/** The rule for HEAD, for operations with GET. */
export const headRule = assumed({
  id: 'request.head',
  evidence: judgement('HTTP itself: HEAD is GET without the body; the contract names GET only.'),
  text: 'HEAD is answered as GET, without the body.',
})

/** Whether a path may lack the slash at its end. */
export const trailingSlash = choice({
  id: 'routing.trailing-slash',
  evidence: found('It ends every path with a slash.', contract),
  text: 'Whether a path may lack the slash at its end.',
  usual: 'required',
  usually: 'A path without its slash is none.',
  alternatives: {
    optional: {
      text: 'A path without the slash at its end is the path with it.',
      evidence: [
        ...found('Paths without it are sent and documented.', unnamed(1, 'code', '2026-10'), vendorDocs),
        ...found('It strips trailing slashes, and generated clients follow it.', reference),
      ],
    },
    redirects: {
      text: 'A path without the slash at its end leads to the path with it, by 302 and Location, whatever the method and before a key is asked for. Many clients follow with GET and without the body. A stub is at both paths.',
      evidence: found(
        'A path without its slash causes a 302 redirect; a PUT that follows it becomes a GET.',
        note('vast-ai/vast-cli PR 280', '2025-10-15'),
      ),
      status: 302,
    },
    'redirects-permanently': {
      text: 'The same by 301.',
      evidence: found(
        'Without the slash it answers 301 with HTML.',
        code('nikitatsym/vastai-mcp tests/test_validation.py', '2026-07'),
      ),
      status: 301,
    },
  },
  observed: 'redirects',
})

/** Whether the operations are there that stand beside those of the contract. */
export const neighbouringOperations = choice({
  id: 'routing.neighbouring-operations',
  evidence: found('It does not name them.', contract),
  text: 'Whether the operations are served that a session of a client needs beside those of the contract.',
  usual: 'absent',
  usually: 'There are the operations of the contract alone.',
  alternatives: {
    served: {
      text: 'Operations beside those of the contract are served.',
      evidence: found('They are documented, and clients call them.', reference, officialClient, aprilClient),
    },
  },
  observed: 'served',
})

/** The rules for requests that match no operation. */
export const routingRules = {
  unknownPath: assumed({
    id: 'routing.unknown-path',
    evidence: [
      ...found('404 with {success, msg}.', reference),
      ...judgement('The code is ours, so that one shape fits all.'),
    ],
    text: 'A path that the contract does not name is answered with 404. Paths end with a slash.',
    status: 404,
    error: 'no_such_endpoint',
  }),
  otherVersion: assumed({
    id: 'routing.other-version',
    evidence: judgement('The contract has version 0 alone, and shows no policy of versions.'),
    text: 'There is no version of the interface but v0.',
    status: 404,
    error: 'no_such_endpoint',
  }),
  wrongMethod: assumed({
    id: 'routing.wrong-method',
    evidence: judgement('What HTTP says of a method that a path does not have.'),
    text: 'A method that the contract does not name for a path is answered with 405 and the header Allow.',
    status: 405,
    error: 'method_not_allowed',
  }),
}

/** The limit of the simulator itself. Its code is unique, so that nobody takes it for a refusal of the service. */
export const sandboxFull = assumed({
  id: 'service.sandbox-full',
  evidence: judgement(
    'Limits on template fields and on the number of templates are not shown, and a process has only so much memory; the status is that of a body too large, the code is ours alone.',
  ),
  text: 'What would take more room than the rows of one sandbox may have (32 MiB), or than the memory budget has left, is refused and changes nothing.',
  status: 413,
  error: 'sandbox_full',
})

export const refuseRows = (): Refusal =>
  refuse(
    sandboxFull,
    'the simulator has no room for more rows in this sandbox',
    'delete rows, reset the sandbox, or give the simulator a larger --memory-budget',
  )

/** The refusal of a body while other requests use the whole memory budget. */
export const refuseBody = (): Refusal =>
  refuse(
    requestRules.tooLarge,
    'the simulator has no room for this body now: the bodies under way and what is kept take all of its memory budget',
    'send fewer large bodies at once, or give the simulator a larger --memory-budget',
  )

/** Those that may shape the response to a request which no operation takes. */
export const unmatchedRules: ReadonlySet<Rule> = new Set([
  ...Object.values(routingRules),
  trailingSlash,
  requestRules.tooLarge,
  requestRules.malformedJson,
])
