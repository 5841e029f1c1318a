import { html } from 'hono/html'
import type { PropsWithChildren } from 'hono/jsx'
import { findingsIn } from '../../testing/findings/findings.ts'
import { Bar } from './bar/bar.tsx'
import { Overlays } from './bar/overlays.tsx'
import { Navigation } from './bar/navigation.tsx'
import { favicon } from './favicon.ts'
import type { PageContext } from './page-context.ts'
import type { View } from './views/index.ts'
import { stateId, worldId } from './world-id.ts'

type ShellProps = PropsWithChildren<{ readonly context: PageContext; readonly view: View }>

/** The page around a view. While it is open the script renews only `main` and the header. */
export const Shell = ({ context, view, children }: ShellProps) => (
  <Document title={titleOf(context, view)} icon={favicon(context.world)} ui={context.up}>
    <a class="skip" href="#main">
      Skip to content
    </a>
    <header id="top" data-world={worldId(context.world)} data-state={stateId(context.sandbox)}>
      <Bar context={context} view={view.page} />
      <Navigation context={context} view={view.page} />
    </header>
    <main id="main" tabindex={-1} class={`view-${view.page}`}>
      <noscript>
        <p class="notice">
          Without JavaScript everything can be read, and nothing done: the buttons are switched off. The control API
          does the same, e.g.{' '}
          <code>
            curl -X POST {context.origin}
            {context.prefix}/_sim/reset
          </code>
          .
        </p>
      </noscript>
      <h1>{view.title}</h1>
      {children}
    </main>
    <Overlays context={context} />
  </Document>
)

/** `(2⚑) Journal · default · rental-sim :4010`: three simulators are three tabs. */
function titleOf({ world, sandbox, origin }: PageContext, { title }: View): string {
  const findings = findingsIn(world).length
  const { port } = new URL(origin)
  return `${findings === 0 ? '' : `(${findings}⚑) `}${title} · ${sandbox.name} · rental-sim${port === '' ? '' : ` :${port}`}`
}

type DocumentProps = PropsWithChildren<{
  readonly title: string
  readonly icon?: string
  /** From the page to the folder of the dashboard, which has the script and the style. */
  readonly ui: string
  /** Whether nothing has made the sandbox. */
  readonly isAbsent?: boolean
}>

/** An HTML page with the script and the style. */
export const Document = ({ title, icon = 'data:,', ui, isAbsent = false, children }: DocumentProps) => (
  <>
    {html`<!doctype html>`}
    <html lang="en" data-absent={isAbsent ? 'true' : undefined}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href={icon} />
        <link rel="stylesheet" href={`${ui}style.css`} />
        {/* Nothing is shown before it: else a page of the other scheme would flash. */}
        <script type="module" blocking="render" src={`${ui}script.js`} />
      </head>
      <body>{children}</body>
    </html>
  </>
)
