import type { Operation } from '../../kernel/operation.ts'
import { MASK, sha256Hex } from '../../kernel/secret.ts'
import { unknownGpu } from '../../marketplace/instances/gpus.ts'
import { operations } from '../../marketplace/routes.ts'
import type { Exchange } from '../journal/exchange.ts'
import type { FindingKind } from './finding.ts'
import { hasSecretInQuery } from '../journal/redact.ts'
import { isSecretName } from '../journal/secret-names.ts'

const MAX_FINDING_NAMES = 10
const MAX_FINDING_CHARACTERS = 200

/** What is remembered of a client's last request to an operation, where it may matter for the next. */
export interface EarlierRequest {
  readonly status: number
  readonly path: string
  /** SHA-256 of the body, when the operation happened and its response did not arrive whole. */
  readonly lostBody: string | undefined
}

/** Names in a request that the simulator does not read: fields, and words of an env string. */
export interface UnreadNames {
  readonly fields: readonly string[]
  readonly env: readonly string[]
}

/** Finds one kind of mistake of clients in their exchanges. */
interface Detector {
  readonly kind: FindingKind
  readonly advice: string | ((exchange: Exchange) => string)
  /** Whether exchanges of an operation are looked at, or those that no operation took; all are, when it is absent. */
  readonly at?: (operation: Operation | undefined) => boolean
  /**
   * The text of the finding; undefined where there is none.
   * @param earlier the last request of the same client to this operation
   * @param belowThreshold the stated threshold in seconds, where the request was accepted sooner
   */
  readonly detect: (
    exchange: Exchange,
    unread: UnreadNames,
    earlier: EarlierRequest | undefined,
    belowThreshold: number | undefined,
  ) => string | undefined
}

const usual: readonly Detector[] = [
  {
    kind: 'env-as-object',
    advice: 'Send flags in one string: the contract applies nothing of an object.',
    at: mayApply('templates.env-object-ignored'),
    detect: (exchange) => (shows(exchange, 'templates.env-object-ignored') ? 'env was sent as an object' : undefined),
  },
  {
    kind: 'unread-env',
    advice: 'Write -e NAME=value and -p host:container, with a space after the flag.',
    at: mayApply('templates.env-words-unread'),
    detect: (_, { env }) => (env.length > 0 ? `not read: ${inShort(env.map(withoutValue))} in env` : undefined),
  },
  {
    kind: 'template-id-at-creation',
    advice: 'Send template_hash_id.',
    at: mayApply('instances.create.template-id-refused'),
    detect: (exchange) =>
      shows(exchange, 'instances.create.template-id-refused') ? 'template_id was sent at creation' : undefined,
  },
  {
    kind: 'unread-field',
    advice: 'Look for a typing error, or leave the field out.',
    detect: ({ query }, { fields }) => (fields.length > 0 ? unreadText(fields, query) : undefined),
  },
  {
    kind: 'retry-inside-window',
    advice: 'Wait for the threshold before the retry.',
    detect: (exchange, _, earlier) =>
      isLimited(exchange) && earlier?.status === 429 ? 'a refused request was repeated inside the window' : undefined,
  },
  {
    kind: 'polling-faster-than-threshold',
    advice: 'Poll no faster than the threshold: the service refuses what comes sooner.',
    detect: (exchange, _, earlier, belowThreshold) => {
      if (belowThreshold !== undefined) return acceptedBelow(belowThreshold.toFixed(1))
      return isLimited(exchange) && earlier?.status !== 429 ? 'requests came faster than the threshold' : undefined
    },
  },
  {
    kind: 'create-repeated-after-lost-reply',
    advice: 'List before creating again: the first one happened.',
    at: (operation) => operation?.id === 'instances.create' || operation?.id === 'templates.create',
    detect: (exchange, _, earlier) =>
      earlier !== undefined && repeats(exchange, earlier)
        ? 'a creation whose reply did not arrive whole was sent again'
        : undefined,
  },
  {
    kind: 'stale-hash-id',
    advice: 'Keep the hash_id that the last edit answered.',
    detect: ({ hint }) =>
      hint?.includes('was retired by an edit') === true ? 'a retired hash_id was used' : undefined,
  },
  {
    kind: 'unknown-gpu',
    advice: ({ hint }) =>
      `${hint ?? ''}. Write gpu_ram, gpu_mem_bw and the like in the fixture, or a name that is known: A100 PCIE, H100 SXM, RTX 4090.`,
    at: mayApply(unknownGpu.id),
    detect: (exchange) =>
      shows(exchange, unknownGpu.id) ? 'no figures are known for a GPU that the data names' : undefined,
  },
  {
    kind: 'secret-in-url',
    advice: 'Send the key in the Authorization header: URLs end up in logs.',
    detect: ({ path, query }) =>
      hasSecretInQuery(query) || path.includes(MASK) || query.includes(MASK)
        ? 'a secret was sent in the URL'
        : undefined,
  },
  {
    kind: 'unmatched-request',
    advice: ({ hint }) => hint ?? 'Compare with /openapi.json.',
    at: (operation) => operation === undefined,
    detect: ({ method, path, stub }) =>
      stub === undefined ? short(`${method} ${path} is not an operation`) : undefined,
  },
]

const acceptedBelow = (threshold: string): string =>
  `requests came faster than the threshold ${threshold}, and were accepted here`

/** For a team that wants none of its responses to rest on an assumption. */
const assumptionDetector: Detector = {
  kind: 'answer-rests-on-assumption',
  advice: 'docs/contract.md tells which: see the rules of the exchange.',
  detect: ({ basis }) => (basis === 'assumed' ? 'an answer rests on an assumption' : undefined),
}

/** By the id of the operation that they look at; null is for requests that no operation took. */
export type Detectors = ReadonlyMap<string | null, readonly Detector[]>

/** Sorted once, because every request is looked at, and most detectors are about few operations. */
const byOperation = (all: readonly Detector[]): Detectors =>
  new Map(
    [undefined, ...operations].map((operation) => [
      operation?.id ?? null,
      all.filter(({ at }) => at === undefined || at(operation)),
    ]),
  )

export const usualDetectors = byOperation(usual)
export const strictDetectors = byOperation([...usual, assumptionDetector])

function mayApply(rule: string): NonNullable<Detector['at']> {
  return (operation) => operation !== undefined && [...operation.rules].some(({ id }) => id === rule)
}

const shows = ({ basis, rules }: Exchange, rule: string): boolean => basis !== 'injected' && rules.includes(rule)

const isLimited = ({ basis, status }: Exchange): boolean => status === 429 && basis !== 'injected'

/** A secret in the query is a finding of its own. */
function unreadText(unread: readonly string[], query: string): string | undefined {
  const names = hasSecretInQuery(query) ? unread.filter((name) => !isSecretName(name)) : unread
  return names.length === 0 ? undefined : `not read: ${inShort(names)}`
}

const inShort = (names: readonly string[]): string => names.slice(0, MAX_FINDING_NAMES).map(short).join(', ')

/** `-eTOKEN=`: findings end up in reports, where the value may be a secret. */
const withoutValue = (word: string): string => word.slice(0, word.indexOf('=') + 1 || word.length)

const short = (text: string): string =>
  text.length <= MAX_FINDING_CHARACTERS ? text : `${text.slice(0, MAX_FINDING_CHARACTERS)}…`

/** The body is read only where a reply was lost: reading it masks its secrets, which takes time. */
const repeats = (exchange: Exchange, { path, lostBody }: EarlierRequest): boolean =>
  lostBody !== undefined && path === exchange.path && lostBody === sha256Hex(exchange.requestBody)
