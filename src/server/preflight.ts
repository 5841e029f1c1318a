import type { Context } from 'hono'
import { hiding } from '../testing/journal/redact.ts'
import { corsHeaders } from './cors.ts'
import type { Env } from './env.ts'
import { incomingRequest } from './incoming.ts'
import { keysIn } from './url-keys.ts'

const VARY = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'

/**
 * Allows whatever a browser asks for before a page of another origin may send a request: which methods and headers the
 * interface takes is for the answer to say. It is no exchange: it has no number and meets no fault, so that the journal,
 * its verification and coverage hold what the client sent, and nothing that its browser added.
 */
export function preflight(c: Context<Env>): Response {
  tell(c)
  const origin = header(c, 'origin')
  const { 'access-control-expose-headers': _, ...allowed } = corsHeaders(origin)
  return new Response(null, {
    status: 204,
    headers: {
      ...allowed,
      'access-control-allow-headers':
        header(c, 'access-control-request-headers') ?? 'Authorization, Content-Type, X-Sim-Sandbox',
      'access-control-allow-methods': header(c, 'access-control-request-method') ?? 'GET, POST, PUT, DELETE',
      'access-control-max-age': '600',
      ...(origin !== null && { vary: VARY }),
    },
  })
}

const header = (c: Context<Env>, name: string): string | null => c.req.raw.headers.get(name)

function tell(c: Context<Env>): void {
  const { onPreflight, sandbox } = c.env
  if (onPreflight === undefined) return
  const incoming = incomingRequest(c.req.raw, c.req.path)
  const hide = hiding(keysIn(incoming, undefined, sandbox.world, undefined))
  onPreflight(
    {
      origin: header(c, 'origin'),
      path: hide(incoming.path),
      method: header(c, 'access-control-request-method'),
      headers: header(c, 'access-control-request-headers'),
    },
    sandbox.name,
  )
}
