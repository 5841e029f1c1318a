import type { RowField } from './row-fields.ts'
import { textOf } from './value.tsx'

const LONG_TEXT = 56

type FieldInputProps = {
  readonly field: RowField
  readonly id: string
  /** As the row has it; undefined where it is not written. */
  readonly written: unknown
  /** What clients meet where it is not written. */
  readonly generated: unknown
  readonly isRequired: boolean
}

/** A field of a row, as its schema has it. Empty means that it is not written: what is generated shows through. */
export const FieldInput = ({ field, id, written, generated, isRequired }: FieldInputProps) => {
  const { name, kind, values } = field
  const hint = generated === undefined ? (isRequired ? 'required' : 'not set') : textOf(generated)
  const text = written === undefined ? '' : textOf(written)
  const common = { name, id, required: isRequired }
  const known = kind === 'boolean' ? ['true', 'false'] : values
  if (known !== undefined)
    return (
      <select {...common} data-type={kind === 'boolean' ? 'boolean' : undefined}>
        <option value="">{generated === undefined ? hint : `${hint} (generated)`}</option>
        {known.map((each) => (
          <option value={each} selected={each === text}>
            {each}
          </option>
        ))}
      </select>
    )
  const type = kind === 'json' || written === null ? 'json' : kind === 'number' ? 'number' : undefined
  if (kind === 'json' || text.length > LONG_TEXT || text.includes('\n'))
    return (
      <textarea
        {...common}
        data-type={type}
        rows={text.length > LONG_TEXT ? 3 : 1}
        spellcheck={false}
        placeholder={hint}
      >
        {text}
      </textarea>
    )
  return (
    <input
      {...common}
      data-type={type}
      inputmode={kind === 'number' ? 'decimal' : undefined}
      value={text}
      placeholder={hint}
      autocomplete="off"
      spellcheck={false}
    />
  )
}
