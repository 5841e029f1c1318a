import { isoInstant } from '../../kernel/clock.ts'
import { whyTooLarge } from '../../kernel/json-size.ts'
import type { Exchange } from './exchange.ts'
import { fingerprint } from './match.ts'
import { redactBody, redactedJson, shallowJson } from './redact.ts'

const beginning = (exchange: Exchange) => ({
  id: exchange.id,
  at: isoInstant(exchange.startedMs),
  duration_ms: exchange.endedMs - exchange.startedMs,
  operation: exchange.operation,
  user_id: exchange.userId,
  api_key:
    exchange.keyDigest === null ? null : { fingerprint: fingerprint(exchange.keyDigest), user_id: exchange.userId },
})

const outcome = ({ basis, rules, hint, fault, nearMisses }: Exchange) => ({
  basis,
  rules,
  hint,
  fault,
  near_misses: nearMisses,
})

/** An exchange as the journal or a page shows it. Durations are in milliseconds of the sandbox's clock. */
export function presentExchange(exchange: Exchange) {
  // Reading a body takes its secrets out.
  const { requestBody } = exchange
  return {
    ...beginning(exchange),
    request: {
      method: exchange.method,
      path: exchange.path,
      query: exchange.query,
      headers: exchange.requestHeaders,
      body: whyTooLarge(requestBody) === undefined ? asBody(requestBody) : requestBody,
      ...(exchange.omittedBytes > 0 && { body_bytes: exchange.omittedBytes }),
    },
    answer: { status: exchange.status, headers: exchange.answerHeaders, body: asOpenBody(exchange.answerBody) },
    ...outcome(exchange),
  }
}

/** An exchange as a line of a log shows it: without headers and bodies, which would cost more than the answer did. */
export const presentForLog = (exchange: Exchange) => ({
  method: exchange.method,
  path: exchange.path,
  status: exchange.status,
  ...beginning(exchange),
  ...outcome(exchange),
})

export type ShownExchange = ReturnType<typeof presentExchange>

/** JSON where it is JSON, text where it is not or nests too deep, null where there is nothing. */
function asBody(text: string): unknown {
  if (text === '') return null
  const value = shallowJson(text)
  return value === undefined ? text : value
}

/** The same of a body that may hold secrets. */
const asOpenBody = (text: string): unknown => redactedJson(text) ?? asBody(redactBody(text))
