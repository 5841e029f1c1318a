import { createRedactor } from '../testing/journal/redact.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { corsHeaders } from './cors.ts'
import type { Incoming } from './incoming.ts'
import { slashOf } from './find-stub.ts'
import { candidateOf } from './recorded-request.ts'
import { keysIn } from './url-keys.ts'

/** What a browser asks for before a page of another origin may send a request. */
export interface Preflight {
  readonly origin: string | null
  readonly path: string
  /** The method that the page wants to use. */
  readonly method: string | null
  /** The names of the headers that it wants to send, separated by commas. */
  readonly headers: string | null
}

/** Called with every preflight. */
export type OnPreflight = (preflight: Preflight, sandbox: string) => void

/** Whether a stub for OPTIONS answers a request, as an exchange, in place of a preflight that allows everything. */
export function isStubbed(incoming: Incoming, { world }: Sandbox): boolean {
  if (world.stubs.isEmpty) return false
  const redact = createRedactor(keysIn(incoming, undefined, world, undefined))
  const asked = { incoming, operation: undefined, userId: null, keyDigest: undefined, requestBody: '', redact }
  return world.stubs.takesPreflight(candidateOf(asked), slashOf(world))
}

const VARY = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'

/**
 * Allows whatever a browser asks for before a page of another origin may send a request: which methods and headers the
 * interface takes is for the response to say. It is not an exchange: it has no number and meets no fault, so that the journal,
 * its verification and coverage hold what the client sent, and nothing that its browser added.
 */
export function preflight(incoming: Incoming, sandbox: Sandbox, onPreflight: OnPreflight | undefined): Response {
  const origin = incoming.headers.value('origin')
  const method = incoming.headers.value('access-control-request-method')
  const headers = incoming.headers.value('access-control-request-headers')
  if (onPreflight !== undefined) {
    const redact = createRedactor(keysIn(incoming, undefined, sandbox.world, undefined))
    onPreflight({ origin, path: redact(incoming.path), method, headers }, sandbox.name)
  }
  const { 'access-control-expose-headers': _, ...allowed } = corsHeaders(origin)
  return new Response(null, {
    status: 204,
    headers: {
      ...allowed,
      'access-control-allow-headers': headers ?? 'Authorization, Content-Type, X-Sim-Sandbox',
      'access-control-allow-methods': method ?? 'GET, POST, PUT, DELETE',
      'access-control-max-age': '600',
      ...(origin !== null && { vary: VARY }),
    },
  })
}
