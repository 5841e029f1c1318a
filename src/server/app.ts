import { type Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { createControl, type ControlOptions } from '../control/app.ts'
import type { Examples } from '../contract/examples.ts'
import { openApiDocument } from '../contract/openapi.ts'
import { addressOf, prefixOf } from '../sandbox/address.ts'
import type { Env } from './env.ts'
import type { Env as ControlEnv } from '../control/env.ts'
import { gate } from './gate.ts'
import { corsHeaders } from './cors.ts'
import { preflight } from './preflight.ts'
import { unmatched } from './unmatched.ts'
import { routes } from '../marketplace/routes.ts'
import { version } from '../version.ts'

export interface AppOptions extends ControlOptions {
  /** Real answers of the default fixture, for the description of the interface. */
  readonly examples: () => Promise<Examples>
  /** Loads the pages for people, where somebody can look. */
  readonly pages: LoadPages | undefined
}

/** The pages for people: each answers every path below its own. */
interface Pages {
  readonly dashboard: (options: ControlOptions) => Hono<ControlEnv>
  readonly reference: (options: ControlOptions) => Hono<ControlEnv>
}

/** They are loaded when somebody looks. */
export type LoadPages = () => Promise<Pages>

/** The whole service: the simulated interface, what steers it, what describes it. */
export function createApp({ examples, pages, ...options }: AppOptions): Hono<Env> {
  const app = new Hono<Env>({ getPath: (request) => addressOf(request).path })
  for (const route of routes) app.on(route.operation.method, asHonoPath(route.operation.path), gate(route))
  if (pages !== undefined) {
    const page = (name: keyof Pages) => {
      let made: Promise<Hono<ControlEnv>> | undefined
      return async (c: Context<Env>): Promise<Response> => {
        made ??= pages().then((loaded) => loaded[name](options))
        return (await made).fetch(c.req.raw, c.env)
      }
    }
    app.on(['GET', 'POST'], ['/_sim/ui', '/_sim/ui/*'], page('dashboard'))
    // Browsers ask for these by themselves, or for somebody who looks: no client does, so neither is an exchange.
    app.get('/', (c, next) => (isBrowser(c) ? c.redirect(`${prefixOf(c.req.raw)}/_sim/ui`) : next()))
    app.get('/favicon.ico', (c) => c.body(null, 204))
    app.all('/docs', page('reference')).all('/docs/*', page('reference'))
  }
  app.route('/_sim', createControl(options))
  app.get('/openapi.json', async (c) =>
    c.json(
      openApiDocument(version, await examples(), prefixOf(c.req.raw) || undefined),
      200,
      corsHeaders(c.req.header('origin') ?? null),
    ),
  )
  app.options('/api/*', preflight)
  // A page learns that a path is none from the answer: a browser that may not ask tells it nothing.
  app.options('*', (c, next) => (c.req.header('access-control-request-method') === undefined ? next() : preflight(c)))
  app.notFound((c) => unmatched(c, pages && placesFor(prefixOf(c.req.raw))))
  return app
}

/** Who opens an address; programs take JSON, or anything. */
const isBrowser = (c: Context): boolean =>
  accepts(c, {
    header: 'Accept',
    supports: ['text/html', 'application/json'],
    default: 'application/json',
  }) === 'text/html'

const placesFor = (prefix: string): string =>
  `the interface is below ${prefix}/api/v0/; ${prefix}/docs describes it, and ${prefix}/_sim/ui shows what it is asked`

/** `/asks/{id}/` is `/asks/:id/` to the router. */
const asHonoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')
