import type { Child, PropsWithChildren } from 'hono/jsx'
import { nextTurn } from '../../../kernel/next-turn.ts'
import { grouped } from './format.ts'

/** A part of a list. */
interface Page<T> {
  readonly from: number
  readonly size: number
  readonly total: number
  readonly shown: readonly T[]
}

/** @param from the index of the first item, as a query has it */
export function pageOf<T>(items: readonly T[], from: string | undefined, size: number): Page<T> {
  const first = Math.min(Math.max(0, Number(from) || 0), Math.max(0, items.length - 1))
  return { from: first, size, total: items.length, shown: items.slice(first, first + size) }
}

type PagingProps = { readonly page: Page<unknown>; readonly to: (from: number) => string }

/** `1 to 50 of 50,000`, with links to the pages before and after. */
export const Paging = ({ page: { from, size, total, shown }, to }: PagingProps) => (
  <nav class="paging" aria-label="Pages">
    {from > 0 && (
      <a href={to(Math.max(0, from - size))} data-soft>
        Previous
      </a>
    )}
    <span>{total === 0 ? 'none' : `${grouped(from + 1)} to ${grouped(from + shown.length)} of ${grouped(total)}`}</span>
    {from + shown.length < total && (
      <a href={to(from + size)} data-soft>
        Next
      </a>
    )}
  </nav>
)

interface Column<T> {
  readonly head: string
  /** The head of an action is only read out: its button says the same. */
  readonly kind?: 'number' | 'action'
  /** Where its head leads to, which sorts by it, and how the list is sorted by it now. */
  readonly sort?: { readonly href: string; readonly order: 'ascending' | 'descending' | undefined }
  readonly cell: (item: T) => Child
}

/** The first one names the row. */
export type TableColumns<T> = readonly [Column<T>, ...Column<T>[]]

type TableProps<T> = {
  readonly label: string
  readonly columns: TableColumns<T>
  readonly items: readonly T[]
  readonly rowId: (item: T) => string
  readonly isOpen?: (item: T) => boolean
}

/** A table that scrolls; on a narrow page its rows are blocks, in which each value has the head of its column. */
export const Table = <T,>({ label, columns, items, rowId, isOpen }: TableProps<T>) => (
  <div class="scroller" tabindex={0} role="group" aria-label={label}>
    <table>
      <thead>
        <tr>
          {columns.map(({ head, kind, sort }) => (
            <th scope="col" class={kind === 'number' ? 'number' : undefined} aria-sort={sort?.order}>
              {kind === 'action' ? (
                <span class="unseen">{head}</span>
              ) : sort === undefined ? (
                head
              ) : (
                <a href={sort.href} data-soft>
                  {head}
                </a>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Rows columns={columns} items={items} rowId={rowId} isOpen={isOpen} />
      </tbody>
    </table>
  </div>
)

/** So many rows take a few milliseconds in a server that has just started. */
const ROWS_AT_ONCE = 10

type RowsProps<T> = Omit<TableProps<T>, 'label'>

const Rows = <T,>(props: RowsProps<T>) => {
  const { columns, items, rowId, isOpen } = props
  const [name, ...others] = columns
  return (
    <>
      {items.slice(0, ROWS_AT_ONCE).map((item) => (
        <tr id={rowId(item)} class={isOpen?.(item) === true ? 'open' : undefined}>
          <th scope="row">{name.cell(item)}</th>
          {others.map(({ head, kind, cell }) => (
            <td class={kind === 'number' ? 'number' : undefined} data-label={kind === 'action' ? undefined : head}>
              {cell(item)}
            </td>
          ))}
        </tr>
      ))}
      {items.length > ROWS_AT_ONCE && <LaterRows {...props} items={items.slice(ROWS_AT_ONCE)} />}
    </>
  )
}

/** Rows that would hold up other requests if they were rendered with those before them. */
const LaterRows = async <T,>(props: RowsProps<T>) => {
  await nextTurn()
  return <Rows {...props} />
}

type ListLinkProps = PropsWithChildren<{ readonly href: string; readonly isCurrent: boolean }>

/** A link that chooses one of several things, and says whether it is the chosen one. */
export const ListLink = ({ href, isCurrent, children }: ListLinkProps) => (
  <a href={href} data-soft aria-current={isCurrent ? 'true' : undefined}>
    {children}
  </a>
)

type DetailProps = PropsWithChildren<{ readonly label: string; readonly close: string }>

/** The opened item, beside its list. @param close the URL of the list alone */
export const Detail = ({ label, close, children }: DetailProps) => (
  <section class="detail" aria-label={label} id="detail" tabindex={-1}>
    <p class="line">
      <a href={close} data-soft class="close">
        Close
      </a>
    </p>
    {children}
  </section>
)
