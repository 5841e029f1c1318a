import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Env } from '../../control/env.ts'
import { nearest } from '../../kernel/nearest.ts'
import { dialects } from '../../kernel/rules-in-force.ts'
import { isServed, operations } from '../../marketplace/routes.ts'
import { rulesIn } from '../../sandbox/world-config.ts'
import { addressOf } from '../../sandbox/address.ts'
import { pageHeaders } from '../page-headers.ts'
import { docsUrl, type ReferenceContext, type ReferenceOptions, referenceContext } from './context.ts'
import { controlReference, operationReference } from './entries.ts'
import { type Part, Page } from './page.tsx'
import { ControlOverview } from './views/control-overview.tsx'
import { EntryPage } from './views/entry.tsx'
import { Missing } from './views/missing.tsx'
import { Overview } from './views/overview.tsx'

/** Nothing loads from elsewhere, and no script or style within a page counts. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

const MAX_SUGGESTED = 5

/** The reference under /docs: a page for each operation and control call. It changes no sandbox, so it needs no token. */
export function reference(options: ReferenceOptions): Hono<Env> {
  const app = new Hono<Env>({ getPath: (request) => addressOf(request).path }).basePath('/docs')

  app.use(compress(), pageHeaders(POLICY))
  app.on('GET', ['', '/'], async (c) => {
    const context = referenceContext(c, options)
    const { entries } = await operationReference(context)
    return c.html(
      <Page context={context} part={context.dialect} entries={entries} title="Overview">
        <Overview context={context} entries={entries} />
      </Page>,
    )
  })
  app.get('/control', (c) => {
    const context = referenceContext(c, options)
    const { entries } = controlReference()
    return c.html(
      <Page context={context} part="control" entries={entries} title="Control API">
        <ControlOverview context={context} entries={entries} />
      </Page>,
    )
  })
  app.get('/:page', async (c) => {
    const context = referenceContext(c, options)
    const name = c.req.param('page')
    const isControl = name.startsWith('control')
    const { entries, schemas } = isControl ? controlReference() : await operationReference(context)
    const entry = entries.find(({ id }) => id === name)
    const part: Part = isControl ? 'control' : context.dialect
    if (entry !== undefined)
      return c.html(
        <Page context={context} part={part} entries={entries} title={entry.id} open={entry}>
          <EntryPage context={context} entry={entry} schemas={schemas} />
        </Page>,
      )
    const dialect = dialectOf(context, name)
    if (dialect !== undefined) return c.redirect(docsUrl(context, name, dialect), 302)
    const suggested = nearest(name, [...entries.map(({ id }) => id), ...operations.map(({ id }) => id)], MAX_SUGGESTED)
    return c.html(
      <Page context={context} part={part} entries={entries} title="Not found">
        <Missing context={context} name={name} suggested={[...new Set(suggested)]} />
      </Page>,
      404,
    )
  })
  app.notFound(async (c) => {
    if (!['GET', 'HEAD'].includes(c.req.method))
      return c.text('A page is read with GET or HEAD.', 405, { Allow: 'GET, HEAD' })
    const context = referenceContext(c, options)
    const { entries } = await operationReference(context)
    return c.html(
      <Page context={context} part={context.dialect} entries={entries} title="Not found">
        <Missing context={context} suggested={[]} />
      </Page>,
      404,
    )
  })
  // The server answers errors, as everywhere.
  app.onError((error) => {
    throw error
  })
  return app
}

/** The dialect that serves an operation, where the one that is shown does not. */
const dialectOf = ({ world, dialect }: ReferenceContext, id: string) => {
  const operation = operations.find((each) => each.id === id)
  return (
    operation &&
    dialects.find((other) => other !== dialect && isServed(operation, rulesIn({ ...world.config, dialect: other })))
  )
}
