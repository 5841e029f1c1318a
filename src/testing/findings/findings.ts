import type { Clock } from '../../kernel/clock.ts'
import { sha256Hex } from '../../kernel/secret.ts'
import { ExpectedFindings } from './expected-findings.ts'
import type { Faults } from '../faults/faults.ts'
import { kinds } from '../faults/kinds.ts'
import { callersOf } from '../../marketplace/users/authenticate.ts'
import type { UserRow } from '../../marketplace/users/collections.ts'
import type { Exchange, FaultOutcome } from '../journal/exchange.ts'
import type { ClosedExchange, Recorder } from '../recorder.ts'
import { type Detectors, type EarlierRequest, strictDetectors, type UnreadNames, usualDetectors } from './detectors.ts'
import type { Finding, Observation } from './finding.ts'
import { FindingLog } from './finding-log.ts'
import { MAX_CLIENTS, type PollingMonitor } from './polling.ts'

/** The digest of a request body, where the client cannot have read the reply. A body may be long, and is only compared. */
const lostBodyOf = (exchange: Exchange): string | undefined =>
  exchange.fault?.happened === true && isLost(exchange.fault) ? sha256Hex(exchange.requestBody) : undefined

const isLost = ({ outcome, effect }: FaultOutcome): boolean =>
  outcome === 'lost' || (outcome === 'spoiled' && kinds.some(({ key, illegible }) => key === effect && illegible))

const clientOf = ({ operation, keyDigest }: Exchange): string => `${operation} ${keyDigest}`

const worldEvicted: Observation = {
  kind: 'world-evicted',
  text: 'the sandbox was evicted for want of room, and a fresh world answered under its name',
  advice:
    'Drop sandboxes when their tests are over (DELETE /_sim/sandboxes/{id}), or raise --max-sandboxes or --memory-budget.',
}

const worldBeganAnew: Observation = {
  kind: 'world-began-anew',
  text: 'the world that the client knew is gone, and another one answered',
  advice: 'Look for a restart of the server, a reset, a restore or a drop while the client was at work.',
}

/** What is told of the world that answered a request. */
interface WorldNews {
  /** Whether it is a fresh one in place of one that was evicted. */
  readonly isFirstAfterEviction: boolean
  /** Whether it is another one than the client names. */
  readonly beganAnew: boolean
}

const NOTHING: readonly Observation[] = []

/** What the clients of a world do that should worry their teams. */
export class Findings implements Recorder {
  readonly expected: ExpectedFindings
  readonly #log: FindingLog
  readonly #latest = new Map<string, EarlierRequest>()
  readonly #detectors: Detectors
  readonly #polling: PollingMonitor

  /** @param isStrict whether a response that rests on an assumption is a finding */
  constructor(isStrict: boolean, polling: PollingMonitor, log = new FindingLog(), expected = new ExpectedFindings()) {
    this.expected = expected
    this.#detectors = isStrict ? strictDetectors : usualDetectors
    this.#polling = polling
    this.#log = log
  }

  /** Runs the detectors, and remembers the request for the client's next one. */
  observe(exchange: Exchange, unread: UnreadNames, news: WorldNews): readonly Observation[] {
    const earlier = this.#recall(exchange)
    const belowThreshold = this.#polling.belowThreshold(exchange)
    let seen: Observation[] | undefined
    // Most requests show nothing: no list is made for them.
    for (const { kind, advice, detect } of this.#detectors.get(exchange.operation) ?? []) {
      const text = detect(exchange, unread, earlier, belowThreshold)
      if (text === undefined) continue
      const observation = { kind, text, advice: typeof advice === 'string' ? advice : advice(exchange) }
      // The journal keeps the list: one that begins empty has room for seventeen.
      if (seen === undefined) seen = [observation]
      else seen.push(observation)
    }
    if (news.isFirstAfterEviction) (seen ??= []).push(worldEvicted)
    if (news.beganAnew) (seen ??= []).push(worldBeganAnew)
    this.#remember(exchange)
    return seen ?? NOTHING
  }

  closed({ exchange: { id, operation, observations } }: ClosedExchange): void {
    // A literal that spreads would take longer than all else here (docs/decisions/where-time-goes.md).
    for (const { kind, text, advice } of observations)
      this.#log.add({ kind, text, advice, operation, times: 1, exchange: id })
  }

  list(): readonly Finding[] {
    return this.#log.list()
  }

  #recall(exchange: Exchange): EarlierRequest | undefined {
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
    const copy = new Findings(
      this.#detectors === strictDetectors,
      this.#polling.fork(clock),
      this.#log.fork(),
      this.expected.fork(),
    )
    for (const [key, earlier] of this.#latest) copy.#latest.set(key, earlier)
    return copy
  }
}

/** A fault that had to fire and never did: the test that relies on it proved nothing. */
export const neverFired = (
  name: string,
  operation: string | null,
  matched: number,
  advice = 'Compare its match with the near misses in the journal.',
): Finding => ({
  kind: 'fault-never-fired',
  operation,
  text: `the fault ${name} never fired (${matched} requests matched)`,
  advice,
  times: 1,
  exchange: 0,
})

interface FindingSources {
  readonly journal: { readonly followsEviction: boolean }
  readonly tables: { readonly users: { readonly values: () => readonly UserRow[] } }
  readonly findings: Findings
  readonly faults: Faults
}

/** What a world shows: what its clients did, an eviction before any exchange could show it, and the faults that never fired. */
export const findingsIn = ({ findings, faults, tables, journal }: FindingSources): readonly Finding[] =>
  [
    ...findings.list(),
    ...(journal.followsEviction && !findings.list().some(({ kind }) => kind === worldEvicted.kind)
      ? [{ ...worldEvicted, operation: null, times: 1, exchange: 0 }]
      : []),
    ...faults.list().flatMap(({ written: fault, matched, fired }) => {
      const isSilent = fault.must_fire && fired === 0
      if (!isSilent) return []
      const { operation = null, api_key: key } = fault.match
      const isStranger = key !== undefined && !callersOf(tables.users.values()).has(key)
      return [
        neverFired(fault.name, operation, matched, isStranger ? 'No user has the api_key of its match.' : undefined),
      ]
    }),
  ].map((each) => (findings.expected.covers(each) ? { ...each, expected: true } : each))
