import type { Context } from 'hono'
import type { ControlOptions } from '../../control/app.ts'
import { prefixOf } from '../../sandbox/address.ts'
import type { Env } from '../../control/env.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { World } from '../../sandbox/world.ts'

/** What every part of a page is made from. */
export interface PageContext {
  readonly options: ControlOptions
  readonly sandbox: Sandbox
  readonly world: World
  /** Scheme and host, without a slash at the end. */
  readonly origin: string
  /** The beginning of every path of this sandbox: empty, or `/~name`. */
  readonly prefix: string
  /** Path and query of this page. */
  readonly here: string
  readonly query: Readonly<Record<string, string>>
}

export function pageContext(c: Context<Env>, options: ControlOptions): PageContext {
  const { pathname, search, origin } = new URL(c.req.url)
  const { sandbox } = c.env
  return {
    options,
    sandbox,
    world: sandbox.world,
    origin,
    prefix: prefixOf(c.req.raw),
    here: pathname + search,
    query: c.req.query(),
  }
}

/** The URL of a page in the same sandbox. Query parameters that are undefined or empty are left out. */
export function pageUrl(
  { prefix }: Pick<PageContext, 'prefix'>,
  page: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(given).toString()
  return `${prefix}/_sim/ui/${page}${search === '' ? '' : `?${search}`}`
}
