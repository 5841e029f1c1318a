import type { Row } from '../../../../kernel/row-set.ts'
import type { Collection } from '../../../../marketplace/collections.ts'
import { rowHistories } from '../../../../testing/journal/row-history.ts'
import type { PageContext } from '../../page-context.ts'
import { Table, type TableColumns } from '../../parts/list.tsx'
import type { RowQuery } from './find-rows.ts'
import { MadeBy } from './history.tsx'
import { completeRow } from './relations.ts'
import { Cell } from './cell.tsx'
import { FieldInput } from './field-input.tsx'
import { columnsOf, type RowField } from './row-fields.ts'
import { type ShownRow, Value } from './value.tsx'

type GridProps = {
  readonly context: PageContext
  readonly collection: Collection
  readonly rows: readonly Row[]
  readonly opened: Row | undefined
  readonly query: RowQuery
  /** Those that are chosen, with commas between. */
  readonly chosen: string | undefined
  /** Whether cells are edited, rather than rows opened. */
  readonly isEdited: boolean
  /** The URL with a row opened. */
  readonly toRow: (id: number) => string
  /** The URL sorted by a field. */
  readonly toSorted: (sort: string) => string
}

type GridRow = ShownRow & { readonly row: Row }

/** The rows of a page in columns, with the exchanges that made and last changed each. */
export const Grid = ({ context, collection, rows, opened, query, chosen, isEdited, toRow, toSorted }: GridProps) => {
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
    cell: (row: GridRow) =>
      isEdited ? (
        <Cell context={context} collection={collection} field={field} row={row} id={row.row.id} />
      ) : (
        <Value context={context} field={field} row={row} />
      ),
  })
  const fields = columnsOf(collection, chosen).filter(
    ({ name }) => chosen !== undefined || items.some(({ whole }) => Object.hasOwn(whole, name)),
  )
  const columns: TableColumns<GridRow> = [
    {
      head: 'id',
      ...sortable('id'),
      cell: ({ row: { id } }) => (
        <a
          href={toRow(id)}
          data-soft
          class={isEdited ? undefined : 'whole-row'}
          aria-current={id === opened?.id ? 'true' : undefined}
        >
          {id}
        </a>
      ),
    },
    ...fields.map(columnOf),
    {
      head: 'made by',
      cell: ({ row: { id } }) => <MadeBy context={context} by={historyOf(collection, id).created_by} otherwise="–" />,
    },
    {
      head: 'changed by',
      cell: ({ row: { id } }) => <MadeBy context={context} by={historyOf(collection, id).changed_by} otherwise="–" />,
    },
  ]
  return (
    <div class={isEdited ? 'grid edited' : 'grid'}>
      <Table
        label={collection}
        columns={columns}
        items={items}
        rowId={({ row }) => `row-${row.id}`}
        isOpen={({ row }) => row === opened}
      />
      {isEdited &&
        fields.map((field) => (
          <template id={`editor-${field.name}`}>
            <FieldInput field={field} id="" written={undefined} generated={undefined} isRequired={false} />
          </template>
        ))}
    </div>
  )
}
