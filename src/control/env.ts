import type { RunTotals } from '../testing/findings/run-totals.ts'
import type { OpenTrial } from '../testing/trial/open-trial.ts'
import type { RunningServer } from '../sandbox/running-server.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { OnAct } from './call.ts'
import type { Context } from 'hono'
import { isBasePath } from '../kernel/web-address.ts'

/** What control calls and pages find in their context. */
export interface Env {
  Bindings: {
    /** Where the request goes. */
    readonly sandbox: Sandbox
    /** The simulator that was asked. */
    readonly instance: RunningServer
    /** Counts the exchanges of the whole run. */
    readonly runTotals?: RunTotals
    /** What the server runs under. */
    readonly trial?: OpenTrial | undefined
    readonly onAct?: OnAct | undefined
  }
}

/** How people reach the server, where a proxy stands before it. */
export interface Front {
  readonly scheme: 'http:' | 'https:'
  /** The path that the proxy serves it below, without a slash at the end; empty for none. */
  readonly path: string
}

/**
 * What `--base-path` or the proxy says, by `X-Forwarded-Proto` and `X-Forwarded-Prefix`. Whoever sends these headers
 * changes the links and the cookie of their own response: they never decide who may steer.
 */
export function frontOf(c: Context, basePath = ''): Front {
  const proto = forwarded(c, 'x-forwarded-proto')
  const prefix = forwarded(c, 'x-forwarded-prefix')
  const isSecure = proto === 'https' || (proto !== 'http' && new URL(c.req.url).protocol === 'https:')
  return {
    scheme: isSecure ? 'https:' : 'http:',
    path: basePath === '' && isBasePath(prefix) ? prefix.replace(/\/$/, '') : basePath,
  }
}

/** The first value of a header, which is that of the proxy that is nearest to the client. */
export const forwarded = (c: Context, name: string): string => c.req.header(name)?.split(',')[0]?.trim() ?? ''
