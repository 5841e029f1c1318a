import { Hono } from 'hono'
import { createControl, type ControlOptions } from './control/app.ts'
import type { Examples } from './contract/examples.ts'
import { openApiDocument } from './contract/openapi.ts'
import { addressOf } from './http/address.ts'
import type { Env } from './http/env.ts'
import { gate } from './http/gate.ts'
import { preflight } from './http/preflight.ts'
import { unmatched } from './http/unmatched.ts'
import { routes } from './resources/registry.ts'

export interface AppOptions extends ControlOptions {
  /** Real answers of the default fixture, for the description of the interface. */
  readonly examples: () => Promise<Examples>
}

/** The whole service: the simulated interface, what steers it, what describes it. */
export function createApp({ examples, ...options }: AppOptions): Hono<Env> {
  const app = new Hono<Env>({ getPath: (request) => addressOf(request).path })
  for (const route of routes) app.on(route.operation.method, asHonoPath(route.operation.path), gate(route))
  app.options('/api/*', preflight)
  app.route('/_sim', createControl(options))
  app.get('/openapi.json', async (c) => c.json(openApiDocument(options.version, await examples())))
  app.notFound(unmatched)
  return app
}

/** `/asks/{id}/` is `/asks/:id/` to the router. */
const asHonoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')
