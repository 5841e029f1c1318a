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
