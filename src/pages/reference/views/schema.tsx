import { Prose } from '../../dashboard/parts/prose.tsx'
import { Basis } from '../../dashboard/parts/text.tsx'
import type { SchemaField } from '../schema-fields.ts'

/** So many fields of a nested object are shown open at once. */
const MAX_FIELDS_OPEN = 24

type FieldsProps = { readonly label: string; readonly fields: readonly SchemaField[]; readonly depth?: number }

/** The properties of an object: what each takes, its bounds, and the contract's words. */
export const Fields = ({ label, fields, depth = 0 }: FieldsProps) => {
  const named = new Map<string, string>()
  return (
    <ul class="plain schema" aria-label={label}>
      {fields.map((field) => {
        const inner = JSON.stringify(field.fields)
        const like = named.get(inner)
        if (like === undefined) named.set(inner, field.name)
        return (
          <li>
            <Field field={field} depth={depth} like={field.fields.length === 0 ? undefined : like} />
          </li>
        )
      })}
    </ul>
  )
}

type FieldProps = {
  readonly field: SchemaField
  readonly depth: number
  /** The name of one before it that has the same fields, as the filters of most columns have. */
  readonly like: string | undefined
}

const Field = ({ field, depth, like }: FieldProps) => {
  const { name, type, isRequired, description, isAssumed, bounds, values, fields } = field
  return (
    <>
      <p class="field">
        <code class="name">{name}</code> <span class="type">{type}</span>{' '}
        {isRequired && <span class="required">required</span>} {isAssumed && <Basis basis="assumed" />}
      </p>
      {description !== undefined && (
        <p>
          <Prose text={description} />
        </p>
      )}
      {bounds.length > 0 && (
        <p class="bounds">
          {bounds.map(({ text, isAssumed: isOurs }) => (
            <span>
              {text}
              {isOurs && <Ours />}
            </span>
          ))}
        </p>
      )}
      {values.length > 0 && (
        <p class="bounds">
          {values.map(({ text, isAssumed: isOurs }) => (
            <span>
              <code>{text}</code>
              {isOurs && <Ours />}
            </span>
          ))}
        </p>
      )}
      {like !== undefined && (
        <p class="bounds">
          The fields of <code>{like}</code>
        </p>
      )}
      {like === undefined && fields.length > 0 && (
        <details open={depth === 0 && fields.length <= MAX_FIELDS_OPEN}>
          <summary>
            {fields.length} {fields.length === 1 ? 'field' : 'fields'}
          </summary>
          <Fields label={`Fields of ${name}`} fields={fields} depth={depth + 1} />
        </details>
      )}
    </>
  )
}

/** Marks a bound or a value that the contract does not show. */
const Ours = () => <i class="basis-dot assumed" role="img" aria-label="assumed" title="The contract does not say it" />
