import type { Context } from 'hono'
import type { ControlOptions } from '../../control/app.ts'
import type { Env } from '../../control/env.ts'
import type { Examples } from '../../contract/examples.ts'
import { type Dialect, dialects, type RulesInForce } from '../../kernel/rules-in-force.ts'
import { addressOf } from '../../sandbox/address.ts'
import { type World } from '../../sandbox/world.ts'
import { rulesIn, type WorldConfig } from '../../sandbox/world-config.ts'
import { publicOrigin } from '../dashboard/public-origin.ts'

export interface ReferenceOptions extends ControlOptions {
  /** Real responses over the default fixture, where these rules are in force. */
  readonly examples: (config: WorldConfig, inForce: RulesInForce) => Promise<Examples>
}

/** What every page of the reference is made from. */
export interface ReferenceContext {
  readonly options: ReferenceOptions
  readonly sandbox: string
  readonly world: World
  /** Where clients reach the sandbox: origin, path of a proxy, `/~name`; without a slash at the end. */
  readonly base: string
  /** From this page to the folder of the pages. Every link is relative, so that it holds below the path of a proxy. */
  readonly up: string
  /** From this page to where the paths of the sandbox begin. */
  readonly root: string
  /** The dialect that is shown; the sandbox may have another. */
  readonly dialect: Dialect
  readonly inForce: RulesInForce
}

export function referenceContext(c: Context<Env>, options: ReferenceOptions): ReferenceContext {
  const { name: sandbox, world } = c.env.sandbox
  const { prefix, path } = addressOf(c.req.raw)
  const depth = path.slice('/docs'.length).split('/').length - 1
  const wanted = c.req.query('dialect')
  const dialect = dialects.find((each) => each === wanted) ?? world.rules.dialect
  return {
    options,
    sandbox,
    world,
    base: publicOrigin(c, options) + prefix,
    up: depth === 0 ? 'docs/' : '../'.repeat(depth - 1),
    root: '../'.repeat(depth),
    dialect,
    inForce: dialect === world.rules.dialect ? world.rules : rulesIn({ ...world.config, dialect }),
  }
}

/** The relative URL of a page of the reference; it shows the same dialect unless another is named. */
export function docsUrl(context: ReferenceContext, page: string, dialect = context.dialect): string {
  const query = dialect === context.world.rules.dialect ? '' : `?dialect=${dialect}`
  return `${`${context.up}${page}` || './'}${query}`
}
