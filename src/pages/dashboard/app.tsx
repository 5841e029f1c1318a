import { Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { script, style } from 'virtual:dashboard'
import { refusalOf, sessionCookie } from '../../control/access.ts'
import { frontOf } from '../../control/front.ts'
import { nextTurn } from '../../kernel/next-turn.ts'
import { addressOf } from '../../sandbox/address.ts'
import { DEFAULT_SANDBOX } from '../../sandbox/sandboxes.ts'
import type { Env } from '../../control/env.ts'
import { pageHeaders } from '../page-headers.ts'
import { type DashboardOptions, type PageContext, pageContext, pageUrl } from './page-context.ts'
import { Absent } from './absent.tsx'
import { SwitcherList } from './bar/sandbox-switcher.tsx'
import { SignIn } from './sign-in.tsx'
import { events } from './events.ts'
import { readForm } from './read-form.ts'
import { Shell } from './shell.tsx'
import { type View, views } from './views/index.ts'

/** Nothing loads from elsewhere, and no script within a page runs. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The page as given where it is a view, else the front page: `journal?exchange=5`. */
function viewUrl(context: PageContext, wanted: string): string {
  const folder = 'http://folder/'
  const url = URL.canParse(wanted, folder) ? new URL(wanted, folder) : undefined
  const view = views.find(({ page }) => url?.pathname === `/${page}`)
  return context.up + (view === undefined ? views[0].page : view.page + (url?.search ?? ''))
}

const viewOf = (page = ''): View => views.find((view) => view.page === page) ?? views[0]

/** The dashboard under /_sim/ui. The server renders each view of a sandbox; its forms call the control API. */
export function dashboard(options: DashboardOptions): Hono<Env> {
  const { access } = options
  const app = new Hono<Env>({ getPath: (request) => addressOf(request).path.replace(/\/$/, '') }).basePath('/_sim/ui')

  app.use(compress(), pageHeaders(POLICY))
  app.use('/:file{.+[.](js|css)}', etag())
  app.get('/script.js', (c) => c.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }))
  app.get('/style.css', (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  app.post('/session', async (c) => {
    const context = pageContext(c, options)
    const form = await readForm(c)
    if (form instanceof Response) return form
    const wanted = form.get('page') ?? ''
    if (!access.isToken(form.get('token'))) return c.html(<SignIn context={context} page={wanted} isWrong />, 401)
    const { scheme, path } = frontOf(c, options.basePath)
    const secure = scheme === 'https:'
    setCookie(c, sessionCookie(c), access.session, { httpOnly: true, sameSite: 'Strict', path: path || '/', secure })
    return c.redirect(viewUrl(context, wanted), 303)
  })
  app.use(async (c, next) => {
    const refusal = refusalOf(c, access)
    if (refusal === undefined) return next()
    if (!access.hasToken) return c.text([refusal.message, refusal.hint].join('; '), 403)
    const context = pageContext(c, options)
    return c.html(<SignIn context={context} page={context.here} />, 401)
  })
  app.get('/events', events(options.sandboxes))
  app.get('/switcher', (c) => {
    const { page } = viewOf(c.req.query('view'))
    return c.html(<SwitcherList context={pageContext(c, options)} view={page} />)
  })
  // All pages lie at one depth, so that their relative links hold: the folder itself shows none.
  app.get('/', (c) => {
    const front = options.sweep !== undefined && c.env.sandbox.name === DEFAULT_SANDBOX ? 'sweep' : views[0].page
    return c.redirect(viewUrl(pageContext(c, options), front + new URL(c.req.url).search))
  })
  for (const view of views) {
    const { page, Body } = view
    app.get(`/${page}`, async (c) => {
      const context = pageContext(c, options)
      if (options.sandboxes.find(context.sandbox.name) === undefined)
        return c.html(<Absent context={context} view={page} />, 404)
      const answer = await c.html(
        <Shell context={context} view={view}>
          <Body context={context} />
        </Shell>,
      )
      // The end of a large page and to send it: each takes as long as other requests may wait.
      await nextTurn()
      return answer
    })
  }
  app.notFound((c) => {
    const context = pageContext(c, options)
    return c.html(
      <Shell context={context} view={views[0]}>
        <p>
          There is no such page. <a href={pageUrl(context, 'journal')}>To the journal</a>
        </p>
      </Shell>,
      404,
    )
  })
  return app
}
