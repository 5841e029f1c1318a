import type { Context } from 'hono'
import type { AccessControl } from '../../control/access.ts'
import type { Env } from '../../control/env.ts'

/**
 * Where people reach the server: what a reverse proxy says in `X-Forwarded-Proto`, `-Host` and `-Prefix`, else what the
 * request says. A forwarded host counts only if `--allowed-host` or its form says that nobody else can own it, because
 * the commands that a page shows carry keys there.
 */
export function publicOrigin(c: Context<Env>, access: AccessControl): string {
  const { protocol, host } = new URL(c.req.url)
  const first = (name: string): string => c.req.header(name)?.split(',')[0]?.trim() ?? ''
  const forwarded = {
    proto: first('x-forwarded-proto'),
    host: first('x-forwarded-host'),
    path: first('x-forwarded-prefix'),
  }
  const scheme = /^https?$/.test(forwarded.proto) ? `${forwarded.proto}:` : protocol
  const isHost = /^[\w.:[\]-]+$/.test(forwarded.host) && access.isTrusted(forwarded.host)
  const path = /^(\/[\w.~-]+)+\/?$/.test(forwarded.path) ? forwarded.path.replace(/\/$/, '') : ''
  return `${scheme}//${isHost ? forwarded.host : host}${path}`
}
