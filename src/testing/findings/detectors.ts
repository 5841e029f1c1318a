import type { Operation } from '../../kernel/operation.ts'
import { MASK, sha256Hex } from '../../kernel/secret.ts'
import { operations } from '../../marketplace/routes.ts'
import type { Exchange } from '../journal/exchange.ts'
import type { FindingKind } from './found.ts'
import { hasSecretInQuery } from '../journal/redact.ts'
import { isSecretName } from '../journal/secret-names.ts'

const MAX_FINDING_NAMES = 10
const MAX_FINDING_CHARACTERS = 200

/** What is remembered of a client's last request to an operation, where it may matter for the next. */
export interface Earlier {
  readonly status: number
  readonly path: string
  /** SHA-256 of the body, when the operation happened and its answer did not arrive whole. */
  readonly lostBody: string | undefined
}

/** What a request says, and nobody reads: fields, and words of an env string. */
export interface Unread {
  readonly fields: readonly string[]
  readonly env: readonly string[]
}

/** One way in which an exchange shows that a client should worry its team. */
interface Sign {
  readonly kind: FindingKind
  readonly advice: string | ((exchange: Exchange) => string)
  /** Whether an operation may show it, or what is no operation; all may, when it is absent. */
  readonly at?: (operation: Operation | undefined) => boolean
  /**
   * What it sees in an exchange, with what the client did before: mostly nothing.
   * @param undercut the stated threshold in seconds, where the request was accepted sooner
   */
  readonly sees: (
    exchange: Exchange,
    unread: Unread,
    earlier: Earlier | undefined,
    undercut: number | undefined,
  ) => string | undefined
}

const signs: readonly Sign[] = [
  {
    kind: 'env-as-object',
    advice: 'Send flags in one string: the contract applies nothing of an object.',
    at: mayApply('templates.env-object-ignored'),
    sees: (exchange) => (shows(exchange, 'templates.env-object-ignored') ? 'env was sent as an object' : undefined),
  },
  {
    kind: 'unread-env',
    advice: 'Write -e NAME=value and -p host:container, with a space after the flag.',
    at: mayApply('templates.env-words-unread'),
    sees: (_, { env }) => (env.length > 0 ? `nobody reads ${inShort(env.map(withoutValue))} in env` : undefined),
  },
  {
    kind: 'template-id-at-creation',
    advice: 'Send template_hash_id.',
    at: mayApply('instances.create.template-id-refused'),
    sees: (exchange) =>
      shows(exchange, 'instances.create.template-id-refused') ? 'template_id was sent at creation' : undefined,
  },
  {
    kind: 'unread-field',
    advice: 'Look for a typing error, or leave the field out.',
    sees: ({ query }, { fields }) => (fields.length > 0 ? unreadText(fields, query) : undefined),
  },
  {
    kind: 'retry-inside-window',
    advice: 'Wait for the threshold before the retry.',
    sees: (exchange, _, earlier) =>
      isLimited(exchange) && earlier?.status === 429 ? 'a refused request was repeated inside the window' : undefined,
  },
  {
    kind: 'polling-faster-than-threshold',
    advice: 'Poll no faster than the threshold: the service refuses what comes sooner.',
    sees: (exchange, _, earlier, undercut) => {
      if (undercut !== undefined)
        return `requests came faster than the threshold ${undercut.toFixed(1)}, and were accepted here`
      return isLimited(exchange) && earlier?.status !== 429 ? 'requests came faster than the threshold' : undefined
    },
  },
  {
    kind: 'create-repeated-after-lost-reply',
    advice: 'List before creating again: the first one happened.',
    at: (operation) => operation?.id === 'instances.create' || operation?.id === 'templates.create',
    sees: (exchange, _, earlier) =>
      earlier !== undefined && repeats(exchange, earlier)
        ? 'a creation whose reply did not arrive whole was sent again'
        : undefined,
  },
  {
    kind: 'stale-hash-id',
    advice: 'Keep the hash_id that the last edit answered.',
    sees: ({ hint }) => (hint?.includes('was retired by an edit') === true ? 'a retired hash_id was used' : undefined),
  },
  {
    kind: 'secret-in-url',
    advice: 'Send the key in the Authorization header: URLs end up in logs.',
    sees: ({ path, query }) =>
      hasSecretInQuery(query) || path.includes(MASK) || query.includes(MASK)
        ? 'a secret was sent in the URL'
        : undefined,
  },
  {
    kind: 'unmatched-request',
    advice: ({ hint }) => hint ?? 'Compare with /openapi.json.',
    at: (operation) => operation === undefined,
    sees: ({ method, path }) => short(`${method} ${path} is no operation`),
  },
]

/** What is a sign only where a team wants none of its answers to rest on an assumption. */
const strictSign: Sign = {
  kind: 'answer-rests-on-assumption',
  advice: 'docs/contract.md tells which: see the rules of the exchange.',
  sees: ({ basis }) => (basis === 'assumed' ? 'an answer rests on an assumption' : undefined),
}

/** By the id of the operation that may show them; null is none. */
export type Signs = ReadonlyMap<string | null, readonly Sign[]>

/** Sorted out once: every request is looked at, and few signs are about it. */
const byOperation = (all: readonly Sign[]): Signs =>
  new Map(
    [undefined, ...operations].map((operation) => [
      operation?.id ?? null,
      all.filter(({ at }) => at === undefined || at(operation)),
    ]),
  )

export const lenient = byOperation(signs)
export const strict = byOperation([...signs, strictSign])

function mayApply(rule: string): NonNullable<Sign['at']> {
  return (operation) => operation !== undefined && [...operation.rules].some(({ id }) => id === rule)
}

const shows = ({ basis, rules }: Exchange, rule: string): boolean => basis !== 'injected' && rules.includes(rule)

const isLimited = ({ basis, status }: Exchange): boolean => status === 429 && basis !== 'injected'

/** A secret in the query is a finding of its own. */
function unreadText(unread: readonly string[], query: string): string | undefined {
  const names = hasSecretInQuery(query) ? unread.filter((name) => !isSecretName(name)) : unread
  return names.length === 0 ? undefined : `nobody reads ${inShort(names)}`
}

const inShort = (names: readonly string[]): string => names.slice(0, MAX_FINDING_NAMES).map(short).join(', ')

/** `-eTOKEN=`: findings end up in reports, where the value may be a secret. */
const withoutValue = (word: string): string => word.slice(0, word.indexOf('=') + 1 || word.length)

const short = (text: string): string =>
  text.length <= MAX_FINDING_CHARACTERS ? text : `${text.slice(0, MAX_FINDING_CHARACTERS)}…`

/** Reading the body takes its secrets out: only where a reply was lost. */
const repeats = (exchange: Exchange, { path, lostBody }: Earlier): boolean =>
  lostBody !== undefined && path === exchange.path && lostBody === sha256Hex(exchange.requestBody)
