import { docsUrl, type ReferenceContext } from '../context.ts'

const MAX_NAME_SHOWN = 100

type MissingProps = {
  readonly context: ReferenceContext
  readonly name?: string
  /** The names that may have been meant, nearest first. */
  readonly suggested: readonly string[]
}

/** What is not there, and what is like it. */
export const Missing = ({ context, name, suggested }: MissingProps) => (
  <article class="prose">
    <h1>{name === undefined ? 'There is no such page' : `There is no operation “${name.slice(0, MAX_NAME_SHOWN)}”`}</h1>
    {suggested.length > 0 && (
      <>
        <p>Nearest:</p>
        <ul class="nearest">
          {suggested.map((id) => (
            <li>
              <a href={docsUrl(context, id)}>{id}</a>
            </li>
          ))}
        </ul>
      </>
    )}
    <p>
      <a href={docsUrl(context, '')}>All operations</a> · <a href={docsUrl(context, 'control')}>Control API</a>
    </p>
  </article>
)
