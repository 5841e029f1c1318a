import { type Context, Hono } from 'hono'
import { type Env, frontOf } from '../control/access.ts'
import { createControl } from '../control/app.ts'
import type { ControlContext } from '../control/call.ts'
import type { Examples } from '../contract/examples.ts'
import { openApiDocument, serversAt } from '../contract/openapi.ts'
import { addressOf, prefixOf } from '../sandbox/address.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import type { WorldConfig } from '../sandbox/world-config.ts'
import { version } from '../version.ts'
import { corsHeaders, varyHeader } from './cors.ts'

/** The control API, the OpenAPI documents and the pages: loaded with the first request for one. */
export type Service = Hono<Env>

/** The app that serves the dashboard and the reference. */
type Dashboard = (simulator: ControlContext) => Hono<Env>

/** Loads the pages for people, when somebody looks. */
export type LoadPages = () => Promise<Dashboard>

/** @param examples real responses over the default fixture, for the description of the interface as a world has it */
export function createService(
  simulator: ControlContext,
  pages: LoadPages | undefined,
  examples: (config: WorldConfig, inForce: RulesInForce) => Promise<Examples>,
): Service {
  const service: Service = new Hono<Env>({ getPath: (request) => addressOf(request).path })
  if (pages !== undefined) {
    let made: Promise<Hono<Env>> | undefined
    const page = async (c: Context<Env>): Promise<Response> => {
      made ??= pages().then((dashboard) => dashboard(simulator))
      return (await made).fetch(c.req.raw, c.env)
    }
    service.on(['GET', 'POST'], ['/_sim/ui', '/_sim/ui/*'], page)
    service.all('/docs', page).all('/docs/*', page)
  }
  // What these tell is no secret: the editors and pages of any origin may read it.
  service.on('GET', ['/_sim/schemas/*', '/openapi.json'], async (c, next) => {
    const origin = c.req.header('origin') ?? null
    await next()
    const vary = varyHeader(origin, undefined)
    for (const [name, value] of Object.entries({ ...corsHeaders(origin), ...(vary && { vary }) })) c.header(name, value)
  })
  service.route('/_sim', createControl(simulator))
  // By the examples, which are the same for the same rules: to make one takes long.
  const descriptions = new WeakMap<Examples, ReturnType<typeof openApiDocument>>()
  service.get('/openapi.json', async (c) => {
    const { config, rules } = c.env.sandbox.world
    const shown = await examples(config, rules)
    const description = descriptions.get(shown) ?? openApiDocument(version, shown, rules)
    descriptions.set(shown, description)
    const server = frontOf(c, simulator.basePath).path + prefixOf(c.req.raw)
    return c.json({ ...description, servers: serversAt(server || '/') })
  })
  // The app that asked knows what to say.
  return service.onError((error) => {
    throw error
  })
}
