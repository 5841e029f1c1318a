import { type Context, Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { fonts, script, style } from 'virtual:dashboard'
import { type Env, frontOf, refusalOf, sessionCookie } from '../../control/access.ts'
import type { ControlContext } from '../../control/call.ts'
import { isObject } from '../../kernel/object.ts'
import { addressOf } from '../../sandbox/address.ts'
import { DEFAULT_SANDBOX } from '../../sandbox/sandboxes.ts'
import { BodyTooLargeError, readBody } from '../../sandbox/read-body.ts'
import { SteeringError, statuses } from '../../control/error.ts'
import { events } from './events.ts'
import { pageHeaders } from './page-headers.ts'
import { keptAddress } from './kept-addresses.ts'
import { document } from './document.ts'

/** Nothing loads from elsewhere, and no script within a page runs. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const views = ['requests', 'faults', 'data', 'coverage'] as const

/** The dashboard under /_sim/ui and the reference under /docs: one program, which asks the control API for all that it shows. */
export function dashboard({ access, sandboxes, basePath, sweep }: ControlContext): Hono<Env> {
  const app = new Hono<Env>({ getPath: (request) => addressOf(request).path.replace(/(?<=.)\/$/, '') })
  app.use(compress(), pageHeaders(POLICY))
  app.use('/_sim/ui/:file{.+[.](js|css|woff2)}', etag())
  app.get('/_sim/ui/script.js', (c) => c.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }))
  app.get('/_sim/ui/style.css', (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  app.get('/_sim/ui/:font{[a-z-]+[.]woff2}', (c) => {
    const font = fonts[c.req.param('font')]
    return font === undefined ? c.notFound() : c.body(bytesOf(font), 200, { 'Content-Type': 'font/woff2' })
  })
  app.post('/_sim/ui/session', async (c) => {
    const body = await readSmallJson(c)
    if (!access.isToken(isObject(body) ? body['token'] : undefined))
      throw new SteeringError('unauthorized', 'That is not the token this server was started with.')
    const { scheme, path } = frontOf(c, basePath)
    const secure = scheme === 'https:'
    setCookie(c, sessionCookie(c), access.session, { httpOnly: true, sameSite: 'Strict', path: path || '/', secure })
    return c.json({ signed_in: true })
  })
  app.use('/_sim/ui/*', async (c: Context<Env, string>, next) => {
    // The page has nothing in it. The calls that it makes ask for the token, and so do events.
    const refusal = access.hasToken && c.req.path !== '/_sim/ui/events' ? undefined : refusalOf(c, access)
    if (refusal !== undefined) return c.text([refusal.message, refusal.hint].join('; '), access.hasToken ? 401 : 403)
    return next()
  })
  app.get('/_sim/ui/events', events(sandboxes))
  app.get('/_sim/ui', (c) => {
    const front = sweep !== undefined && c.env.sandbox.name === DEFAULT_SANDBOX ? 'coverage' : 'requests'
    const { pathname, search } = new URL(c.req.url)
    return c.redirect(`${pathname.endsWith('/') ? '' : 'ui/'}${front}${search}`)
  })
  app.get('/_sim/ui/:page', (c) => {
    const page = c.req.param('page')
    const moved = keptAddress(page, new URL(c.req.url).searchParams)
    return moved === undefined ? c.html(document(''), isView(page) ? 200 : 404) : c.redirect(moved)
  })
  app.get('/docs', (c) => c.html(document(`${new URL(c.req.url).pathname.endsWith('/') ? '../' : ''}_sim/ui/`)))
  app.get('/docs/:page', (c) => {
    const up = new URL(c.req.url).pathname.endsWith('/') ? '../../' : '../'
    return c.html(document(`${up}_sim/ui/`))
  })
  app.notFound(notFound)
  app.onError((error, c) => {
    if (!(error instanceof SteeringError)) throw error
    return c.json({ error: error.error, msg: error.message }, statuses[error.error])
  })
  return app
}

const MAX_SESSION_BYTES = 8 * 1024

/** Anybody may send it, so that little of it is read. */
async function readSmallJson(c: Context<Env>): Promise<unknown> {
  try {
    return JSON.parse(await readBody(c.req.raw, MAX_SESSION_BYTES, c.env.sandbox.memory))
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw new SteeringError('too_large', error.message)
    throw new SteeringError('invalid_args', 'the body is not JSON with a token')
  }
}

const isView = (page: string): boolean => views.some((view) => view === page)

function notFound(c: Context): Response | Promise<Response> {
  if (!['GET', 'HEAD'].includes(c.req.method))
    return c.text('A page is read with GET or HEAD.', 405, { Allow: 'GET, HEAD' })
  const { path } = c.req
  const depth = path.split('/').length - (path.startsWith('/docs') ? 2 : 3)
  return c.html(document(path.startsWith('/docs') ? `${'../'.repeat(depth)}_sim/ui/` : '../'.repeat(depth - 1)), 404)
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
