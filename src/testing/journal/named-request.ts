import type { NamedRequest } from './exchange.ts'
import type { Hide } from './redact.ts'

/** A longer one is cut. */
export const MAX_REQUEST_ID = 200

/** @param headers names and values in turn */
export function namesIn(headers: readonly string[], hide: Hide): NamedRequest {
  const requestId = valueOf(headers, 'x-request-id')
  const traceId = /^[\da-f]{2}-([\da-f]{32})-/.exec(valueOf(headers, 'traceparent') ?? '')?.[1]
  return {
    ...(requestId !== undefined && { requestId: hide(requestId).slice(0, MAX_REQUEST_ID) }),
    ...(traceId !== undefined && { traceId: hide(traceId) }),
  }
}

function valueOf(headers: readonly string[], name: string): string | undefined {
  const at = headers.findIndex(
    (each, index) => index % 2 === 0 && each.length === name.length && each.toLowerCase() === name,
  )
  return at === -1 ? undefined : headers[at + 1]
}
