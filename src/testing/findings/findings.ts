import type { Clock } from '../../kernel/clock.ts'
import { sha256Hex } from '../../kernel/secret.ts'
import { ExpectedFindings } from './expected-findings.ts'
import type { Faults } from '../faults/faults.ts'
import { kinds } from '../faults/kinds.ts'
import type { Exchange, FaultOutcome } from '../journal/exchange.ts'
import { type Finding, Found, type Seen } from './found.ts'
import { MAX_CLIENTS, type Pace } from './polling.ts'
import { type Earlier, lenient, type Signs, strict, type Unread } from './detectors.ts'

/** Its digest: a body may be long, and is only compared. Reading it takes its secrets out: only where the client cannot have read the reply. */
const lostBodyOf = (exchange: Exchange): string | undefined =>
  exchange.fault?.happened === true && isLost(exchange.fault) ? sha256Hex(exchange.requestBody) : undefined

const isLost = ({ outcome, effect }: FaultOutcome): boolean =>
  outcome === 'lost' || (outcome === 'spoiled' && kinds.some(({ key, illegible }) => key === effect && illegible))

const clientOf = ({ operation, keyDigest }: Exchange): string => `${operation} ${keyDigest}`

const worldEvicted: Seen = {
  kind: 'world-evicted',
  text: 'the sandbox was evicted for want of room, and a fresh world answered under its name',
  advice:
    'Drop sandboxes when their tests are over (DELETE /_sim/sandboxes/{id}), or raise --max-sandboxes or --memory-budget.',
}

const NOTHING: readonly Seen[] = []

/** What the clients of a sandbox do that should worry their teams. */
export class Findings {
  readonly expected: ExpectedFindings
  readonly #found: Found
  readonly #latest = new Map<string, Earlier>()
  readonly #signs: Signs
  readonly #pace: Pace

  /** @param isStrict whether an answer that rests on an assumption is a finding */
  constructor(isStrict: boolean, pace: Pace, found = new Found(), expected = new ExpectedFindings()) {
    this.expected = expected
    this.#signs = isStrict ? strict : lenient
    this.#pace = pace
    this.#found = found
  }

  /**
   * Answers with what this exchange shows.
   * @param isFirstAfterEviction whether the world is a fresh one in place of one that was evicted
   */
  look(exchange: Exchange, unread: Unread, isFirstAfterEviction = false): readonly Seen[] {
    const earlier = this.#recall(exchange)
    const undercut = this.#pace.undercut(exchange)
    let seen: Seen[] | undefined
    // Every request comes by, and most show nothing: nothing is made for them.
    for (const { kind, advice, sees } of this.#signs.get(exchange.operation) ?? []) {
      const text = sees(exchange, unread, earlier, undercut)
      if (text === undefined) continue
      seen ??= []
      seen.push({ kind, text, advice: typeof advice === 'string' ? advice : advice(exchange) })
    }
    if (isFirstAfterEviction) (seen ??= []).push(worldEvicted)
    if (seen !== undefined) this.#found.add(seen, exchange)
    this.#remember(exchange)
    return seen ?? NOTHING
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
    if (this.#latest.size > MAX_CLIENTS && oldest !== undefined) this.#latest.delete(oldest)
  }

  /** @param clock the copy's own */
  fork(clock: Clock): Findings {
    const copy = new Findings(this.#signs === strict, this.#pace.fork(clock), this.#found.fork(), this.expected.fork())
    for (const [key, earlier] of this.#latest) copy.#latest.set(key, earlier)
    return copy
  }
}

/** A fault that had to fire and never did: the test that relies on it proved nothing. */
export const neverFired = (name: string, operation: string | null, matched: number): Finding => ({
  kind: 'fault-never-fired',
  operation,
  text: `the fault ${name} never fired (${matched} requests matched)`,
  advice: 'Compare its match with the near misses in the journal.',
  times: 1,
  exchange: 0,
})

interface Looked {
  readonly findings: Findings
  readonly faults: Faults
}

/** All that there is to tell of a world: what its clients did, and the faults that never fired. */
export const findingsIn = ({ findings, faults }: Looked): readonly Finding[] =>
  [
    ...findings.list(),
    ...faults.list().flatMap(({ fault, matched, fired }) => {
      const isSilent = fault.must_fire && fired === 0
      return isSilent ? [neverFired(fault.name, fault.match.operation ?? null, matched)] : []
    }),
  ].map((each) => (findings.expected.covers(each) ? { ...each, expected: true } : each))
