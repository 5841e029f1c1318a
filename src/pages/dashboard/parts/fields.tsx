import type { PropsWithChildren } from 'hono/jsx'

type NameProps = {
  readonly id: string
  /** Names that are in use: to send one says that it replaces the earlier one. */
  readonly taken?: readonly string[]
}

/** The field for the name of a fault, snapshot or sandbox. */
export const NameInput = ({ id, taken = [] }: NameProps) => (
  <input
    name="name"
    required
    pattern="[A-Za-z0-9._\-]{1,64}"
    title="1 to 64 letters, digits, dots, dashes or underscores"
    autocomplete="off"
    autocapitalize="none"
    id={id}
    data-taken={taken.length === 0 ? undefined : taken.join(' ')}
  />
)

type SearchProps = PropsWithChildren<{
  readonly action: string
  readonly label: string
  readonly text: string
  /** What it looks in. */
  readonly placeholder: string
}>

/** Narrows a list to what contains a text. */
export const Search = ({ action, label, text, placeholder, children }: SearchProps) => (
  <form class="line filter" action={action} data-soft role="search" aria-label={label}>
    <input
      type="search"
      name="text"
      value={text}
      placeholder={placeholder}
      aria-label={placeholder}
      size={24}
      id="search-text"
    />
    {children}
    <button>Find</button>
  </form>
)
