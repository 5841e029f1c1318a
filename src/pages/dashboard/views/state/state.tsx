import { ordered } from '../../../../testing/fixtures/export.ts'
import { inSlices } from '../../../../kernel/slices.ts'
import type { Row } from '../../../../kernel/base.ts'
import { type Collection, collections, declarations } from '../../../../marketplace/collections.ts'
import { rowsOf } from '../../../../marketplace/references.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'
import { Search } from '../../parts/fields.tsx'
import { grouped } from '../../parts/format.ts'
import { Detail, ListLink, pageOf, Paging } from '../../parts/list.tsx'
import { Block } from '../../parts/text.tsx'
import { findRows } from './find-rows.ts'
import { completeRow, relationsOf } from './relations.ts'

const ROWS_A_PAGE = 50
const MAX_RELATED = 20

/** The rows of a collection, a page at a time, and beside them the one that is open, which can be edited. */
export const State = async ({ context }: { readonly context: PageContext }) => {
  const { query, world } = context
  const collection = collections.find((each) => each === query['collection']) ?? 'instances'
  const text = query['text'] ?? ''
  const rows = await inSlices(findRows(world, collection, text))
  const page = pageOf(rows, query['from'], ROWS_A_PAGE)
  const { from } = page
  const open = query['row'] ?? ''
  const opened = world.tables[collection].get(Number(open))
  const to = (at: number, row?: number) =>
    pageUrl(context, 'state', { collection, text, from: at === 0 ? undefined : at, row })
  return (
    <div class={open === '' ? 'split' : 'split has-detail'}>
      <section class="master" aria-label="Rows">
        <nav class="tabs" aria-label="Collections">
          {collections.map((each) => (
            <ListLink href={pageUrl(context, 'state', { collection: each })} isCurrent={each === collection}>
              {each} <span class="quiet">{grouped(rowsOf(world.tables, each).length)}</span>
            </ListLink>
          ))}
        </nav>
        <Search action={pageUrl(context, 'state')} label="Rows" text={text} placeholder="id, name, any value">
          <input type="hidden" name="collection" value={collection} />
        </Search>
        <Paging page={page} to={(at) => to(at)} />
        <ul class="rows plain">
          {page.shown.map((row) => (
            <li id={`row-${row.id}`} class={row === opened ? 'open' : undefined}>
              <ListLink href={to(from, row.id)} isCurrent={row === opened}>
                <b>{row.id}</b> {labelOf(completeRow(world, collection, row))}
              </ListLink>
            </li>
          ))}
        </ul>
      </section>
      {open !== '' && (
        <Detail label={`${collection} ${open}`} close={to(from)}>
          {opened === undefined ? (
            <p>
              {collection} has no row {open}.
            </p>
          ) : (
            <RowDetails context={context} collection={collection} row={opened} />
          )}
        </Detail>
      )}
    </div>
  )
}

type RowDetailsProps = { readonly context: PageContext; readonly collection: Collection; readonly row: Row }

const RowDetails = ({ context, collection, row }: RowDetailsProps) => {
  const completed = completeRow(context.world, collection, row)
  const [written] = ordered(declarations[collection].row, [row])
  return (
    <>
      <h2>
        {collection} {row.id}
      </h2>
      {relationsOf(context.world.tables, collection, row).map(({ label, collection: other, rows }) => (
        <div class="related">
          <h3>
            {label} ({grouped(rows.length)})
          </h3>
          <ul class="plain">
            {rows.slice(0, MAX_RELATED).map((each) => (
              <li>
                <a href={pageUrl(context, 'state', { collection: other, row: each.id })} data-soft>
                  {other} <b>{each.id}</b> {labelOf(completeRow(context.world, other, each))}
                </a>
              </li>
            ))}
          </ul>
          {rows.length > MAX_RELATED && <p class="quiet">The first {MAX_RELATED}.</p>}
        </div>
      ))}
      <h3>Fields</h3>
      <form
        data-call={`PATCH state/${collection}/${row.id}`}
        data-done={`${collection} ${row.id} is changed.`}
        class="edit"
      >
        <label for={`edit-${collection}-${row.id}`}>As a fixture writes them; what you take out is unset</label>
        <textarea
          id={`edit-${collection}-${row.id}`}
          name="."
          data-type="patch"
          rows={Math.min(24, Object.keys(row).length + 2)}
          spellcheck={false}
        >
          {JSON.stringify(written, null, 2)}
        </textarea>
        <button>Save</button>
      </form>
      {completed !== row && (
        <details id="completed">
          <summary>With what is invented</summary>
          <Block label="The row as clients meet it" value={completed} />
        </details>
      )}
      <form data-call={`DELETE state/${collection}/${row.id}`} data-done={`${collection} ${row.id} is gone.`}>
        <button>Take it away</button>
      </form>
    </>
  )
}

const LABELS = ['name', 'label', 'endpoint_name', 'gpu_name', 'image', 'geolocation', 'cloud_type', 'disk_id', 'size']

/** A word or two by which a person knows a row. */
function labelOf(row: object): string {
  const values = new Map<string, unknown>(Object.entries(row))
  return LABELS.flatMap((field) => {
    const value = values.get(field)
    return typeof value === 'number' || (typeof value === 'string' && value !== '') ? [`${field} ${value}`] : []
  })
    .slice(0, 3)
    .join(' · ')
}
