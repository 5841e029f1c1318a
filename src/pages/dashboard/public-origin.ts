import type { Context } from 'hono'
import type { ControlOptions } from '../../control/app.ts'
import type { Env } from '../../control/env.ts'
import { forwarded, frontOf } from '../../control/front.ts'

/**
 * Where people reach the server: what a reverse proxy says, else what the request says. A forwarded host counts only if
 * `--allowed-host`, `--allowed-origin` or its form says that nobody else can own it, because the commands that a page
 * shows carry keys there.
 */
export function publicOrigin(
  c: Context<Env>,
  { access, basePath }: Pick<ControlOptions, 'access' | 'basePath'>,
): string {
  const { scheme, path } = frontOf(c, basePath)
  const host = forwarded(c, 'x-forwarded-host')
  const isHost = /^[\w.:[\]-]+$/.test(host) && access.isTrusted(host)
  return `${scheme}//${isHost ? host : new URL(c.req.url).host}${path}`
}
