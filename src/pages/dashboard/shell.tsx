import { html } from 'hono/html'
import type { PropsWithChildren } from 'hono/jsx'
import { Bar } from './bar/bar.tsx'
import { Navigation } from './bar/navigation.tsx'
import { type PageContext, pageUrl } from './page-context.ts'
import type { View } from './views/index.ts'

type ShellProps = PropsWithChildren<{ readonly context: PageContext; readonly view: View }>

/** The page around a view. While it is open the script renews only `main` and the header. */
export const Shell = ({ context, view, children }: ShellProps) => (
  <Document title={`${view.title} · ${context.sandbox.name} · rental-sim`} context={context}>
    <a class="skip" href="#main">
      Skip to content
    </a>
    <header id="top">
      <Bar context={context} view={view.page} />
      <Navigation context={context} view={view.page} />
    </header>
    <main id="main" tabindex={-1} class={`view-${view.page}`}>
      <h1>{view.title}</h1>
      {children}
    </main>
    <div id="toast" popover="manual">
      <p id="said" role="status" />
      <p id="complaint" role="alert" />
      <button type="button" id="undo" hidden>
        Undo
      </button>
      <button type="button" id="dismiss" class="bare" aria-label="Dismiss">
        ✕
      </button>
    </div>
  </Document>
)

type DocumentProps = PropsWithChildren<{ readonly title: string; readonly context: PageContext }>

export const Document = ({ title, context, children }: DocumentProps) => (
  <>
    {html`<!doctype html>`}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={pageUrl(context, 'style.css')} />
        <script type="module" src={pageUrl(context, 'script.js')} />
      </head>
      <body>{children}</body>
    </html>
  </>
)
