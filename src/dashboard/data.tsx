import { useEffect, useState } from 'preact/hooks'
import type { ShownField, ShownRow, ShownRows } from '../control/shown-rows.ts'
import { Button } from './acts.tsx'
import { goTo, isPlainClick, Link, type To, useAddress } from './address.tsx'
import { useCall } from './calls.ts'
import { hasDraft } from './drafts.ts'
import { Empty, grouped, RowSearch, spaced, walk } from './parts.tsx'
import { RowDetail } from './row.tsx'

const ROWS_A_PAGE = 100

/** The rows of a collection as a client sees them, and beside them the one that is open. */
export const Data = () => {
  const { query } = useAddress()
  const { collection = 'instances', text = '', sort = '', row } = query
  const [shown, setShown] = useState(ROWS_A_PAGE)
  useEffect(() => setShown(ROWS_A_PAGE), [collection, text, sort])
  const search = new URLSearchParams({
    ...(text !== '' && { text }),
    ...(sort !== '' && { sort }),
    limit: String(shown),
  })
  const { data, error, route } = useCall<ShownRows>(`state/${encodeURIComponent(collection)}?${search.toString()}`)
  const rows = data?.collection === collection ? data : undefined
  const isMissing = error !== undefined && route?.startsWith(`state/${encodeURIComponent(collection)}?`) === true
  return (
    <div class="split">
      <nav class="rail" aria-label="Collections">
        {data?.collections.map((each) => (
          <Link
            class="item"
            key={each.name}
            to={{ view: 'data', query: { collection: each.name, row: undefined, sort: undefined } }}
            aria-current={each.name === collection ? 'true' : undefined}
          >
            {spaced(each.name)}
            <span class="quiet">
              {each.changed > 0 && (
                <span class="pill amber" title={`${each.changed} changed`}>
                  {each.changed}
                  <span class="unseen"> changed</span>
                </span>
              )}{' '}
              {grouped(each.rows)}
            </span>
          </Link>
        ))}
      </nav>
      <section class="list" aria-label="Rows">
        <Tools text={text} collection={collection} found={rows} />
        {isMissing && <Empty text={error.message} />}
        {rows !== undefined && !isMissing && (
          <div class="scrolling" tabindex={0} role="group" aria-label={`Rows of ${collection}`}>
            {rows.found === 0 ? (
              <Nothing text={text} collection={collection} others={rows} />
            ) : (
              <Grid rows={rows} open={row} sort={sort} />
            )}
            {rows.found > shown && (
              <p class="note">
                <Button onClick={() => setShown(shown + 5 * ROWS_A_PAGE)}>
                  More rows ({grouped(shown)} of {grouped(rows.found)})
                </Button>
              </p>
            )}
          </div>
        )}
      </section>
      {row !== undefined && <RowDetail key={`${collection} ${row}`} collection={collection} id={row} />}
    </div>
  )
}

interface ToolsProps {
  readonly text: string
  readonly collection: string
  readonly found: ShownRows | undefined
}

const Tools = ({ text, collection, found }: ToolsProps) => (
  <div class="line toolbar">
    <RowSearch
      label="Find a value"
      placeholder={`Find a value in ${spaced(collection)}`}
      value={text}
      search={(words) => goTo({ view: 'data', query: { text: words, row: undefined } }, { isReplacing: true })}
      row={0}
    />
    <Link class="button" to={{ view: 'data', query: { collection, row: 'new' } }}>
      Add a row
    </Link>
    {found !== undefined && text !== '' && (
      <span class="quiet" role="status">
        {grouped(found.found)} of {grouped(found.total)}
      </span>
    )}
  </div>
)

interface NothingProps {
  readonly text: string
  readonly collection: string
  readonly others: ShownRows
}

const Nothing = ({ text, collection, others }: NothingProps) =>
  text === '' ? (
    <Empty text={`No ${spaced(collection)} yet.`} />
  ) : (
    <Empty text={`No row of ${spaced(collection)} has "${text}".`}>
      <p class="line">
        <span>Find it in</span>
        {others.collections
          .filter(({ name, rows }) => name !== collection && rows > 0)
          .map(({ name }) => (
            <Link key={name} to={{ view: 'data', query: { collection: name } }}>
              {spaced(name)}
            </Link>
          ))}
      </p>
    </Empty>
  )

interface GridProps {
  readonly rows: ShownRows
  readonly open: string | undefined
  readonly sort: string
}

const Grid = ({ rows: { collection, columns, rows }, open, sort }: GridProps) => (
  <table class="grid ruled" aria-label={collection} onKeyDown={(event) => walk(event, '[data-row]')}>
    <thead>
      <tr>
        <Head name="id" sort={sort} />
        {columns.map(({ name }) => (
          <Head key={name} name={name} sort={sort} />
        ))}
        <th scope="col">changed by</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <GridRow key={row.id} row={row} columns={columns} collection={collection} isOpen={String(row.id) === open} />
      ))}
    </tbody>
  </table>
)

const Head = ({ name, sort }: { readonly name: string; readonly sort: string }) => {
  const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined
  const next = order === 'ascending' ? `-${name}` : order === 'descending' ? undefined : name
  return (
    <th scope="col" aria-sort={order}>
      <Link class="plain" to={{ view: 'data', query: { sort: next } }}>
        {spaced(name)}
        {order === 'ascending' ? ' ↑' : order === 'descending' ? ' ↓' : ''}
      </Link>
    </th>
  )
}

interface RowProps {
  readonly row: ShownRow
  readonly columns: readonly ShownField[]
  readonly collection: string
  readonly isOpen: boolean
}

const GridRow = ({ row, columns, collection, isOpen }: RowProps) => {
  const { id, values, changed_by: by, boot } = row
  const to: To = { view: 'data', query: { collection, row: id } }
  return (
    <tr
      class={by === null ? undefined : 'changed'}
      onClick={(event) =>
        isPlainClick(event) && event.target instanceof Element && event.target.closest('a') === null && goTo(to)
      }
    >
      <td>
        <Link class="plain mono" to={to} aria-current={isOpen ? 'true' : undefined} data-row={id}>
          {String(id)}
        </Link>
        {hasDraft(collection, String(id)) && <span class="pill amber"> draft</span>}
      </td>
      {columns.map((column) => (
        <td key={column.name} class={column.kind === 'number' && column.refers_to === undefined ? 'cut right' : 'cut'}>
          <Cell column={column} value={values[column.name]} />
          {column.name === 'actual_status' && boot !== null && (
            <span class="line small quiet">
              <progress max={1} value={boot.progress} aria-label={`Boot of instance ${id}`} /> {boot.text}
            </span>
          )}
        </td>
      ))}
      <td>
        {by === null ? null : by.startsWith('#') ? (
          <Link to={{ view: 'requests', query: { request: by.slice(1) } }}>{by}</Link>
        ) : (
          by
        )}
      </td>
    </tr>
  )
}

const Cell = ({ column, value }: { readonly column: ShownField; readonly value: unknown }) => {
  const { name, refers_to: collection } = column
  if (value === undefined || value === null) return <span class="quiet">–</span>
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : JSON.stringify(value)
  if (collection !== undefined && typeof value === 'number' && value > 0)
    return (
      <Link to={{ view: 'data', query: { collection, row: value, text: undefined, sort: undefined } }}>{text}</Link>
    )
  if (name !== 'actual_status') return <>{text}</>
  return (
    <>
      <span class={text === 'running' ? 'dot green' : 'dot'} aria-hidden="true" /> {text}
    </>
  )
}
