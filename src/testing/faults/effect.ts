import type { z } from 'zod'
import type { Body } from '../../kernel/json-bytes.ts'
import type { json } from '../../kernel/wire.ts'
import type { Invention } from '../../kernel/invention.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Refusal } from '../../kernel/refusal.ts'

/** An answer as it would go out: what an effect may spoil. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

/** A chunk of a body, and how long to wait before it, in milliseconds of the sandbox's clock. */
export interface Chunk {
  readonly waitMs: number
  readonly bytes: Uint8Array
}

/** What becomes of the connection in place of an ordinary answer. */
export type Delivery =
  | { readonly kind: 'whole'; readonly reply: Reply }
  | { readonly kind: 'truncated'; readonly reply: Reply; readonly sentBytes: (total: number) => number }
  | { readonly kind: 'chunked'; readonly reply: Reply; readonly chunks: (body: Uint8Array) => readonly Chunk[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'reset' }
  | { readonly kind: 'closed' }

/** What an effect knows of the request that it meets. */
export interface Situation {
  readonly operation: Operation
  readonly fault: string
  readonly invention: Invention
  /** What the limiter of the sandbox names for the operation. */
  readonly thresholdSeconds: number
  /** The exchange: what is drawn differs from one to the next. */
  readonly exchange: number
  /** The body and headers that the effect gives. */
  readonly body: z.output<typeof json> | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** An effect as the page offers it. */
interface Example {
  readonly label: string
  readonly effect: object
}

interface Declared<Key extends string, Schema extends z.ZodType> {
  readonly key: Key
  readonly schema: Schema
  /** Whether it spoils the real answer, so that the operation always happens first. */
  readonly spoils: boolean
  /** Whether no client can read the answer that it leaves. */
  readonly illegible?: true
  /** Whether a scenario made from an exchange repeats the answer that the journal has, instead of the effect. */
  readonly copiedAsAnswered?: true
  readonly examples: readonly Example[]
}

/** One kind of effect: its key and value in `effect`, and what becomes of the answer. */
export interface Kind<Key extends string = string, Schema extends z.ZodType = z.ZodType> extends Declared<Key, Schema> {
  /** The answer in place of the real one; `real` is there when the operation happened. */
  readonly replace: (value: unknown, situation: Situation, real: Reply | undefined) => Delivery
}

interface Made<Key extends string, Schema extends z.ZodType> extends Declared<Key, Schema> {
  readonly apply: (value: z.output<Schema>, situation: Situation, real: Reply | undefined) => Delivery
}

/** Makes a kind; its value has been validated when the fault was loaded. */
export function kind<Key extends string, Schema extends z.ZodType>({
  apply,
  ...declared
}: Made<Key, Schema>): Kind<Key, Schema> {
  return { ...declared, replace: (value, situation, real) => apply(declared.schema.parse(value), situation, real) }
}
