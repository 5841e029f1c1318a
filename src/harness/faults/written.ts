import type { z } from 'zod'
import type { matchSchema } from '../match-schema.ts'

/** Which requests are meant, as in a fault: `{ operation, method, path, api_key, user_id, headers, query, body }`. */
export type RequestMatch = z.input<typeof matchSchema>

/** What a fault does: delays that add up, and at most one thing in place of the answer. docs/faults.md tells of each. */
export interface EffectDocument {
  /** Milliseconds of the sandbox's clock. */
  readonly latency_ms?: number
  /** Up to so many milliseconds more, drawn from the seed. */
  readonly jitter_ms?: number
  readonly hang?: true
  /** 200 to 599. */
  readonly status?: number
  /** With `status`. */
  readonly body?: unknown
  /** With `status`. */
  readonly headers?: Readonly<Record<string, string>>
  /** A rule id or an error code of the operation. */
  readonly refuse?: string
  readonly rate_limited?: true
  readonly reset?: true
  readonly empty_response?: true
  /** Below 1 a fraction, else bytes. */
  readonly truncate_body?: number
  readonly malformed_json?: true
  readonly garbage?: true
  readonly wrong_content_type?: true
  readonly html_502?: true
  readonly dribble?: { readonly chunks: number; readonly interval_ms: number }
  /** `after`: the operation happens, then its answer is replaced. Default: `before`. */
  readonly stream?: 'before' | 'after'
}

/** Which of the matching requests a fault meets; nothing means all. */
interface FaultTrigger {
  readonly times?: number
  readonly after?: number
  readonly every?: number
  readonly probability?: number
  /** Seconds since activation. */
  readonly between?: readonly [number, number]
  /** One effect for each match, then none. */
  readonly sequence?: readonly (EffectDocument | null)[]
}

/** A fault as a scenario writes it. */
export interface FaultDocument {
  readonly name: string
  readonly match?: RequestMatch
  readonly when?: FaultTrigger
  readonly effect?: EffectDocument
  /** A finding tells when it never fired. */
  readonly must_fire?: boolean
}
