import type { PropsWithChildren } from 'hono/jsx'
import { rules } from '../resources/registry.ts'
import type { Rule } from '../kernel/rule.ts'

const ruleById: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]))

export const ruleNamed = (id: string): Rule | undefined => ruleById.get(id)

/** What something rests on, always in a word, never by colour alone. */
export const Basis = ({ basis }: { readonly basis: string }) => <span class={`basis ${basis}`}>{basis}</span>

const MOST_CHARACTERS = 20_000

type BlockProps = { readonly label: string; readonly value: unknown; readonly rest?: string }

/** A text or a JSON value to be read; what is too long is cut, and says so. */
export const Block = ({ label, value, rest }: BlockProps) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <>
      <pre class="block" tabindex={0} role="group" aria-label={label}>
        {text.slice(0, MOST_CHARACTERS)}
      </pre>
      {text.length > MOST_CHARACTERS && (
        <p class="quiet">
          The first {MOST_CHARACTERS} of {text.length} characters. {rest}
        </p>
      )}
    </>
  )
}

type CopyProps = { readonly id: string; readonly label: string; readonly text: string }

/** A text to take away: by the button, or by hand. */
export const Copy = ({ id, label, text }: CopyProps) => (
  <details class="copy" id={`copy-${id}`}>
    <summary>{label}</summary>
    <button type="button" data-copy={id}>
      Copy
    </button>
    <pre class="block" tabindex={0} role="group" aria-label={label} id={id}>
      {text}
    </pre>
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

type PagesProps = PropsWithChildren<{
  readonly from: number
  readonly shown: number
  readonly total: number
  readonly earlier: string | undefined
  readonly later: string | undefined
}>

/** `1 to 50 of 50,000`, with the way to the pages around. */
export const Paging = ({ from, shown, total, earlier, later }: PagesProps) => (
  <nav class="paging" aria-label="Pages">
    {earlier !== undefined && (
      <a href={earlier} data-soft>
        Previous
      </a>
    )}
    <span>{total === 0 ? 'none' : `${grouped(from + 1)} to ${grouped(from + shown)} of ${grouped(total)}`}</span>
    {later !== undefined && (
      <a href={later} data-soft>
        Next
      </a>
    )}
  </nav>
)

export const grouped = (number: number): string => String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',')
