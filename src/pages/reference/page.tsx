import type { PropsWithChildren } from 'hono/jsx'
import type { Dialect } from '../../kernel/rules-in-force.ts'
import { Toast } from '../dashboard/bar/overlays.tsx'
import { favicon } from '../dashboard/favicon.ts'
import { Document } from '../dashboard/shell.tsx'
import { views } from '../dashboard/views/index.ts'
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

/** A page of the reference: the header that all pages have, the list of what there is, and what is shown of it. */
export const Page = ({ context, part, entries, title, open, children }: PageProps) => (
  <Document
    title={`${title} · Reference · ${context.sandbox} · rental-sim`}
    icon={favicon(context.world)}
    ui={`${context.root}_sim/ui/`}
  >
    <a class="skip" href="#main">
      Skip to content
    </a>
    <Header context={context} />
    <div class={entries.length === 0 ? 'columns single' : 'columns'}>
      {entries.length > 0 && (
        <button type="button" class="open-side" popovertarget="side">
          ☰ {open?.id ?? 'All operations'}
        </button>
      )}
      {entries.length > 0 && <Side context={context} entries={entries} open={open} />}
      <main id="main" tabindex={-1}>
        <nav class="tabs" aria-label="Parts of the reference">
          {tabs.map((tab) => (
            <a
              href={docsUrl(context, placeOf(tab.page, open), tab.dialect)}
              aria-current={tab.part === part ? 'true' : undefined}
            >
              {tab.label}
            </a>
          ))}
        </nav>
        {children}
      </main>
    </div>
    <Toast />
  </Document>
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
  page === '' && open?.operation !== undefined && open.operation.availability === undefined ? open.id : page

/** It says nothing of the sandbox but its name: the reference needs no token. */
const Header = ({ context }: Pick<PageProps, 'context'>) => (
  <header>
    <div id="bar">
      <a class="brand" href={`${context.root}_sim/ui/journal`}>
        rental-sim
      </a>
      <span class="quiet">
        Sandbox <b>{context.sandbox}</b>
      </span>
      <a class="openapi" href={`${context.root}openapi.json`}>
        openapi.json
      </a>
    </div>
    <div class="below-bar">
      <nav aria-label="Views">
        {views
          .filter(({ page }) => page !== 'sweep')
          .map(({ page, title }) => (
            <a href={`${context.root}_sim/ui/${page}`}>{title}</a>
          ))}
        <a href={docsUrl(context, '')} aria-current="page">
          Reference
        </a>
      </nav>
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
