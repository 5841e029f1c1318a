import type { Basis } from '../../kernel/rule.ts'
import type { Observation } from '../findings/finding.ts'
import type { RowsWritten, WorldBefore } from '../world-state.ts'
import type { Matched, NearMiss } from './matched.ts'

/** What a fault did to an exchange. */
export interface FaultOutcome {
  readonly name: string
  /** What took the place of the response or spoiled it; else `delay`, or `hang` where nobody waited for the end of it. */
  readonly effect: string
  /** As the fault gives it: the status, the refusal, how much of the body; of a delay its milliseconds, without jitter. */
  readonly value: unknown
  /** What became of the reply. */
  readonly outcome: 'answered' | 'spoiled' | 'lost' | 'delayed'
  /** Whether the operation took place all the same. */
  readonly happened: boolean
}

/** A row that an exchange changed, as a state shows rows, without secrets. */
export interface RowChange {
  readonly collection: string
  readonly id: number
  /** Null for a row that came. */
  readonly before: Readonly<Record<string, unknown>> | null
  /** Null for a row that went. */
  readonly after: Readonly<Record<string, unknown>> | null
}

/** Names that follow a request from one service to the next. */
export interface NamedRequest {
  /** Of the header `X-Request-Id`. */
  readonly requestId?: string
  /** Of the header `traceparent` (W3C Trace Context): 32 hex digits. */
  readonly traceId?: string
}

/** One request and its response, without secrets. */
export interface Exchange extends Matched {
  readonly id: number
  /** Unix milliseconds of the sandbox's clock. */
  readonly startedMs: number
  readonly endedMs: number
  /** How long it took in real time, in milliseconds; null where that was not kept. */
  readonly realMs: number | null
  /** What the client calls the request and its trace, where it does. */
  readonly named: NamedRequest
  /** Bytes of the body of a request without a known key: such a body is not kept. */
  readonly omittedBytes: number
  /** 0 when there was no response. */
  readonly status: number
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly responseBody: string
  readonly basis: Basis | 'injected'
  readonly rules: readonly string[]
  readonly hint: string | null
  readonly fault: FaultOutcome | null
  /** The stub that took the request. */
  readonly stub: string | undefined
  /** Faults and stubs that would have met it but for a criterion or two. */
  readonly nearMisses: readonly NearMiss[]
  /** Undefined where it was not kept. */
  before: WorldBefore | undefined
  /** Undefined where it changed no row. */
  readonly written: RowsWritten | undefined
  /** The rows that it changed, without secrets. */
  readonly changes: readonly RowChange[]
  /** What the detectors saw in it; known once it is over. */
  observations: readonly Observation[]
  /** What keeping it costs, roughly. */
  readonly bytes: number
}
