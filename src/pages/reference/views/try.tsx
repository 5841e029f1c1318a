import { publishedKeys } from '../../../testing/fixtures/keys.ts'
import { Json } from '../../dashboard/parts/json.tsx'
import type { ReferenceContext } from '../context.ts'
import { asCurl, filledUrl } from '../../dashboard/parts/curl.ts'
import type { Entry, Parameter } from '../entries.ts'
import { Method } from '../method.tsx'

const MAX_TEXT_ROWS = 16
/** An instance has about ninety fields. */
const OPEN_ITEMS = 100

type TryProps = { readonly context: ReferenceContext; readonly entry: Entry }

/** A request that can be sent as it stands, as a command too, and an answer: the documented one until one has come. */
export const Try = ({ context, entry }: TryProps) => {
  const { method, path, parameters, body, operation } = entry
  const key = keyFor(context, entry)
  const text = body?.example === undefined ? '' : JSON.stringify(body.example, null, 2)
  const filled = parameters.map((parameter) => ({ ...parameter, value: valueOf(parameter) }))
  const isControl = operation === undefined
  const takesKey = isControl ? context.options.access.hasToken : operation.permission !== undefined
  return (
    <aside class="try" aria-label="Try it">
      <form id="try" class="panel" data-method={method} data-path={path} data-base={context.base}>
        <p class="target">
          <Method name={method} /> <code>{path}</code>
        </p>
        {takesKey && (
          <label>
            {isControl ? 'Control token' : 'API key'}
            <input
              id="key"
              data-in="token"
              data-kept={isControl ? undefined : 'true'}
              value={isControl ? '' : (key ?? '')}
              placeholder={isControl ? 'not needed after signing in to the dashboard' : undefined}
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
            />
            {!isControl && key === undefined && (
              <span class="quiet">No key is filled in: keys of your own fixtures are never sent to a page.</span>
            )}
          </label>
        )}
        {filled.map(({ name, in: place, required, value }) => (
          <label>
            {name}
            <input
              id={`param-${name}`}
              data-in={place}
              name={name}
              required={required}
              value={value}
              autocomplete="off"
              spellcheck={false}
            />
          </label>
        ))}
        {body !== undefined && (
          <label>
            Body
            <textarea
              id="body"
              data-in="body"
              spellcheck={false}
              rows={Math.min(MAX_TEXT_ROWS, text.split('\n').length)}
            >
              {text}
            </textarea>
          </label>
        )}
        <p class="line acts">
          <button class="primary" id="send" disabled>
            Send
          </button>
          <button type="reset" class="bare" id="again" disabled>
            Start over
          </button>
          <button type="button" class="copies" data-copy="curl">
            Copy curl
          </button>
          <noscript>
            <span class="quiet">Without JavaScript nothing can be sent from here: the command does the same.</span>
          </noscript>
        </p>
        <details class="command">
          <summary>As a command</summary>
          <pre class="block" id="curl" tabindex={0} role="group" aria-label="As curl">
            {asCurl({
              method,
              url: filledUrl(context.base, path, filled),
              token: isControl ? '' : (key ?? ''),
              body: text,
            })}
          </pre>
        </details>
      </form>
      {context.dialect !== context.world.rules.dialect && !isControl && (
        <p class="notice">
          This sandbox has the dialect <b>{context.world.rules.dialect}</b>, and answers in it.
        </p>
      )}
      <section id="answer" aria-live="polite" aria-label="Answer" data-root={context.root}>
        <Example context={context} entry={entry} />
      </section>
    </aside>
  )
}

/** The key that the example was made with where the sandbox knows it, else one that it knows. */
function keyFor({ world }: ReferenceContext, { key }: Entry): string | undefined {
  const keys = publishedKeys(world.tables.users.values()).map((each) => each.key)
  return keys.find((each) => each === key) ?? keys[0]
}

const valueOf = ({ example }: Parameter): string =>
  example === undefined ? '' : typeof example === 'string' ? example : JSON.stringify(example)

const Example = ({ context, entry: { responses } }: TryProps) => {
  const success = responses.find(({ status, example }) => status.startsWith('2') && example !== undefined)
  return success === undefined ? null : (
    <>
      <p class="answer-head">
        <b class="status s2">{success.status}</b> <span class="quiet">Example answer</span>
      </p>
      <Json
        label="Example answer"
        value={success.example}
        whole={`${context.root}openapi.json`}
        openItems={OPEN_ITEMS}
      />
    </>
  )
}
