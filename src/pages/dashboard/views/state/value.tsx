import { shortened } from '../../parts/format.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'
import type { RowField } from './row-fields.ts'

const MAX_CELL_CHARACTERS = 48

/** What is generated stands in a row as what is written does, and looks and reads another way. */
export interface ShownRow {
  readonly written: object
  /** With what is generated. */
  readonly whole: object
}

type ValueProps = { readonly context: PageContext; readonly field: RowField; readonly row: ShownRow }

/** A value of a grid: an id as a link to its row, a state with its mark. */
export const Value = ({ context, field: { name, reference }, row: { written, whole } }: ValueProps) => {
  const value: unknown = Reflect.get(whole, name)
  if (value === undefined) return <span class="quiet">–</span>
  const text = textOf(value)
  if (reference !== undefined && typeof value === 'number' && value > 0)
    return (
      <a href={pageUrl(context, 'state', { collection: reference.to, row: value })} data-soft>
        {text}
      </a>
    )
  const shown = shortened(text, MAX_CELL_CHARACTERS)
  const isGenerated = !Object.hasOwn(written, name)
  if (name === 'actual_status')
    return (
      <span class={`state-of ${text}`}>
        <span class="state-dot" aria-hidden="true" />
        {shown}
      </span>
    )
  return isGenerated ? <i class="generated">{shown}</i> : shown
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
