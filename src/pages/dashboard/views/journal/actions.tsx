import { forkBefore } from '../../../../control/fork.ts'
import { publishedKeys } from '../../../../testing/fixtures/keys.ts'
import type { Exchange } from '../../../../testing/journal/exchange.ts'
import { keyDigest } from '../../../../kernel/secret.ts'
import { type PageContext, pageUrlIn } from '../../page-context.ts'
import { BreakThis } from './break-this.tsx'
import { copyForms } from './copies/copy-of.ts'
import { journalUrl } from './journal-url.ts'

type ActionsProps = { readonly context: PageContext; readonly exchange: Exchange }

/** What can be done with an exchange. */
export const Actions = ({ context, exchange }: ActionsProps) => {
  const { id, operation } = exchange
  const forked = forkBefore(exchange, context.options.sandboxes)
  return (
    <div class="actions">
      <SendAgain context={context} exchange={exchange} />
      {operation !== null && <BreakThis operation={operation} taken={context.world.faults.names()} />}
      <button type="button" popovertarget="copies">
        Copy <span aria-hidden="true">▾</span>
      </button>
      <div popover="auto" role="group" tabindex={-1} id="copies" class="sheet" aria-label="Copy">
        <ul class="plain choices">
          {copyForms.map((form) => (
            <li>
              <a href={journalUrl(context, { exchange: id, show: 'copy', as: form })} data-copies={form}>
                as {form}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <a class="button" href={journalUrl(context, { exchange: id, show: 'compare' })} data-soft>
        Compare
      </a>
      {forked === undefined ? (
        <form data-fork={id}>
          <button title={`Opens the world as it was before exchange ${id}, in a sandbox of its own`}>
            World before #{id}
          </button>
        </form>
      ) : (
        <a
          class="button"
          href={pageUrlIn(context, forked.name, 'journal')}
          title={`The sandbox ${forked.name}, which was opened as the world was before exchange ${id}`}
        >
          World before #{id}
        </a>
      )}
    </div>
  )
}

/** With the key that was sent, where the package publishes it; else the person names it. */
const SendAgain = ({ context, exchange }: ActionsProps) => {
  const { id, userId, keyDigest: digest } = exchange
  const user = userId === null ? undefined : context.world.tables.users.get(userId)
  const key = user && publishedKeys([user]).find((each) => keyDigest(each.key) === digest)?.key
  if (digest === null || key !== undefined) {
    return (
      <form data-send={id}>
        <input type="hidden" name="key" value={key ?? ''} />
        <button>Send again</button>
      </form>
    )
  }
  return (
    <>
      <button type="button" popovertarget="send">
        Send again <span aria-hidden="true">▾</span>
      </button>
      <div popover="auto" role="group" tabindex={-1} id="send" class="sheet" aria-label="Send again">
        <form data-send={id} class="fields">
          <label>
            API key, which nobody has kept
            <input type="password" name="key" required autocomplete="off" id="send-key" />
          </label>
          <button>Send</button>
        </form>
      </div>
    </>
  )
}
