import { html } from 'hono/html'
import type { PropsWithChildren } from 'hono/jsx'
import type { Dialect } from '../../kernel/rules-in-force.ts'
import { favicon } from '../dashboard/favicon.ts'
import { docsUrl, type ReferenceContext } from './context.ts'
import type { Entry } from './entries.ts'
import { groupsOf } from './groups.ts'
import { Method } from './method.tsx'

/** What a tab shows. */
export type Part = Dialect | 'control'

type PageProps = PropsWithChildren<{
  readonly context: ReferenceContext
  readonly part: Part
  /** What the list at the side has. */
  readonly entries: readonly Entry[]
  readonly title: string
  /** The one that is shown. */
  readonly open?: Entry
}>

/** A page of the reference: the bar, the list of what there is, and what is shown of it. */
export const Page = ({ context, part, entries, title, open, children }: PageProps) => (
  <>
    {html`<!doctype html>`}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Reference · ${context.sandbox} · rental-sim`}</title>
        <link rel="icon" href={favicon(context.world)} />
        <link rel="stylesheet" href={`${context.up}style.css`} />
        <script type="module" src={`${context.up}script.js`} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <Bar context={context} part={part} open={open} />
        <div class={entries.length === 0 ? 'columns single' : 'columns'}>
          {entries.length > 0 && (
            <button type="button" class="menu" popovertarget="side">
              ☰ {open?.id ?? 'All operations'}
            </button>
          )}
          {entries.length > 0 && <Side context={context} entries={entries} open={open} />}
          <main id="main" tabindex={-1}>
            {children}
          </main>
        </div>
      </body>
    </html>
  </>
)

const tabs: readonly {
  readonly part: Part
  readonly page: string
  readonly dialect?: Dialect
  readonly label: string
}[] = [
  { part: 'documented', page: '', dialect: 'documented', label: 'Documented' },
  { part: 'observed', page: '', dialect: 'observed', label: 'Observed' },
  { part: 'control', page: 'control', label: 'Control API' },
]

/** A page that both dialects have leads to itself in the other. */
const placeOf = (page: string, open: Entry | undefined): string =>
  page === '' && open?.operation !== undefined && open.operation.existence === undefined ? open.id : page

const Bar = ({ context, part, open }: Pick<PageProps, 'context' | 'part' | 'open'>) => (
  <header>
    <div class="bar">
      <a class="brand" href={docsUrl(context, '')}>
        rental-sim <span>reference</span>
      </a>
      <nav aria-label="Parts of the reference">
        {tabs.map((tab) => (
          <a
            href={docsUrl(context, placeOf(tab.page, open), tab.dialect)}
            aria-current={tab.part === part ? 'true' : undefined}
          >
            {tab.label}
          </a>
        ))}
      </nav>
      <p class="places">
        <span class="where">
          Sandbox <b>{context.sandbox}</b>
        </span>
        <a href={`${context.root}openapi.json`}>openapi.json</a>
        <a href={`${context.root}_sim/ui/journal`}>Dashboard</a>
      </p>
    </div>
  </header>
)

const Side = ({ context, entries, open }: Pick<PageProps, 'context' | 'entries' | 'open'>) => (
  <nav class="side" id="side" popover="auto" aria-label="Operations">
    <label class="find">
      <span class="unseen">Find an operation</span>
      <input type="search" id="find" placeholder="Find" autocomplete="off" />
      <kbd aria-hidden="true">/</kbd>
    </label>
    <div id="all">
      {groupsOf(entries).map(({ name, entries: members }) => (
        <section>
          <h2>{name}</h2>
          <ul class="plain">
            {members.map(({ id, method, path, summary, operation }) => (
              <li data-words={`${id} ${method} ${path} ${summary}`.toLowerCase()}>
                <a
                  href={docsUrl(context, id)}
                  title={operation === undefined ? summary : `${method} ${path}`}
                  aria-current={id === open?.id ? 'page' : undefined}
                >
                  <span>{operation === undefined ? <code>{path.slice('/_sim'.length)}</code> : summary}</span>{' '}
                  <Method name={method} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p class="quiet" id="none" hidden>
        No match.
      </p>
    </div>
  </nav>
)
