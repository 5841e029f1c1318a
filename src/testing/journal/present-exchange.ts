import { isoInstant } from '../../kernel/clock.ts'
import { whyUnparsed } from '../../kernel/json-size.ts'
import { copyOf } from '../../kernel/object.ts'
import type { ShownExchange } from '../documents.ts'
import type { Exchange } from './exchange.ts'
import { fingerprint } from './match.ts'
import { redactBody, redactedJson, shallowJson } from './redact.ts'

export type { ShownExchange }

/** A copy: to change it changes no record. */
export function presentExchange(exchange: Exchange): ShownExchange {
  const { keyDigest, userId, stub, fault, omittedBytes, method, path, query } = exchange
  return {
    id: exchange.id,
    at: isoInstant(exchange.startedMs),
    duration_ms: exchange.endedMs - exchange.startedMs,
    operation: exchange.operation,
    user_id: userId,
    api_key: keyDigest === null ? null : { fingerprint: fingerprint(keyDigest), user_id: userId },
    request: {
      method,
      path,
      query,
      headers: { ...exchange.requestHeaders },
      body: requestBodyOf(exchange),
      ...(omittedBytes > 0 && { body_bytes: omittedBytes }),
    },
    response: {
      status: exchange.status,
      headers: { ...exchange.responseHeaders },
      body: responseBodyOf(exchange),
    },
    basis: exchange.basis,
    rules: [...exchange.rules],
    hint: exchange.hint,
    fault: fault && copyOf(fault),
    ...(stub !== undefined && { stub }),
    near_misses: copyOf(exchange.nearMisses),
    changes: exchange.changes,
  }
}

/** JSON where it is JSON, text where it is not or nests too deep, null where there is nothing. */
function asBody(text: string): unknown {
  const value = text === '' ? null : shallowJson(text)
  return value === undefined ? text : value
}

const requestBodyOf = ({ requestBody }: Exchange): unknown =>
  whyUnparsed(requestBody) === undefined ? asBody(requestBody) : requestBody

/** Unlike a request's, it may hold secrets besides keys. */
const responseBodyOf = ({ responseBody }: Exchange): unknown =>
  redactedJson(responseBody) ?? asBody(redactBody(responseBody))
