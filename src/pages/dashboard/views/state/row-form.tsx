import type { Collection } from '../../../../marketplace/collections.ts'
import { FieldInput } from './field-input.tsx'
import { fieldsOf, type RowField } from './row-fields.ts'
import type { ShownRow } from './value.tsx'

type RowFormProps = {
  readonly collection: Collection
  /** Undefined makes a form for a new row. */
  readonly id?: number
  readonly row: ShownRow
  /** The row as JSON, where it has no secret: an edit is then undone alone. */
  readonly was?: string | undefined
}

/** The fields of a row, each as its schema has it. Only what is edited is sent; what is emptied is unset. */
export const RowForm = ({ collection, id, row: { written, whole }, was }: RowFormProps) => {
  const fields = fieldsOf(collection).filter(({ name }) => id === undefined || name !== 'id')
  const isShown = ({ name, isRequired }: RowField) => isRequired || Reflect.get(whole, name) !== undefined
  const [shown, others] = [fields.filter(isShown), fields.filter((field) => !isShown(field))]
  const place = `${collection}-${id ?? 'new'}`
  const row = (field: RowField) => {
    const { name, description } = field
    const own: unknown = Reflect.get(written, name)
    const generated: unknown = Reflect.get(whole, name)
    return (
      <div
        class={own === undefined && generated !== undefined ? 'field generated' : 'field'}
        id={`field-${place}-${name}`}
      >
        <label for={`edit-${place}-${name}`} title={description}>
          {name}
        </label>
        <div>
          <FieldInput
            field={field}
            id={`edit-${place}-${name}`}
            written={own}
            generated={generated}
            isRequired={field.isRequired && name !== 'id'}
          />
        </div>
      </div>
    )
  }
  const call = id === undefined ? `POST state/${collection}` : `PATCH state/${collection}/${id}`
  return (
    <form
      data-call={call}
      data-done={id === undefined ? `Added to ${collection}.` : `${collection} ${id} saved.`}
      data-edits
      data-undo={id === undefined ? `DELETE state/${collection}/` : was === undefined ? '' : 'fields'}
      data-was={was}
      class="row-form"
      id={`form-${place}`}
    >
      <p class="quiet">
        <i class="generated">Italic</i> values are generated from the seed.
      </p>
      {shown.map(row)}
      {others.length > 0 && (
        <details id={`unset-${place}`}>
          <summary>{others.length} fields that are not set</summary>
          {others.map(row)}
        </details>
      )}
      <div class="line foot">
        <button class="primary" data-count-edits data-keep id={`save-${place}`}>
          {id === undefined ? 'Add' : 'Save'}
        </button>
        <button type="reset">Discard</button>
      </div>
    </form>
  )
}
