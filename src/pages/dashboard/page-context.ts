import type { Context } from 'hono'
import type { ControlOptions } from '../../control/app.ts'
import { prefixOf } from '../../sandbox/address.ts'
import type { Env } from '../../control/env.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { World } from '../../sandbox/world.ts'

/** What somebody looks at, and from where. */
export interface Look {
  readonly options: ControlOptions
  readonly sandbox: Sandbox
  readonly world: World
  /** Scheme and host. */
  readonly origin: string
  /** What stands before every path of this sandbox: empty, or `/~name`. */
  readonly prefix: string
  /** Path and query of this page. */
  readonly here: string
  readonly query: Readonly<Record<string, string>>
}

export function lookOf(c: Context<Env>, options: ControlOptions): Look {
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

/** A page of the dashboard in the same sandbox; what is undefined or empty is left out of its query. */
export function pageUrl(
  { prefix }: Pick<Look, 'prefix'>,
  page: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(given).toString()
  return `${prefix}/_sim/ui/${page}${search === '' ? '' : `?${search}`}`
}
