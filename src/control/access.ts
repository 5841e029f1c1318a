import type { MiddlewareHandler } from 'hono'
import type { Env } from '../http/env.ts'
import { SteeringError } from '../steering/error.ts'

/**
 * With a token, every call but health carries it. Without one, a page of a foreign site is refused:
 * anybody who can reach the port may steer, but no web page that happens to be open may.
 */
export const access =
  (token: string | undefined): MiddlewareHandler<Env> =>
  async (c, next) => {
    if (token === undefined) {
      const origin = c.req.header('origin')
      if (origin !== undefined && !isSameSite(origin, c.req.header('host') ?? new URL(c.req.url).host)) {
        throw new SteeringError(
          'unauthorized',
          `a page of ${origin} may not steer this simulator`,
          'call it from its own origin, or without a browser',
        )
      }
    } else if (!isHealth(c.req.path) && c.req.header('authorization') !== `Bearer ${token}`) {
      throw new SteeringError(
        'unauthorized',
        'this call needs the control token',
        'send Authorization: Bearer <the value of --control-token>',
      )
    }
    await next()
  }

const isHealth = (path: string): boolean => path === '/_sim/health'

function isSameSite(origin: string, host: string): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  return url?.host === host && isLocalName(url.hostname)
}

/** A public name may be made to point here by whoever owns it; an address, localhost or a name without dots may not. */
const isLocalName = (name: string): boolean =>
  /^(\[[\da-f:]+\]|\d+\.\d+\.\d+\.\d+|[^.]+|.*\.(localhost|local|internal|test|example))$/i.test(name)
