import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { DEFAULT_SANDBOX } from '../../../sandbox/sandboxes.ts'
import { type PageContext, pageUrl, pageUrlIn } from '../page-context.ts'
import { NameInput, Search } from '../parts/fields.tsx'
import { grouped, toSeconds } from '../parts/format.ts'
import { pageOf, Paging, Table, type TableColumns } from '../parts/list.tsx'

const ROWS_A_PAGE = 100

const columnsFrom = (context: PageContext): TableColumns<Sandbox> => [
  { head: 'Sandbox', cell: ({ name }) => <a href={pageUrlIn(context, name, 'journal')}>{name}</a> },
  { head: 'Clock', cell: ({ world: { clock } }) => `${toSeconds(clock.nowIso)} ${clock.mode}` },
  { head: 'Scenario', cell: ({ world }) => world.config.scenario?.name ?? 'none' },
  { head: 'Exchanges', kind: 'number', cell: ({ world }) => grouped(world.journal.lastId) },
  { head: 'Held', kind: 'number', cell: ({ world }) => world.delays.size },
  {
    head: 'Drop',
    kind: 'action',
    cell: ({ name }) =>
      name !== DEFAULT_SANDBOX && (
        <form data-call={`DELETE sandboxes/${name}`} data-done={`${name} is dropped.`}>
          <button aria-label={`Drop ${name}`}>Drop</button>
        </form>
      ),
  },
]

/** The sandboxes of this server, and forms to open, make and drop them. */
export const Sandboxes = ({ context }: { readonly context: PageContext }) => {
  const text = context.query['text'] ?? ''
  const all = context.options.sandboxes.list().filter(({ name }) => name.includes(text))
  const page = pageOf(all, context.query['from'], ROWS_A_PAGE)
  const to = (at: number) => pageUrl(context, 'sandboxes', { text, from: at === 0 ? undefined : at })
  return (
    <>
      <form class="line" data-open-sandbox="journal">
        <label>
          Open or make <NameInput id="sandbox-name" />
        </label>
        <button>Open</button>
      </form>
      <Search action={pageUrl(context, 'sandboxes')} label="Sandboxes" text={text} />
      <Paging page={page} to={to} />
      <Table
        label="Sandboxes"
        columns={columnsFrom(context)}
        items={page.shown}
        rowId={({ name }) => `sandbox-${name}`}
        isOpen={({ name }) => name === context.sandbox.name}
      />
      <form data-call="DELETE sandboxes" data-done="Only the default sandbox is left.">
        <button>Drop all but the default</button>
      </form>
    </>
  )
}
