import { z } from 'zod'
import { sha256Hex } from '../../kernel/secret.ts'
import { request, sandboxFull } from '../../marketplace/operation/rules.ts'
import type { Exchange } from '../journal/exchange.ts'
import { notAccepted } from '../rate-limit/not-accepted.ts'

/** What a sweep keeps of an exchange, without secrets. */
export const factSchema = z.object({
  sandbox: z.string(),
  /** Its number in its sandbox. */
  id: z.int(),
  /** Unix milliseconds of real time at which it was over. */
  endedMs: z.number(),
  /** Unix milliseconds of the clock of its sandbox, likewise. */
  clockMs: z.number(),
  operation: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  query: z.string(),
  userId: z.int().nullable(),
  keyDigest: z.string().nullable(),
  /** 0 where there was no response. */
  status: z.int(),
  /** Whether it came as far as faults, and so counts as a call of its operation. */
  isCall: z.boolean(),
  /** Whether the operation took place, whatever became of its response. */
  happened: z.boolean(),
  fault: z.string().nullable(),
  rules: z.array(z.string()),
  /** SHA-256 of the whole body. */
  requestDigest: z.string(),
  /** Cut at MAX_FACT_CHARACTERS. */
  request: z.string(),
  response: z.string(),
  /** What else an exchange shows. */
  shown: z.object({
    /** Unix milliseconds of the clock of its sandbox. */
    startedMs: z.number(),
    requestHeaders: z.record(z.string(), z.string()),
    responseHeaders: z.record(z.string(), z.string()),
    omittedBytes: z.int(),
    basis: z.enum(['documented', 'assumed', 'injected']),
    hint: z.string().nullable(),
    changes: z.array(
      z.object({
        collection: z.string(),
        id: z.int(),
        before: z.record(z.string(), z.unknown()).nullable(),
        after: z.record(z.string(), z.unknown()).nullable(),
      }),
    ),
    /** What the fault did: its effect, the value of that, and what became of the reply. */
    effect: z
      .object({
        effect: z.string(),
        value: z.unknown(),
        outcome: z.enum(['answered', 'spoiled', 'lost', 'delayed']),
      })
      .nullable(),
  }),
})
export type Fact = Readonly<z.infer<typeof factSchema>>

/** Characters of a body that a sweep keeps. */
export const MAX_FACT_CHARACTERS = 16_384

/** What refuses a request before faults look at it. */
const beforeFaults: ReadonlySet<string> = new Set([...notAccepted, request.tooLarge.id, sandboxFull.id])

/** @param endedMs Unix milliseconds of real time */
export function factOf(exchange: Exchange, sandbox: string, endedMs: number): Fact {
  const { id, operation, method, path, query, userId, keyDigest, status, fault, rules, requestBody } = exchange
  const isCall = operation !== null && (fault !== null || !rules.some((rule) => beforeFaults.has(rule)))
  return {
    sandbox,
    id,
    endedMs,
    clockMs: exchange.endedMs,
    operation,
    method,
    path,
    query,
    userId,
    keyDigest,
    status,
    isCall,
    happened: fault?.happened ?? (status >= 200 && status < 300),
    fault: fault?.name ?? null,
    rules: [...rules],
    requestDigest: sha256Hex(requestBody),
    request: beginningOf(requestBody),
    response: beginningOf(exchange.responseBody),
    shown: {
      startedMs: exchange.startedMs,
      requestHeaders: exchange.requestHeaders,
      responseHeaders: exchange.responseHeaders,
      omittedBytes: exchange.omittedBytes,
      basis: exchange.basis,
      hint: exchange.hint,
      changes: [...exchange.changes],
      effect: fault && { effect: fault.effect, value: fault.value, outcome: fault.outcome },
    },
  }
}

/** A copy where it is cut: a slice would keep the whole text in memory. */
const beginningOf = (text: string): string =>
  text.length > MAX_FACT_CHARACTERS ? String(JSON.parse(JSON.stringify(text.slice(0, MAX_FACT_CHARACTERS)))) : text
