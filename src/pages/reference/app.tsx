import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { script, style } from 'virtual:reference'
import { publishedKeys } from '../../testing/fixtures/published-keys.ts'
import { addressOf, prefixOf } from '../../sandbox/address.ts'
import type { Env } from '../../control/env.ts'
import { pageHeaders } from '../page-headers.ts'
import { Page } from './page.tsx'

const JAVASCRIPT = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'
const SWAGGER = { 'swagger-ui-bundle.js': JAVASCRIPT, 'swagger-ui.css': CSS } as const

/** Reads a file of Swagger UI. */
export type ReadSwagger = (name: keyof typeof SWAGGER) => Promise<Uint8Array<ArrayBuffer>>

/** Nothing loads from elsewhere. Swagger UI writes styles into its elements, and its icons into its style. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** The reference page under /docs: Swagger UI over the interface of one sandbox. It changes no sandbox, so it needs no token. */
export function referenceWith(read: ReadSwagger): Hono<Env> {
  const app = new Hono<Env>({ getPath: (request) => addressOf(request).path }).basePath('/docs')

  app.use(pageHeaders(POLICY))
  app.use('/:file{.+[.](js|css)}', etag())
  app.on('GET', ['/', ''], (c) => {
    const { sandbox } = c.env
    return c.html(
      <Page
        prefix={prefixOf(c.req.raw)}
        sandbox={sandbox.name}
        apiKey={publishedKeys(sandbox.world.tables.users.values())[0]?.key}
      />,
    )
  })
  app.get('/script.js', (c) => c.body(script, 200, { 'Content-Type': JAVASCRIPT }))
  app.get('/style.css', (c) => c.body(style, 200, { 'Content-Type': CSS }))
  app.get('/swagger-ui-bundle.js', async (c) =>
    c.body(await read('swagger-ui-bundle.js'), 200, { 'Content-Type': JAVASCRIPT }),
  )
  app.get('/swagger-ui.css', async (c) => c.body(await read('swagger-ui.css'), 200, { 'Content-Type': CSS }))
  app.notFound((c) =>
    ['GET', 'HEAD'].includes(c.req.method)
      ? c.text('There is no such page.', 404)
      : c.text('A page is read with GET or HEAD.', 405, { Allow: 'GET, HEAD' }),
  )
  // The server answers errors, as everywhere.
  app.onError((error) => {
    throw error
  })
  return app
}
