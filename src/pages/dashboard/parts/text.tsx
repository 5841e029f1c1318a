import { MASK } from '../../../kernel/secret.ts'
import type { PageContext } from '../page-context.ts'
import { toSeconds } from './format.ts'

/** The basis of a response or a rule, always in a word, never by colour alone. */
export const Basis = ({ basis }: { readonly basis: string }) => <span class={`basis ${basis}`}>{basis}</span>

/** The instant of the sandbox's clock; one that runs goes on in the page. */
export const Now = ({ world: { clock } }: Pick<PageContext, 'world'>) => (
  <time datetime={clock.nowIso} {...(clock.mode === 'real' && { 'data-runs': true })}>
    {toSeconds(clock.nowIso)}
  </time>
)

const MAX_TEXT_CHARACTERS = 20_000

type BlockProps = {
  readonly label: string
  readonly value: unknown
  /** Where the whole of it is, as a sentence. */
  readonly rest?: string
}

/** A text or a JSON value. One that is too long is cut, and says so. */
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
  /** Where the text is not exact, in sentences. */
  readonly limits?: readonly string[]
}

const MASKED = `${MASK} stands for a secret, which nobody has kept.`

/** A text to copy, by the button or by hand. */
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
