import { html } from 'hono/html'
import type { PropsWithChildren } from 'hono/jsx'
import { type Look, pageUrl } from './page-context.ts'
import { toSeconds } from './parts.tsx'

export const views = [
  { page: 'journal', title: 'Journal' },
  { page: 'state', title: 'State' },
  { page: 'scenarios', title: 'Scenarios' },
  { page: 'faults', title: 'Faults' },
  { page: 'clock', title: 'Clock' },
  { page: 'sandboxes', title: 'Sandboxes' },
  { page: 'coverage', title: 'Coverage' },
  { page: 'findings', title: 'Findings' },
] as const

type View = (typeof views)[number]

type ShellProps = PropsWithChildren<{ readonly look: Look; readonly view: View }>

/** A whole page: what every view has around it. Only `main` and the bar are renewed while it is open. */
export const Shell = ({ look, view, children }: ShellProps) => (
  <Document title={`${view.title} · ${look.sandbox.name} · rental-sim`} look={look}>
    <a class="skip" href="#main">
      Skip to content
    </a>
    <header>
      <Bar look={look} />
      <nav aria-label="Views">
        {views.map(({ page, title }) => (
          <a href={pageUrl(look, page)} {...(page === view.page && { 'aria-current': 'page' })}>
            {title}
          </a>
        ))}
        <a href={`${look.prefix}/docs`}>Reference</a>
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

type DocumentProps = PropsWithChildren<{ readonly title: string; readonly look: Look }>

export const Document = ({ title, look, children }: DocumentProps) => (
  <>
    {html`<!doctype html>`}
    <html lang="en" data-prefix={look.prefix}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={pageUrl(look, 'style.css')} />
        <script type="module" src={pageUrl(look, 'script.js')} />
      </head>
      <body>{children}</body>
    </html>
  </>
)

/** Where one is and what time it is there, with what is needed in every view. */
const Bar = ({ look }: { readonly look: Look }) => {
  const { sandbox, world } = look
  const { scenario } = world.config
  return (
    <div id="bar">
      <a class="brand" href={pageUrl(look, 'journal')}>
        rental-sim
      </a>
      <dl>
        <div>
          <dt>Sandbox</dt>
          <dd>
            <a href={pageUrl(look, 'sandboxes')}>{sandbox.name}</a>
          </dd>
        </div>
        <div>
          <dt>Scenario</dt>
          <dd>
            <a href={pageUrl(look, 'scenarios')}>{scenario?.name ?? 'none'}</a>
          </dd>
        </div>
        <div>
          <dt>Clock</dt>
          <dd>
            <a href={pageUrl(look, 'clock')}>
              <Now world={world} /> {world.clock.mode}
            </a>
          </dd>
        </div>
      </dl>
      <div class="acts">
        <form data-call="POST reset" data-done="Reset: data, clock, faults and journal are as at the start.">
          <button>Reset</button>
        </form>
        <Snapshots look={look} />
      </div>
    </div>
  )
}

export const Now = ({ world: { clock } }: Pick<Look, 'world'>) => (
  <time datetime={clock.nowIso} {...(clock.mode === 'real' && { 'data-runs': true })}>
    {toSeconds(clock.nowIso)}
  </time>
)

const Snapshots = ({ look: { sandbox } }: { readonly look: Look }) => (
  <details class="menu" id="snapshots">
    <summary>Snapshots ({sandbox.snapshots.length})</summary>
    <div class="sheet">
      <form data-call="POST snapshots" data-done="This moment is kept." class="line">
        <label>
          Name <input name="name" required pattern="[A-Za-z0-9._\-]{1,64}" autocomplete="off" id="snapshot-name" />
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
