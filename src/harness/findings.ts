import { MASK } from '../kernel/secret.ts'
import type { Faults } from './faults/faults.ts'
import type { Exchange } from './exchange.ts'
import { hasSecretInQuery } from './redact.ts'

const MOST_NAMES = 10
const MOST_CHARACTERS = 200

type FindingKind =
  | 'env-as-object'
  | 'template-id-at-creation'
  | 'unread-field'
  | 'retry-inside-window'
  | 'polling-faster-than-threshold'
  | 'create-repeated-after-lost-reply'
  | 'stale-hash-id'
  | 'secret-in-url'
  | 'unmatched-request'
  | 'answer-rests-on-assumption'
  | 'fault-never-fired'

/** Something a client did that works here, or fails here, but should worry its team. */
export interface Finding {
  readonly kind: FindingKind
  readonly operation: string | null
  readonly text: string
  readonly advice: string
  /** How often, and the first exchange that shows it. */
  readonly times: number
  readonly exchange: number
}

/** What is remembered of a client's last request to an operation. */
interface Earlier {
  readonly status: number
  readonly path: string
  /** The body, when the operation happened and its answer was lost. */
  readonly lostBody: string | undefined
}

/** A finding about one exchange, before equal ones are counted together. */
type Seen = Pick<Finding, 'kind' | 'text' | 'advice'>

/** What one exchange, and those of the same client to the same operation before it, tells about the client. */
function findingsOf(
  exchange: Exchange,
  earlier: Earlier | undefined,
  unread: readonly string[],
  isStrict: boolean,
): readonly Seen[] {
  const has = (rule: string): boolean => exchange.basis !== 'injected' && exchange.rules.includes(rule)
  const seen: Seen[] = []
  if (has('templates.env-is-a-string') && hasEnvObject(exchange.requestBody)) {
    seen.push({
      kind: 'env-as-object',
      text: 'env was sent as an object',
      advice: 'Send flags in one string: the contract applies nothing of an object.',
    })
  }
  if (has('instances.create.template-id-refused')) {
    seen.push({
      kind: 'template-id-at-creation',
      text: 'template_id was sent at creation',
      advice: 'Send template_hash_id.',
    })
  }
  if (unread.length > 0) {
    seen.push({
      kind: 'unread-field',
      text: `nobody reads ${unread.slice(0, MOST_NAMES).map(short).join(', ')}`,
      advice: 'Look for a typing error, or leave the field out.',
    })
  }
  if (exchange.status === 429 && exchange.basis !== 'injected') {
    seen.push(
      earlier?.status === 429
        ? {
            kind: 'retry-inside-window',
            text: 'a refused request was repeated inside the window',
            advice: 'Wait for the threshold before the retry.',
          }
        : {
            kind: 'polling-faster-than-threshold',
            text: 'requests came faster than the threshold',
            advice: 'Poll no faster than the threshold in the answer.',
          },
    )
  }
  if (isCreation(exchange) && earlier?.path === exchange.path && earlier.lostBody === exchange.requestBody) {
    seen.push({
      kind: 'create-repeated-after-lost-reply',
      text: 'a creation whose reply was lost was sent again',
      advice: 'List before creating again: the first one happened.',
    })
  }
  if (exchange.hint?.includes('was retired by an edit') === true) {
    seen.push({
      kind: 'stale-hash-id',
      text: 'a retired hash_id was used',
      advice: 'Keep the hash_id that the last edit answered.',
    })
  }
  if (hasSecretInQuery(exchange.query) || exchange.path.includes(MASK) || exchange.query.includes(MASK)) {
    seen.push({
      kind: 'secret-in-url',
      text: 'a secret was sent in the URL',
      advice: 'Send the key in the Authorization header: URLs end up in logs.',
    })
  }
  if (exchange.operation === null) {
    seen.push({
      kind: 'unmatched-request',
      text: short(`${exchange.method} ${exchange.path} is no operation`),
      advice: exchange.hint ?? 'Compare with /openapi.json.',
    })
  }
  if (isStrict && exchange.basis === 'assumed') {
    seen.push({
      kind: 'answer-rests-on-assumption',
      text: 'an answer rests on an assumption',
      advice: 'docs/contract.md tells which: see the rules of the exchange.',
    })
  }
  return seen
}

function hasEnvObject(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && 'env' in value && typeof value.env === 'object'
  } catch {
    return false
  }
}

const short = (text: string): string => (text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`)

const isCreation = ({ operation }: Exchange): boolean =>
  operation === 'instances.create' || operation === 'templates.create'

const lostBodyOf = ({ fault, requestBody }: Exchange): string | undefined =>
  fault?.outcome === 'lost' && fault.happened ? requestBody : undefined

const MOST_OF_A_KIND = 50
const MOST_CLIENTS = 500

/** The findings of a sandbox: equal ones once, with their number. */
export class Findings {
  readonly #found = new Map<string, Finding>()
  readonly #latest = new Map<string, Earlier>()
  readonly #strict: boolean

  constructor(isStrict: boolean) {
    this.#strict = isStrict
  }

  look(exchange: Exchange, unread: readonly string[]): void {
    const client = `${exchange.operation} ${exchange.keyDigest}`
    const strangers = unread.filter((name) => !hasSecretInQuery(`${name}=`))
    for (const seen of findingsOf(exchange, this.#latest.get(client), strangers, this.#strict)) {
      const key = `${seen.kind} ${exchange.operation} ${seen.text}`
      const known = this.#found.get(key)
      if (known !== undefined) this.#found.set(key, { ...known, times: known.times + 1 })
      else if (this.#countOf(seen.kind) < MOST_OF_A_KIND)
        this.#found.set(key, { ...seen, operation: exchange.operation, times: 1, exchange: exchange.id })
    }
    if (exchange.userId === null) return
    this.#latest.delete(client)
    this.#latest.set(client, { status: exchange.status, path: exchange.path, lostBody: lostBodyOf(exchange) })
    const [oldest] = this.#latest.keys()
    if (this.#latest.size > MOST_CLIENTS && oldest !== undefined) this.#latest.delete(oldest)
  }

  #countOf(kind: FindingKind): number {
    return this.list().filter((finding) => finding.kind === kind).length
  }

  list(): readonly Finding[] {
    return [...this.#found.values()]
  }

  fork(): Findings {
    const copy = new Findings(this.#strict)
    for (const [key, finding] of this.#found) copy.#found.set(key, finding)
    for (const [key, earlier] of this.#latest) copy.#latest.set(key, earlier)
    return copy
  }
}

/** Faults that had to fire and never did: the test that relies on them proved nothing. */
export const silentFaults = (faults: Faults): readonly Finding[] =>
  faults
    .list()
    .filter(({ fault, fired }) => fault.must_fire && fired === 0)
    .map(({ fault, matched }) => ({
      kind: 'fault-never-fired',
      operation: fault.match.operation ?? null,
      text: `the fault ${fault.name} never fired (${matched} requests matched)`,
      advice: 'Compare its match with the near misses in the journal.',
      times: 1,
      exchange: 0,
    }))
