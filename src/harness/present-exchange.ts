import { isoInstant } from '../kernel/clock.ts'
import type { Exchange } from './journal.ts'
import { fingerprint } from './match.ts'
import { redactBody } from './redact.ts'

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
      body: asBody(exchange.requestBody),
    },
    answer: { status: exchange.status, headers: exchange.answerHeaders, body: asBody(redactBody(exchange.answerBody)) },
    basis: exchange.basis,
    rules: exchange.rules,
    hint: exchange.hint,
    fault: exchange.fault,
    near_misses: exchange.nearMisses,
  }
}

/** JSON where it is JSON, text where it is not, null where there is nothing. */
function asBody(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
