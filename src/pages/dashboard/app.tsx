import { Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { etag } from 'hono/etag'
import { script, style } from 'virtual:dashboard'
import { refusalOf, sessionCookie } from '../../control/access.ts'
import type { ControlOptions } from '../../control/app.ts'
import { addressOf } from '../../sandbox/address.ts'
import type { Env } from '../../control/env.ts'
import { pageHeaders } from '../page-headers.ts'
import { Clock } from './views/clock.tsx'
import { Coverage } from './views/coverage.tsx'
import { Faults } from './views/faults.tsx'
import { Findings } from './views/findings.tsx'
import { Journal } from './views/journal/journal.tsx'
import { type Look, lookOf, pageUrl } from './page-context.ts'
import { Door } from './sign-in.tsx'
import { events } from './events.ts'
import { readForm } from './form.ts'
import { Sandboxes } from './views/sandboxes.tsx'
import { Scenarios } from './views/scenarios.tsx'
import { Shell, views } from './shell.tsx'
import { State } from './views/state/state.tsx'

const bodies = {
  journal: Journal,
  state: State,
  scenarios: Scenarios,
  faults: Faults,
  clock: Clock,
  sandboxes: Sandboxes,
  coverage: Coverage,
  findings: Findings,
} as const

/** Nothing from elsewhere, and nothing that stands in a page runs. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** A path with its query where it leads to a view of this sandbox, else to the first one. */
function pageAt(look: Look, path: string): string {
  const url = URL.canParse(path, look.origin) ? new URL(path, look.origin) : undefined
  const isView = views.some(({ page }) => url?.pathname === pageUrl(look, page))
  return url !== undefined && isView ? url.pathname + url.search : pageUrl(look, views[0].page)
}

/** The dashboard under /_sim/ui: server-rendered views over one sandbox each. They act through the control API. */
export function dashboard(options: ControlOptions): Hono<Env> {
  const { door } = options
  const app = new Hono<Env>({ getPath: (request) => addressOf(request).path.replace(/\/$/, '') }).basePath('/_sim/ui')

  app.use(pageHeaders(POLICY))
  app.use('/:file{.+[.](js|css)}', etag())
  app.get('/script.js', (c) => c.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }))
  app.get('/style.css', (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  app.post('/session', async (c) => {
    const look = lookOf(c, options)
    const form = await readForm(c)
    if (form instanceof Response) return form
    const wanted = form.get('page') ?? ''
    if (!door.isToken(form.get('token'))) return c.html(<Door look={look} page={wanted} isWrong />, 401)
    setCookie(c, sessionCookie(c), door.session, { httpOnly: true, sameSite: 'Strict', path: '/' })
    return c.redirect(pageAt(look, wanted), 303)
  })
  app.use(async (c, next) => {
    const refusal = refusalOf(c, door)
    if (refusal === undefined) return next()
    if (!door.hasToken) return c.text([refusal.message, refusal.hint].join('; '), 403)
    const look = lookOf(c, options)
    return c.html(<Door look={look} page={look.here} />, 401)
  })
  app.get('/events', events(options.sandboxes))
  for (const view of views) {
    const Body = bodies[view.page]
    app.on('GET', view === views[0] ? ['/', `/${view.page}`] : [`/${view.page}`], (c) => {
      const look = lookOf(c, options)
      return c.html(
        <Shell look={look} view={view}>
          <Body look={look} />
        </Shell>,
      )
    })
  }
  app.notFound((c) => {
    const look = lookOf(c, options)
    return c.html(
      <Shell look={look} view={views[0]}>
        <p>
          There is no such page. <a href={pageUrl(look, 'journal')}>To the journal</a>
        </p>
      </Shell>,
      404,
    )
  })
  return app
}
