import type { z } from 'zod'
import type { Body } from '../../kernel/json-bytes.ts'
import type { json } from '../../kernel/wire.ts'
import type { Invention } from '../../kernel/invention.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import { isObject } from '../../kernel/object.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import type { RawInput } from '../../marketplace/operation/route.ts'
import type { Candidate } from '../journal/match.ts'

/** Headers as a fault or a stub writes them; several cookies are a list. */
export type WrittenHeaders = Readonly<Record<string, string | readonly string[]>>

/** A response before it is sent: an effect may corrupt it. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Cookies that are sent behind the headers, in a line each. */
  readonly cookies?: readonly string[]
  readonly body: Body
}

/** A chunk of a body, and how long to wait before it, in milliseconds of the sandbox's clock. */
export interface Chunk {
  readonly waitMs: number
  readonly bytes: Uint8Array
}

/** How a body goes out chunk by chunk, on the sandbox's clock. */
export interface Sending {
  /**
   * Writes each chunk when it is due; to be called once.
   * @param gone aborted when the client no longer reads
   * @returns whether all of it went out
   */
  readonly send: (write: (bytes: Uint8Array) => void, gone?: AbortSignal) => Promise<boolean>
  /** Lets the clock go on until the client begins to read. */
  readonly rest: () => void
}

/** What becomes of a request: what its client gets, and what becomes of the connection. */
export type Outcome =
  | { readonly kind: 'whole'; readonly reply: Reply }
  /** The head with the full Content-Length and so many bytes of the body, then the connection ends. */
  | { readonly kind: 'truncated'; readonly reply: Reply; readonly sentBytes: number }
  | { readonly kind: 'chunked'; readonly reply: Reply; readonly sending: Sending }
  /** TCP RST. */
  | { readonly kind: 'reset' }
  /** The connection ends without a byte; in code `fetch` rejects with the error. */
  | { readonly kind: 'closed'; readonly error?: Error }

export const whole = (reply: Reply): Outcome => ({ kind: 'whole', reply })

/** What an effect is given besides its value. */
export interface FaultContext {
  /** Undefined where a stub answers. */
  readonly operation: Operation | undefined
  readonly fault: string
  readonly invention: Invention
  readonly rules: RulesInForce
  /** The threshold that a refusal of the limiter names for the operation. */
  readonly thresholdSeconds: number
  /** The instant of the sandbox's clock, in Unix milliseconds. */
  readonly nowMs: number
  /** The number of the exchange, so that random bytes differ from one to the next. */
  readonly exchange: number
  /** The body and headers that the effect gives. */
  readonly body: z.output<typeof json> | undefined
  readonly headers: WrittenHeaders
  /** The request as faults see it, without secrets, with the steps that may be spent on it. */
  readonly request: () => Candidate
  /** Gives ids above this one to what is created from then on. */
  readonly raiseIds: (above: number) => void
  /** Adds a sentence to the header X-Sim-Hint. */
  readonly hint: (text: string) => void
  /** The service's own refusal, in the envelope of the operation. */
  readonly refused: (refusal: Refusal) => Outcome
  /** The reply with its body in chunks. */
  readonly chunked: (reply: Reply, chunks: readonly Chunk[]) => Outcome
}

/** An effect that the dashboard offers. */
interface Example {
  readonly label: string
  readonly effect: object
}

/** One kind of effect: its key and value in `effect`, and what becomes of the request. */
export interface FaultKind<Key extends string = string, Schema extends z.ZodType = z.ZodType, Value = unknown> {
  readonly key: Key
  /** What it does, in one sentence. */
  readonly text: string
  readonly schema: Schema
  /** Whether it corrupts the real response: then the operation always happens first. */
  readonly corrupts?: true
  /** Whether it is a refusal of the operation: then it passes by what a stub answers. */
  readonly ofOperation?: true
  /** Whether no client can read the body that is left. */
  readonly illegible?: true
  /** Whether a scenario made from an exchange repeats the response that the journal has, instead of the effect. */
  readonly copiedAsRecorded?: true
  readonly examples: readonly Example[]
  /** What the operation is given; the same object where nothing is changed. */
  readonly rewrite?: (value: Value, context: FaultContext, input: RawInput) => RawInput
  /**
   * What takes the place of the real response, with the very same reply where nothing is changed.
   * @param real undefined where the operation did not happen: never where the kind corrupts its response
   */
  readonly replace: (value: Value, context: FaultContext, real: Reply | undefined) => Outcome
}

type Definition<Key extends string, Schema extends z.ZodType> = Omit<
  FaultKind<Key, Schema, z.output<Schema>>,
  'replace'
> & {
  /** @param real of a kind that corrupts it; else without content */
  readonly apply: (value: z.output<Schema>, context: FaultContext, real: Reply) => Outcome
}

/** Makes a kind of fault. Its value was validated when the fault was loaded. */
export function kind<Key extends string, Schema extends z.ZodType>({
  apply,
  rewrite,
  ...declared
}: Definition<Key, Schema>): FaultKind<Key, Schema> {
  const readList = memoizeByObject((value: object) => declared.schema.parse(value))
  const read = (value: unknown): z.output<Schema> => (isObject(value) ? readList(value) : declared.schema.parse(value))
  return {
    ...declared,
    ...(rewrite && { rewrite: (value, context, input) => rewrite(read(value), context, input) }),
    replace: (value, context, real) =>
      apply(read(value), context, declared.corrupts ? requireReply(real) : EMPTY_REPLY),
  }
}

const EMPTY_REPLY: Reply = { status: 0, headers: {}, body: '' }

/** @throws Error where an effect that corrupts the real response came before it, a defect of the simulator */
function requireReply(real: Reply | undefined): Reply {
  if (real === undefined) throw new Error('an effect that spoils the real answer came before it')
  return real
}

/** @throws Error where a refusal of an operation met a stub, a defect of the simulator */
export function requireOperation({ operation }: FaultContext): Operation {
  if (operation === undefined) throw new Error('a refusal of an operation met a stub')
  return operation
}
