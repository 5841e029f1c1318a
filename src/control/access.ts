import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Env } from '../http/env.ts'
import { sha256Hex } from '../kernel/secret.ts'
import { SteeringError } from '../steering/error.ts'

/** The cookie by which a page that knew the token is known again. Browsers send one to every port of a host, so its name says which. */
export const sessionCookie = (c: Context): string => `rental_sim_session_${new URL(c.req.url).port || 'default'}`

/** What the cookie says in place of the token. */
export const sessionOf = (token: string): string => sha256Hex(`session ${token}`)

/** Every call but health needs the token, where there is one; and no page of a foreign site may steer. */
export const access =
  (token: string | undefined): MiddlewareHandler<Env> =>
  async (c, next) => {
    const isHealth = c.req.path === '/_sim/health'
    const refusal = isHealth && token !== undefined ? undefined : refusalOf(c, token)
    if (refusal !== undefined) throw refusal
    await next()
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') c.env.sandbox.changed()
  }

/**
 * Why a request may not come near the controls. With a token, it carries it, or the cookie of a page that knew it.
 * Without one, a page of a foreign site is refused: anybody who can reach the port may steer, but no web page that
 * happens to be open may.
 */
export function refusalOf(
  c: Parameters<MiddlewareHandler<Env>>[0],
  token: string | undefined,
): SteeringError | undefined {
  if (token !== undefined && c.req.header('authorization') === `Bearer ${token}`) return undefined
  if (token !== undefined && getCookie(c, sessionCookie(c)) !== sessionOf(token))
    return new SteeringError(
      'unauthorized',
      'this call needs the control token',
      'send Authorization: Bearer <the value of --control-token>',
    )
  const origin = c.req.header('origin')
  if (origin === undefined || isSameSite(origin, c.req.header('host') ?? new URL(c.req.url).host)) return undefined
  return new SteeringError(
    'unauthorized',
    `a page of ${origin} may not steer this simulator`,
    'call it from its own origin, or without a browser',
  )
}

function isSameSite(origin: string, host: string): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  return url?.host === host && isLocalName(url.hostname)
}

/** A public name may be made to point here by whoever owns it; an address, localhost or a name without dots may not. */
const isLocalName = (name: string): boolean =>
  /^(\[[\da-f:]+\]|\d+\.\d+\.\d+\.\d+|[^.]+|.*\.(localhost|local|internal|test|example))$/i.test(name)
