import { isoInstant } from '../kernel/clock.ts'
import { whyTooLarge } from '../kernel/json-size.ts'
import type { Exchange } from './exchange.ts'
import { fingerprint } from './match.ts'
import { redactBody, redactedJson, shallowJson } from './redact.ts'

/** An exchange as the journal, a log or a page shows it. Durations are in milliseconds of the sandbox's clock. */
export function presentExchange(exchange: Exchange) {
  return {
    id: exchange.id,
    at: isoInstant(exchange.startedMs),
    duration_ms: exchange.endedMs - exchange.startedMs,
    operation: exchange.operation,
    user_id: exchange.userId,
    api_key:
      exchange.keyDigest === null ? null : { fingerprint: fingerprint(exchange.keyDigest), user_id: exchange.userId },
    request: {
      method: exchange.method,
      path: exchange.path,
      query: exchange.query,
      headers: exchange.requestHeaders,
      body: whyTooLarge(exchange.requestBody) === undefined ? asBody(exchange.requestBody) : exchange.requestBody,
      ...(exchange.omittedBytes > 0 && { body_bytes: exchange.omittedBytes }),
    },
    answer: { status: exchange.status, headers: exchange.answerHeaders, body: asOpenBody(exchange.answerBody) },
    basis: exchange.basis,
    rules: exchange.rules,
    hint: exchange.hint,
    fault: exchange.fault,
    near_misses: exchange.nearMisses,
  }
}

export type ShownExchange = ReturnType<typeof presentExchange>

/** JSON where it is JSON, text where it is not or nests too deep, null where there is nothing. */
function asBody(text: string): unknown {
  if (text === '') return null
  const value = shallowJson(text)
  return value === undefined ? text : value
}

/** The same of a body that may hold secrets. */
const asOpenBody = (text: string): unknown => redactedJson(text) ?? asBody(redactBody(text))
