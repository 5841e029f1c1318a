import type { PageContext } from '../page-context.ts'
import { toSeconds } from './format.ts'

type BasisProps = {
  readonly basis: string
  /** How well an assumption is supported. */
  readonly strength?: string | undefined
}

const meanings: Readonly<Record<string, string>> = {
  documented: 'The contract says it.',
  assumed: 'The contract is silent: it was seen live, published, or is our judgement.',
  injected: 'A fault or a stub wrote it.',
}

/** The basis of a response or a rule, always in a word, never by colour alone. */
export const Basis = ({ basis, strength }: BasisProps) => (
  <span class={`basis ${basis}`} title={meanings[basis]}>
    {basis}
    {strength !== undefined && <small> {strength.replace('-', ' ')}</small>}
  </span>
)

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
