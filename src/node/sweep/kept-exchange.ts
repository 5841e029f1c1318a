import { textBytes, valueBytes } from '../../kernel/kept-bytes.ts'
import { DEFAULT_SANDBOX } from '../../sandbox/sandboxes.ts'
import type { Exchange } from '../../testing/journal/exchange.ts'
import { EXCHANGE_BYTES } from '../../testing/journal/recorded-exchange.ts'
import { type Fact, MAX_FACT_CHARACTERS } from '../../testing/trial/fact.ts'

/**
 * An exchange of a run as a journal shows it. What of it was not kept, the hint says.
 * @param id its number in that journal, which has exchanges of several sandboxes
 */
export function exchangeOf(fact: Fact, id: number): Exchange {
  const { shown, request, response, fault, happened, clockMs } = fact
  return {
    id,
    startedMs: shown.startedMs,
    endedMs: clockMs,
    realMs: null,
    operation: fact.operation,
    userId: fact.userId,
    keyDigest: fact.keyDigest,
    method: fact.method,
    path: fact.path,
    query: fact.query,
    requestHeaders: shown.requestHeaders,
    named: {},
    requestBody: request,
    omittedBytes: shown.omittedBytes,
    status: fact.status,
    responseHeaders: shown.responseHeaders,
    responseBody: response,
    basis: shown.basis,
    rules: fact.rules,
    hint: hintOf(fact),
    fault: fault === null || shown.effect === null ? null : { name: fault, happened, ...shown.effect },
    stub: undefined,
    nearMisses: [],
    before: undefined,
    written: undefined,
    changes: shown.changes,
    observations: [],
    bytes: EXCHANGE_BYTES + textBytes(request) + textBytes(response) + valueBytes(shown.changes),
  }
}

function hintOf({ sandbox, request, response, shown }: Fact): string | null {
  const isCut = Math.max(request.length, response.length) >= MAX_FACT_CHARACTERS
  const hints = [
    ...(shown.hint === null ? [] : [shown.hint]),
    ...(sandbox === DEFAULT_SANDBOX ? [] : [`in the sandbox ${sandbox}`]),
    ...(isCut ? [`of a body only ${MAX_FACT_CHARACTERS} characters were kept`] : []),
  ]
  return hints.length === 0 ? null : hints.join('; ')
}
