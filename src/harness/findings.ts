import { MASK } from '../kernel/secret.ts'
import type { CountedFault } from './faults/faults.ts'
import type { Exchange } from './exchange.ts'
import { type Finding, Found, type Seen } from './found.ts'
import { hasSecretInQuery } from './redact.ts'

const MOST_NAMES = 10
const MOST_CHARACTERS = 200

/** What is remembered of a client's last request to an operation, where it may matter for the next. */
interface Earlier {
  readonly status: number
  readonly path: string
  /** The body, when the operation happened and its answer was lost. */
  readonly lostBody: string | undefined
}

/** What one exchange, and those of the same client to the same operation before it, tells about the client. */
function findingsOf(
  exchange: Exchange,
  earlier: Earlier | undefined,
  unread: readonly string[],
  isStrict: boolean,
): readonly Seen[] {
  const has = (rule: string): boolean => exchange.basis !== 'injected' && exchange.rules.includes(rule)
  const seen: Seen[] = []
  if (has('templates.env-object-ignored')) {
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
  // Reading the body takes its secrets out: only where a reply was lost.
  const lost = earlier?.path === exchange.path ? earlier.lostBody : undefined
  if (lost !== undefined && isCreation(exchange) && lost === exchange.requestBody) {
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

const short = (text: string): string => (text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`)

const isCreation = ({ operation }: Exchange): boolean =>
  operation === 'instances.create' || operation === 'templates.create'

/** Reading the body takes its secrets out: only where the reply was lost. */
const lostBodyOf = (exchange: Exchange): string | undefined =>
  exchange.fault?.outcome === 'lost' && exchange.fault.happened ? exchange.requestBody : undefined

const clientOf = ({ operation, keyDigest }: Exchange): string => `${operation} ${keyDigest}`

const MOST_CLIENTS = 500

/** What the clients of a sandbox do that should worry their teams. */
export class Findings {
  readonly #found: Found
  readonly #latest = new Map<string, Earlier>()
  readonly #strict: boolean

  constructor(isStrict: boolean, found = new Found()) {
    this.#strict = isStrict
    this.#found = found
  }

  /** Answers with what this exchange shows. */
  look(exchange: Exchange, unread: readonly string[]): readonly Seen[] {
    const strangers = unread.filter((name) => !hasSecretInQuery(`${name}=`))
    const seen = findingsOf(exchange, this.#recall(exchange), strangers, this.#strict)
    this.#found.add(seen, exchange)
    this.#remember(exchange)
    return seen
  }

  list(): readonly Finding[] {
    return this.#found.list()
  }

  /** Mostly there is nothing to recall. */
  #recall(exchange: Exchange): Earlier | undefined {
    return this.#latest.size === 0 ? undefined : this.#latest.get(clientOf(exchange))
  }

  #remember(exchange: Exchange): void {
    if (exchange.userId === null) return
    const lostBody = lostBodyOf(exchange)
    if (this.#latest.size > 0) this.#latest.delete(clientOf(exchange))
    if (exchange.status !== 429 && lostBody === undefined) return
    this.#latest.set(clientOf(exchange), { status: exchange.status, path: exchange.path, lostBody })
    const [oldest] = this.#latest.keys()
    if (this.#latest.size > MOST_CLIENTS && oldest !== undefined) this.#latest.delete(oldest)
  }

  fork(): Findings {
    const copy = new Findings(this.#strict, this.#found.fork())
    for (const [key, earlier] of this.#latest) copy.#latest.set(key, earlier)
    return copy
  }
}

/** Faults that had to fire and never did: the test that relies on them proved nothing. */
export const silentFaults = (faults: readonly CountedFault[]): readonly Finding[] =>
  faults
    .filter(({ fault, fired }) => fault.must_fire && fired === 0)
    .map(({ fault, matched }) => ({
      kind: 'fault-never-fired',
      operation: fault.match.operation ?? null,
      text: `the fault ${fault.name} never fired (${matched} requests matched)`,
      advice: 'Compare its match with the near misses in the journal.',
      times: 1,
      exchange: 0,
    }))
