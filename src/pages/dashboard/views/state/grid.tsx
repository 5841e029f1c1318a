import type { Row } from '../../../../kernel/row-set.ts'
import type { Collection } from '../../../../marketplace/collections.ts'
import { rowHistories } from '../../../../testing/journal/row-history.ts'
import type { PageContext } from '../../page-context.ts'
import { Table, type TableColumns } from '../../parts/list.tsx'
import { Boot } from './boot.tsx'
import { completeRow } from './complete-row.ts'
import type { RowQuery } from './find-rows.ts'
import { MadeBy } from './history.tsx'
import { columnsOf, type RowField } from './row-fields.ts'
import { type ShownRow, Value } from './value.tsx'

type GridProps = {
  readonly context: PageContext
  readonly collection: Collection
  readonly rows: readonly Row[]
  readonly opened: Row | undefined
  readonly query: RowQuery
  /** The URL with a row opened. */
  readonly toRow: (id: number) => string
  /** The URL sorted by a field. */
  readonly toSorted: (sort: string) => string
}

type GridRow = ShownRow & { readonly row: Row }

/** The rows of a page in columns, with the exchanges that made and last changed each. */
export const Grid = ({ context, collection, rows, opened, query, toRow, toSorted }: GridProps) => {
  const { world } = context
  const historyOf = rowHistories(world.journal)
  const items = rows.map((row) => ({ row, written: row, whole: completeRow(world, collection, row) }))
  const sortable = (field: string) => {
    const isSorted = query.sort === field
    return {
      sort: {
        href: toSorted(isSorted && !query.isDescending ? `-${field}` : field),
        order: isSorted ? (query.isDescending ? 'descending' : 'ascending') : undefined,
      },
    } as const
  }
  const columnOf = (field: RowField) => ({
    head: field.name,
    ...(field.kind === 'number' && field.reference === undefined && { kind: 'number' as const }),
    ...sortable(field.name),
    cell: (row: GridRow) => (
      <>
        <Value context={context} field={field} row={row} />
        {field.name === 'actual_status' && <Boot world={world} id={row.row.id} />}
      </>
    ),
  })
  const columns: TableColumns<GridRow> = [
    {
      head: 'id',
      ...sortable('id'),
      cell: ({ row: { id } }) => (
        <a href={toRow(id)} data-soft class="whole-row" aria-current={id === opened?.id ? 'true' : undefined}>
          {id}
        </a>
      ),
    },
    ...columnsOf(collection).map(columnOf),
    {
      head: 'created by',
      cell: ({ row: { id } }) => <MadeBy context={context} by={historyOf(collection, id).created_by} />,
    },
    {
      head: 'changed by',
      cell: ({ row: { id } }) => <MadeBy context={context} by={historyOf(collection, id).changed_by} />,
    },
  ]
  return (
    <div class="grid">
      <Table
        label={collection}
        columns={columns}
        items={items}
        rowId={({ row }) => `row-${row.id}`}
        isOpen={({ row }) => row === opened}
      />
    </div>
  )
}
