import type { Collection } from '../../../../marketplace/collections.ts'
import type { PageContext } from '../../page-context.ts'
import type { RowField } from './row-fields.ts'
import { type ShownRow, textOf, Value } from './value.tsx'

type CellProps = {
  readonly context: PageContext
  readonly collection: Collection
  readonly field: RowField
  readonly row: ShownRow
  readonly id: number
}

/** A value of a grid that becomes a field when it is clicked. Its own value is what is written, which is empty where it is generated. */
export const Cell = ({ context, collection, field, row, id }: CellProps) => {
  const written: unknown = Reflect.get(row.written, field.name)
  return (
    <button
      type="button"
      class="cell"
      id={`cell-${collection}-${id}-${field.name}`}
      name={field.name}
      value={written === undefined ? '' : textOf(written)}
      data-row={id}
      title={`Edit ${field.name} of ${id}`}
    >
      <Value context={context} field={{ ...field, reference: undefined }} row={row} />
    </button>
  )
}
