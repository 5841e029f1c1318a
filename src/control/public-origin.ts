import type { Context } from 'hono'
import type { AccessControl } from './access.ts'
import type { Env } from './env.ts'
import { forwarded, frontOf } from './front.ts'

/**
 * Where people reach the server: what a reverse proxy says, else what the request says. A forwarded host counts only if
 * `--allowed-host`, `--allowed-origin` or its form says that nobody else can own it, because the commands that a page
 * shows carry keys there.
 */
export function publicOrigin(
  c: Context<Env>,
  { access, basePath }: { readonly access: AccessControl; readonly basePath?: string | undefined },
): string {
  const { scheme, path } = frontOf(c, basePath)
  const host = forwarded(c, 'x-forwarded-host')
  const isHost = /^[\w.:[\]-]+$/.test(host) && access.isTrusted(host)
  return `${scheme}//${isHost ? host : new URL(c.req.url).host}${path}`
}
