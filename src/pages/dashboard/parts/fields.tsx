import type { PropsWithChildren } from 'hono/jsx'

/** The field for the name of a fault, snapshot or sandbox. */
export const NameInput = ({ id }: { readonly id: string }) => (
  <input name="name" required pattern="[A-Za-z0-9._\-]{1,64}" autocomplete="off" id={id} />
)

type SelectProps = {
  readonly name: string
  readonly label: string
  readonly values: readonly string[]
  readonly chosen?: string
  /** How the choice of nothing is called. */
  readonly any?: string
}

export const Select = ({ name, label, values, chosen, any }: SelectProps) => (
  <label>
    {label}{' '}
    <select name={name} id={`choose-${name}`}>
      {any !== undefined && <option value="">{any}</option>}
      {values.map((value) => (
        <option value={value} selected={value === chosen}>
          {value}
        </option>
      ))}
    </select>
  </label>
)

type SearchProps = PropsWithChildren<{
  readonly action: string
  readonly label: string
  readonly text: string
  readonly placeholder?: string
}>

/** Narrows a list to what contains a text. */
export const Search = ({ action, label, text, placeholder, children }: SearchProps) => (
  <form class="line filter" action={action} data-soft role="search" aria-label={label}>
    <label>
      Text <input type="search" name="text" value={text} placeholder={placeholder} id="search-text" />
    </label>
    {children}
    <button>Find</button>
  </form>
)
