import type { PropsWithChildren } from 'hono/jsx'
import { rules } from '../../marketplace/routes.ts'
import type { Rule } from '../../kernel/rule.ts'
import { MASK } from '../../kernel/secret.ts'

const ruleById: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]))

export const ruleNamed = (id: string): Rule | undefined => ruleById.get(id)

/** What something rests on, always in a word, never by colour alone. */
export const Basis = ({ basis }: { readonly basis: string }) => <span class={`basis ${basis}`}>{basis}</span>

const MAX_TEXT_CHARACTERS = 20_000

type BlockProps = { readonly label: string; readonly value: unknown; readonly rest?: string }

/** A text or a JSON value to be read; what is too long is cut, and says so. */
export const Block = ({ label, value, rest }: BlockProps) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <>
      <pre class="block" tabindex={0} role="group" aria-label={label}>
        {text.slice(0, MAX_TEXT_CHARACTERS)}
      </pre>
      {text.length > MAX_TEXT_CHARACTERS && (
        <p class="quiet">
          The first {MAX_TEXT_CHARACTERS} of {text.length} characters. {rest}
        </p>
      )}
    </>
  )
}

type CopyProps = {
  readonly id: string
  readonly label: string
  readonly text: string
  /** Where it is not exact, in sentences. */
  readonly limits?: readonly string[]
}

const MASKED = `${MASK} stands for a secret, which nobody has kept.`

/** A text to take away: by the button, or by hand. */
export const Copy = ({ id, label, text, limits = [] }: CopyProps) => (
  <details class="copy" id={`copy-${id}`}>
    <summary>{label}</summary>
    <button type="button" data-copy={id}>
      Copy
    </button>
    <pre class="block" tabindex={0} role="group" aria-label={label} id={id}>
      {text}
    </pre>
    {[...limits, ...(text.includes(MASK) ? [MASKED] : [])].map((limit) => (
      <p class="quiet">{limit}</p>
    ))}
  </details>
)

type SelectProps = {
  readonly name: string
  readonly label: string
  readonly values: readonly string[]
  readonly chosen?: string
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

/** Some items of a list. */
interface Page<T> {
  readonly from: number
  readonly size: number
  readonly total: number
  readonly shown: readonly T[]
}

/** @param asked from which item on, as a query says it */
export function pageOf<T>(items: readonly T[], asked: string | undefined, size: number): Page<T> {
  const from = Math.min(Math.max(0, Number(asked) || 0), Math.max(0, items.length - 1))
  return { from, size, total: items.length, shown: items.slice(from, from + size) }
}

type PagingProps = { readonly page: Page<unknown>; readonly to: (from: number) => string }

/** `1 to 50 of 50,000`, with the way to the pages around. */
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

type SearchProps = PropsWithChildren<{
  readonly action: string
  readonly label: string
  readonly text: string
  readonly placeholder?: string
}>

/** A list narrowed by a text. */
export const Search = ({ action, label, text, placeholder, children }: SearchProps) => (
  <form class="line filter" action={action} data-soft role="search" aria-label={label}>
    <label>
      Text <input type="search" name="text" value={text} placeholder={placeholder} id="search-text" />
    </label>
    {children}
    <button>Find</button>
  </form>
)

export const grouped = (number: number): string => String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** `2026-01-01 00:00:00` of an ISO 8601 instant. */
export const toSeconds = (iso: string): string => iso.slice(0, 19).replace('T', ' ')
