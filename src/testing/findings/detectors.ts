import { MASK, sha256Hex } from '../../kernel/secret.ts'
import type { Exchange } from '../journal/exchange.ts'
import type { FindingKind, Observation } from './finding.ts'
import { hasSecretInQuery } from '../journal/redact.ts'
import { isSecretName } from '../journal/secret-names.ts'
import { catalogue } from '../../marketplace/catalogue.ts'

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

/** The input of a detector besides the exchange. */
interface Circumstances {
  readonly unread: UnreadNames
  /** The last request of the same client to this operation. */
  readonly earlier: EarlierRequest | undefined
  /** The stated threshold in seconds, where the request was accepted sooner. */
  readonly belowThreshold: number | undefined
}

/** Finds one kind of mistake of clients in their exchanges. */
interface Detector {
  readonly kind: FindingKind
  readonly advice: string | ((exchange: Exchange) => string)
  /** The text of the finding; undefined where there is none. */
  readonly detect: (exchange: Exchange, circumstances: Circumstances) => string | undefined
}

const usual: readonly Detector[] = [
  {
    kind: 'env-as-object',
    advice: 'Send flags in one string: the contract applies nothing of an object.',
    detect: (exchange) => (shows(exchange, 'templates.env-object-ignored') ? 'env was sent as an object' : undefined),
  },
  {
    kind: 'unread-env',
    advice: 'Write -e NAME=value and -p host:container, with a space after the flag.',
    detect: (_, { unread: { env } }) =>
      env.length > 0 ? `not read: ${inShort(env.map(withoutValue))} in env` : undefined,
  },
  {
    kind: 'template-id-at-creation',
    advice: 'Send template_hash_id.',
    detect: (exchange) =>
      shows(exchange, 'instances.create.template-id-refused') ? 'template_id was sent at creation' : undefined,
  },
  {
    kind: 'unread-field',
    advice: 'Look for a typing error, or leave the field out.',
    detect: ({ query }, { unread: { fields } }) => unreadText(fields, query),
  },
  {
    kind: 'retry-inside-window',
    advice: 'Wait for the threshold before the retry.',
    detect: (exchange, { earlier }) =>
      isLimited(exchange) && earlier?.status === 429 ? 'a refused request was repeated inside the window' : undefined,
  },
  {
    kind: 'polling-faster-than-threshold',
    advice: 'Poll no faster than the threshold: the service refuses what comes sooner.',
    detect: (exchange, { earlier, belowThreshold }) => {
      if (belowThreshold !== undefined)
        return `requests came faster than the threshold ${belowThreshold.toFixed(1)}, and were accepted here`
      return isLimited(exchange) && earlier?.status !== 429 ? 'requests came faster than the threshold' : undefined
    },
  },
  {
    kind: 'create-repeated-after-lost-reply',
    advice: 'List before creating again: the first one happened.',
    detect: (exchange, { earlier }) =>
      earlier !== undefined && isCreation(exchange) && repeats(exchange, earlier)
        ? 'a creation was sent again after its reply did not arrive whole'
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
    detect: (exchange) =>
      shows(exchange, catalogue['instances.list.unknown-gpu'].id)
        ? 'no figures are known for a GPU that the data names'
        : undefined,
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
    detect: ({ operation, method, path, stub, status }) => {
      const isLedOn = status >= 300 && status < 400 && (method === 'GET' || method === 'HEAD')
      return operation === null && stub === undefined && !isLedOn
        ? short(`${method} ${path} is not an operation`)
        : undefined
    },
  },
]

/** For a team that wants none of its responses to rest on an assumption. */
const assumptionDetector: Detector = {
  kind: 'answer-rests-on-assumption',
  advice: 'docs/contract.md has the rules of the exchange.',
  detect: ({ basis }) => (basis === 'assumed' ? 'an answer rests on an assumption' : undefined),
}

/** @param isStrict whether a response that rests on an assumption is a finding */
export function observationsOf(
  exchange: Exchange,
  circumstances: Circumstances,
  isStrict: boolean,
): readonly Observation[] {
  const detectors = isStrict ? [...usual, assumptionDetector] : usual
  const observations: Observation[] = []
  for (const { kind, advice, detect } of detectors) {
    const text = detect(exchange, circumstances)
    if (text !== undefined)
      observations.push({ kind, text, advice: typeof advice === 'string' ? advice : advice(exchange) })
  }
  return observations
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

const isCreation = ({ operation }: Exchange): boolean =>
  operation === 'instances.create' || operation === 'templates.create'

const repeats = (exchange: Exchange, { path, lostBody }: EarlierRequest): boolean =>
  lostBody !== undefined && path === exchange.path && lostBody === sha256Hex(exchange.requestBody)
