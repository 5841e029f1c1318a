import type { Clock } from '../../kernel/clock.ts'
import { putBounded } from '../../kernel/put-bounded.ts'
import { sha256Hex } from '../../kernel/secret.ts'
import { ExpectedFindings } from './expected-findings.ts'
import type { Faults } from '../faults/faults.ts'
import { kinds } from '../faults/kinds.ts'
import { whyNoCaller } from '../faults/reachability.ts'
import type { UserRow } from '../../marketplace/users/collections.ts'
import type { Exchange, FaultOutcome } from '../journal/exchange.ts'
import type { ClosedExchange, Recorder } from '../recorder.ts'
import { type EarlierRequest, observationsOf, type UnreadNames } from './detectors.ts'
import { type Finding, FindingLog, type Observation } from './finding.ts'
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

/** The world that answered a request. */
interface WorldStatus {
  /** Whether it is a fresh one in place of one that was evicted. */
  readonly isFirstAfterEviction: boolean
  /** Whether it is another one than the client names. */
  readonly beganAnew: boolean
}

/** What the clients of a world do that should worry their teams. */
export class Findings implements Recorder {
  readonly expected: ExpectedFindings
  readonly #isStrict: boolean
  readonly #polling: PollingMonitor
  readonly #log: FindingLog
  /** By client and operation. */
  readonly #latest: Map<string, EarlierRequest>

  /** @param isStrict whether a response that rests on an assumption is a finding */
  constructor(
    isStrict: boolean,
    polling: PollingMonitor,
    log = new FindingLog(),
    expected = new ExpectedFindings(),
    latest: ReadonlyMap<string, EarlierRequest> = new Map(),
  ) {
    this.#isStrict = isStrict
    this.#polling = polling
    this.#log = log
    this.expected = expected
    this.#latest = new Map(latest)
  }

  /** Runs the detectors, and remembers the request for the client's next one. */
  observe(exchange: Exchange, unread: UnreadNames, status: WorldStatus): readonly Observation[] {
    const earlier = this.#latest.get(clientOf(exchange))
    const belowThreshold = this.#polling.belowThreshold(exchange)
    this.#remember(exchange)
    return [
      ...observationsOf(exchange, { unread, earlier, belowThreshold }, this.#isStrict),
      ...(status.isFirstAfterEviction ? [worldEvicted] : []),
      ...(status.beganAnew ? [worldBeganAnew] : []),
    ]
  }

  closed({ exchange: { id, operation, observations } }: ClosedExchange): void {
    for (const observation of observations) this.#log.add({ ...observation, operation, times: 1, exchange: id })
  }

  list(): readonly Finding[] {
    return this.#log.list()
  }

  #remember(exchange: Exchange): void {
    if (exchange.userId === null) return
    const lostBody = lostBodyOf(exchange)
    const client = clientOf(exchange)
    this.#latest.delete(client)
    if (exchange.status === 429 || lostBody !== undefined)
      putBounded(this.#latest, client, { status: exchange.status, path: exchange.path, lostBody }, MAX_CLIENTS)
  }

  /** @param clock the copy's own */
  fork(clock: Clock): Findings {
    return new Findings(this.#isStrict, this.#polling.fork(clock), this.#log.fork(), this.expected.fork(), this.#latest)
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
      const why = whyNoCaller(fault.match, tables.users.values())
      const advice = why && `It meets no operation: ${why}.`
      return [neverFired(fault.name, fault.match.operation ?? null, matched, advice)]
    }),
  ].map((each) => (findings.expected.covers(each) ? { ...each, expected: true } : each))
