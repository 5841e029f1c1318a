import { html } from 'hono/html'
import type { PropsWithChildren } from 'hono/jsx'
import { mergedChoices } from '../../marketplace/rule-choices.ts'
import { chosenIn } from '../../sandbox/world.ts'
import { type PageContext, pageUrl } from './page-context.ts'
import { NameInput } from './parts/fields.tsx'
import { Now } from './parts/text.tsx'
import { type View, views } from './views/index.ts'

type ShellProps = PropsWithChildren<{ readonly context: PageContext; readonly view: View }>

/** The page around a view. While it is open the script renews only `main` and the bar. */
export const Shell = ({ context, view, children }: ShellProps) => (
  <Document title={`${view.title} · ${context.sandbox.name} · rental-sim`} context={context}>
    <a class="skip" href="#main">
      Skip to content
    </a>
    <header>
      <Bar context={context} />
      <nav aria-label="Views">
        {views.map(({ page, title }) => (
          <a href={pageUrl(context, page)} {...(page === view.page && { 'aria-current': 'page' })}>
            {title}
          </a>
        ))}
        <a href={`${context.prefix}/docs`}>Reference</a>
      </nav>
    </header>
    <main id="main" tabindex={-1} class={`view-${view.page}`}>
      <h1>{view.title}</h1>
      {children}
    </main>
    <footer>
      <p id="said" role="status" />
      <p id="complaint" role="alert" />
    </footer>
  </Document>
)

type DocumentProps = PropsWithChildren<{ readonly title: string; readonly context: PageContext }>

export const Document = ({ title, context, children }: DocumentProps) => (
  <>
    {html`<!doctype html>`}
    <html lang="en" data-prefix={context.prefix}>
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

/** The sandbox, its scenario and its clock, with the buttons that every view needs. */
const Bar = ({ context }: { readonly context: PageContext }) => {
  const { sandbox, world } = context
  const { scenario } = world.config
  return (
    <div id="bar">
      <a class="brand" href={pageUrl(context, 'journal')}>
        rental-sim
      </a>
      <dl>
        <div>
          <dt>Sandbox</dt>
          <dd>
            <a href={pageUrl(context, 'sandboxes')}>{sandbox.name}</a>
          </dd>
        </div>
        <div>
          <dt>Scenario</dt>
          <dd>
            <a href={pageUrl(context, 'scenarios')}>{scenario?.name ?? 'none'}</a>
          </dd>
        </div>
        <Rules context={context} />
        <div>
          <dt>Clock</dt>
          <dd>
            <a href={pageUrl(context, 'clock')}>
              <Now world={world} /> {world.clock.mode}
            </a>
          </dd>
        </div>
      </dl>
      <div class="acts">
        <form data-call="POST reset" data-done="Reset: data, clock, faults and journal are as at the start.">
          <button>Reset</button>
        </form>
        <Snapshots context={context} />
      </div>
    </div>
  )
}

/** The dialect, and how many rules are overruled: shown where the contract alone does not say what is answered. */
const Rules = ({ context }: { readonly context: PageContext }) => {
  const { rules, config } = context.world
  const overruled = Object.keys(mergedChoices(chosenIn(config))).length
  return rules.dialect === 'documented' && overruled === 0 ? null : (
    <div>
      <dt>Dialect</dt>
      <dd>
        <a href={`${pageUrl(context, 'coverage')}#chosen`}>
          {rules.dialect}
          {overruled > 0 && `, ${overruled} overruled`}
        </a>
      </dd>
    </div>
  )
}

const Snapshots = ({ context: { sandbox } }: { readonly context: PageContext }) => (
  <details class="menu" id="snapshots">
    <summary>Snapshots ({sandbox.snapshots.length})</summary>
    <div class="sheet">
      <form data-call="POST snapshots" data-done="This moment is kept." class="line">
        <label>
          Name <NameInput id="snapshot-name" />
        </label>
        <button>Take</button>
      </form>
      {sandbox.snapshots.length === 0 ? (
        <p class="quiet">A snapshot keeps the whole sandbox: data, clock, faults, journal.</p>
      ) : (
        <ul class="plain">
          {sandbox.snapshots.map((name) => (
            <li class="line">
              <code>{name}</code>
              <form data-call={`POST snapshots/${name}/restore`} data-done={`Back at ${name}.`}>
                <button aria-label={`Restore ${name}`}>Restore</button>
              </form>
              <form data-call={`DELETE snapshots/${name}`} data-done={`${name} is forgotten.`}>
                <button aria-label={`Delete ${name}`}>Delete</button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </div>
  </details>
)
