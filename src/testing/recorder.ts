import type { Clock } from '../kernel/clock.ts'
import type { Faults } from './faults/faults.ts'
import type { ExpectedFindings } from './findings/expected-findings.ts'
import type { Exchange } from './journal/exchange.ts'

/** An exchange that is over. */
export interface ClosedExchange {
  readonly exchange: Exchange
  /** The name of its sandbox: each sandbox numbers its own exchanges. */
  readonly sandbox: string
  /** What a test expects of the clients of its world. */
  readonly expected: ExpectedFindings
}

/** What a recorder reads of a world that a reset, a restored snapshot or the end of its sandbox leaves behind. */
export interface LeftWorld {
  readonly findings: { readonly expected: ExpectedFindings }
  readonly faults: Pick<Faults, 'list'>
  readonly config: { readonly scenario?: { readonly name: string } }
}

/** Takes note of the exchanges of a world, or of all worlds of a server. */
export interface Recorder {
  /** Called once for each exchange. An exchange that outlasts its world comes after `left`. */
  closed(closed: ClosedExchange): void
  left?(world: LeftWorld): void
  /**
   * For a copy of the world, such as a snapshot: a recorder that goes its own way from here, or this one where it
   * records for all worlds.
   * @param clock that of the copy
   */
  fork(clock: Clock): Recorder
}

export type ExchangeListener = (exchange: Exchange, sandbox: string) => void

/** Tells a listener of the exchanges of a server. @param listener throws nothing */
export function createListenerRecorder(listener: ExchangeListener): Recorder {
  const recorder: Recorder = {
    closed: ({ exchange, sandbox }) => listener(exchange, sandbox),
    fork: () => recorder,
  }
  return recorder
}
