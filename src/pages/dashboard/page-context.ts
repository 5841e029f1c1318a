import type { Context } from 'hono'
import type { ControlOptions } from '../../control/app.ts'
import type { Env } from '../../control/env.ts'
import { queryParameters } from '../../kernel/query-parameters.ts'
import { addressOf } from '../../sandbox/address.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { DEFAULT_SANDBOX } from '../../sandbox/sandboxes.ts'
import type { World } from '../../sandbox/world.ts'
import type { LiveSweep } from '../../sweep/live-sweep.ts'
import { publicOrigin } from './public-origin.ts'

export interface DashboardOptions extends ControlOptions {
  /** The sweep that it shows. */
  readonly sweep?: LiveSweep
}

/** What every part of a page is made from. */
export interface PageContext {
  readonly options: DashboardOptions
  readonly sandbox: Sandbox
  readonly world: World
  /** The name of the server that answers. */
  readonly instance: string
  /** Where clients reach the server: scheme, host and the path of a proxy before it, without a slash at the end. */
  readonly origin: string
  /** The beginning of every path of this sandbox: empty, or `/~name`. */
  readonly prefix: string
  /** From this page to the folder of the pages: empty, `ui/` or `../`. Every link is relative, so that it holds below the path of a proxy. */
  readonly up: string
  /** Page and query: `journal?exchange=5`. */
  readonly here: string
  readonly query: Readonly<Record<string, string>>
}

export function pageContext(c: Context<Env>, options: DashboardOptions): PageContext {
  const { sandbox, instance } = c.env
  const { prefix, path } = addressOf(c.req.raw)
  const below = path.slice('/_sim/ui'.length)
  return {
    options,
    sandbox,
    world: sandbox.world,
    instance: instance.id,
    origin: publicOrigin(c, options),
    prefix,
    up: below === '' ? 'ui/' : '../'.repeat(below.split('/').length - 2),
    here: below.replaceAll(/^\/|\/$/g, '') + new URL(c.req.url).search,
    query: queryParameters(new URL(c.req.url).search),
  }
}

type Query = Readonly<Record<string, string | number | undefined>>

/** The relative URL of a page in the same sandbox. Query parameters that are undefined or empty are left out. */
export function pageUrl({ up }: Pick<PageContext, 'up'>, page: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(given).toString()
  return `${up}${page}${search === '' ? '' : `?${search}`}`
}

/** The same in another sandbox. */
export function pageUrlIn(context: Pick<PageContext, 'up' | 'prefix'>, sandbox: string, page: string, query?: Query) {
  return pageUrl({ up: `${context.up}../${callsIn(context, sandbox)}ui/` }, page, query)
}

/** The way from the control calls of the sandbox to those of another one. */
export const callsIn = ({ prefix }: Pick<PageContext, 'prefix'>, sandbox: string): string =>
  `${prefix === '' ? '../' : '../../'}${sandbox === DEFAULT_SANDBOX ? '' : `~${sandbox}/`}_sim/`
