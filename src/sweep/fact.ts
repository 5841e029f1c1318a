import { z } from 'zod'
import { sha256Hex } from '../kernel/secret.ts'
import { DEFAULT_SANDBOX } from '../sandbox/sandboxes.ts'
import { type Exchange, faultOutcome, rowChange } from '../testing/journal/exchange.ts'
import { operations } from '../marketplace/routes.ts'
import { placeOf, TRIAL_FAULT, type Trial } from '../testing/trial/trial.ts'
import { catalogue } from '../marketplace/catalogue.ts'

/** What is kept of an exchange, under the names that it has in a journal. */
const exchangeSchema = z.object({
  id: z.int(),
  /** Unix milliseconds of the clock of its sandbox. */
  startedMs: z.number(),
  endedMs: z.number(),
  /** How long it took in real time, in milliseconds. */
  realMs: z.number().nullable(),
  operation: z.string().nullable(),
  userId: z.int().nullable(),
  keyDigest: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  query: z.string(),
  requestHeaders: z.record(z.string(), z.string()),
  /** Cut at MAX_FACT_CHARACTERS, as that of the response. */
  requestBody: z.string(),
  omittedBytes: z.int(),
  /** 0 where there was no response. */
  status: z.int(),
  responseHeaders: z.record(z.string(), z.string()),
  responseBody: z.string(),
  basis: z.enum(['documented', 'assumed', 'injected']),
  rules: z.array(z.string()),
  hint: z.string().nullable(),
  fault: faultOutcome.nullable(),
  changes: z.array(rowChange),
})

/** An exchange of a run, without secrets. */
export const factSchema = exchangeSchema.extend({
  sandbox: z.string(),
  /** Unix milliseconds of real time at which it was over. */
  realEndedMs: z.number(),
  /** Whether it came as far as faults, and so counts as a call of its operation. */
  isCall: z.boolean(),
  /** Whether the operation took place, whatever became of its response. */
  happened: z.boolean(),
  /** SHA-256 of the whole body. */
  requestDigest: z.string(),
})
export type Fact = Readonly<z.infer<typeof factSchema>>

/** Characters of a body that a sweep keeps. */
export const MAX_FACT_CHARACTERS = 16_384

/** Rules that are named only where a request is refused for its key, its permission, or because it came too soon. */
const notAccepted: ReadonlySet<string> = new Set(
  [
    catalogue['authentication.key-missing'],
    catalogue['authentication.key-unknown'],
    catalogue['authentication.scope-missing'],
    ...operations.flatMap(({ permission }) => (permission === undefined ? [] : [permission.refusal])),
    catalogue['rate-limit.status'],
  ].map(({ id }) => id),
)

/** The rules that refuse a request before faults look at it. */
const refusedBeforeFaults: ReadonlySet<string> = new Set([
  ...notAccepted,
  catalogue['request.too-large'].id,
  catalogue['service.sandbox-full'].id,
])

/** @param realEndedMs Unix milliseconds of real time */
export function factOf(exchange: Exchange, sandbox: string, realEndedMs: number): Fact {
  const { operation, status, fault, rules, requestBody, responseBody } = exchange
  return {
    ...exchangeSchema.parse(exchange),
    requestBody: requestBody.slice(0, MAX_FACT_CHARACTERS),
    responseBody: responseBody.slice(0, MAX_FACT_CHARACTERS),
    sandbox,
    realEndedMs,
    isCall: operation !== null && (fault !== null || !rules.some((rule) => refusedBeforeFaults.has(rule))),
    happened: fault?.happened ?? (status >= 200 && status < 300),
    requestDigest: sha256Hex(requestBody),
  }
}

/** Whether a call met the fault of its trial. */
export const isMet = ({ fault }: Fact): boolean => fault?.name === TRIAL_FAULT

/** Whether a call changes nothing. */
export const onlyReads = ({ method, operation }: Pick<Fact, 'method' | 'operation'>): boolean =>
  method === 'GET' || operation?.endsWith('.search') === true

/** How often each operation was called. */
export function callsByOperation(calls: readonly Fact[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { operation, isCall } of calls)
    if (operation !== null && isCall) counts.set(operation, (counts.get(operation) ?? 0) + 1)
  return counts
}

/** Two requests with the same key are the same request. */
export const requestKey = ({ keyDigest, method, path, query, requestDigest }: Fact): string =>
  [keyDigest, method, path, query, requestDigest].join(' ')

/** The name of a sandbox that a suite gave it. */
export const sandboxNamed = (sandbox: string | undefined): string | undefined =>
  sandbox === DEFAULT_SANDBOX ? undefined : sandbox

/** The calls of the sandbox that a trial is about. */
export const callsInPlace = ({ sandbox }: Pick<Trial, 'sandbox'>, calls: readonly Fact[]): readonly Fact[] =>
  sandbox === undefined ? calls : calls.filter((call) => placeOf(call.sandbox) === sandbox)

/**
 * The calls of the sandbox where the fault was met, from the call before it on.
 * @param met the call that met it and tells most; without it the first one
 */
export function callsAroundFault(calls: readonly Fact[], met = calls.find(isMet)): readonly Fact[] {
  const own = calls.filter((call) => call.sandbox === met?.sandbox)
  return own.slice(Math.max(0, own.findIndex(isMet) - 1))
}

/** Whether a text has a number by itself; also where that is not known, as the text is cut off. */
export const isNamedIn = (text: string, id: number): boolean =>
  text.length >= MAX_FACT_CHARACTERS || new RegExp(String.raw`\b${id}\b`).test(text)

/** The rows that a call made, and those that it deleted. */
export const createdBy = ({ changes }: Fact): Fact['changes'] => changes.filter(({ before }) => before === null)
export const deletedBy = ({ changes }: Fact): Fact['changes'] => changes.filter(({ after }) => after === null)

/** Whether a call answered what its operation says, its client got the answer, and the answer names a row. */
export const tellsOf = ({ status, fault, responseBody }: Fact, id: number): boolean =>
  status >= 200 && status < 300 && (fault === null || fault.outcome === 'delayed') && isNamedIn(responseBody, id)
