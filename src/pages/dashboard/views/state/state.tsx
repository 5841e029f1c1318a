import { nextTurn } from '../../../../kernel/next-turn.ts'
import type { Row } from '../../../../kernel/row-set.ts'
import { type Collection, collections } from '../../../../marketplace/collections.ts'
import { rowsOf } from '../../../../marketplace/references.ts'
import type { World } from '../../../../sandbox/world.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'
import { Search } from '../../parts/fields.tsx'
import { grouped } from '../../parts/format.ts'
import { Detail, ListLink, pageOf, Paging } from '../../parts/list.tsx'
import { findRows, type RowQuery } from './find-rows.ts'
import { Grid } from './grid.tsx'
import { ImportFixture } from './import-fixture.tsx'
import { RowDetails } from './row-details.tsx'
import { collectionOf, fieldsOf } from './row-fields.ts'
import { RowForm } from './row-form.tsx'

const ROWS_A_PAGE = 50
/** To look through more rows takes long enough that the page does it only when it is asked to. */
const MAX_SEARCHED_AGAIN = 5000

/** The rows of a collection as a grid, a page at a time, and beside them the one that is open, which can be edited. */
export const State = async ({ context }: { readonly context: PageContext }) => {
  const { query: asked, world } = context
  const collection = collectionOf(asked['collection'])
  const query = queryOf(asked)
  // The page around it is rendered by now, in the first requests of a server by code that is not compiled yet.
  await nextTurn()
  const rows = newestFirst(world, collection, findRows(world, collection, query), query)
  const page = pageOf(rows, asked['from'], ROWS_A_PAGE)
  const open = asked['row'] ?? ''
  const opened = world.tables[collection].get(Number(open))
  const fields = fieldsOf(collection)
  // To derive the fields for the first time takes as long as to render what follows.
  await nextTurn()
  const to = (change: Readonly<Record<string, string | number | undefined>>) =>
    pageUrl(context, 'state', {
      collection,
      text: query.text,
      field: query.field,
      sort: asked['sort'],
      from: page.from === 0 ? undefined : page.from,
      ...change,
    })
  const isSearch = query.text !== '' || query.sort !== ''
  return (
    <div class={open === '' ? 'split' : 'split has-detail'}>
      <section class="master" aria-label="Rows">
        <nav class="tabs" aria-label="Collections">
          {collections.map((each) => (
            <ListLink href={pageUrl(context, 'state', { collection: each })} isCurrent={each === collection}>
              {each} <span class="badge">{grouped(rowsOf(world.tables, each).length)}</span>
            </ListLink>
          ))}
        </nav>
        <div class="line tools">
          <Search action={pageUrl(context, 'state')} label="Rows" text={query.text} placeholder="Find a value">
            <input type="hidden" name="collection" value={collection} />
            {asked['sort'] !== undefined && <input type="hidden" name="sort" value={asked['sort']} />}
            <select name="field" id="search-field" aria-label="Field">
              <option value="">in any field</option>
              {fields.map(({ name }) => (
                <option value={name} selected={name === query.field}>
                  in {name}
                </option>
              ))}
            </select>
          </Search>
          <a class="button" href={to({ row: 'new' })} data-soft>
            + Row
          </a>
          <a class="button" href={`${context.up}../state`} download={`${context.sandbox.name}.json`}>
            Export fixture
          </a>
          <ImportFixture />
          {isSearch && rowsOf(world.tables, collection).length > MAX_SEARCHED_AGAIN && (
            <a class="button primary" id="changed" href={to({})} data-soft hidden>
              Changed: search again
            </a>
          )}
        </div>
        {page.total === 0 ? (
          <p>
            {isSearch ? `No row of ${collection} matches.` : `${collection} has no rows.`}{' '}
            {query.text !== '' && (
              <a href={pageUrl(context, 'state', { collection })} data-soft>
                Show all
              </a>
            )}
          </p>
        ) : (
          <Grid
            context={context}
            collection={collection}
            rows={page.shown}
            opened={opened}
            query={query}
            toRow={(row) => to({ row })}
            toSorted={(sort) => to({ sort, from: undefined })}
          />
        )}
        <Paging page={page} to={(from) => to({ from: from === 0 ? undefined : from })} />
      </section>
      {open !== '' && (
        <Detail label={open === 'new' ? `New row of ${collection}` : `${collection} ${open}`} close={to({})}>
          {open === 'new' ? (
            <>
              <h2>New row of {collection}</h2>
              <p class="quiet">Without an id it gets {world.tables[collection].lastId + 1}.</p>
              <RowForm collection={collection} row={{ written: {}, whole: {} }} />
            </>
          ) : opened === undefined ? (
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

/** Rows that requests made or changed come first, the latest of them before the others, unless the list is sorted. */
function newestFirst(world: World, collection: Collection, rows: readonly Row[], { sort }: RowQuery): readonly Row[] {
  if (sort !== '') return rows
  const touched = new Map<number, number>()
  for (const { id: exchange, changes } of world.journal.entries())
    for (const change of changes)
      if (change.collection === collection) touched.set(change.id, Math.max(exchange, touched.get(change.id) ?? 0))
  return [
    ...rows.filter(({ id }) => touched.has(id)).toSorted((a, b) => (touched.get(b.id) ?? 0) - (touched.get(a.id) ?? 0)),
    ...rows.filter(({ id }) => !touched.has(id)),
  ]
}

function queryOf({ text = '', field = '', sort = '' }: PageContext['query']): RowQuery {
  const isDescending = sort.startsWith('-')
  return { text, field, sort: isDescending ? sort.slice(1) : sort, isDescending }
}
