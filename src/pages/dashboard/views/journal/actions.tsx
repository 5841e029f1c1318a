import { forkBefore } from '../../../../control/fork.ts'
import type { Exchange } from '../../../../testing/journal/exchange.ts'
import { type PageContext, pageUrlIn } from '../../page-context.ts'
import { BreakThis } from './break-this.tsx'
import { copyForms } from './copies/copy-of.ts'
import { journalUrl } from './journal-url.ts'
import { publishedKeyOf } from './published-key.ts'

type ActionsProps = { readonly context: PageContext; readonly exchange: Exchange }

/** What can be done with an exchange. */
export const Actions = ({ context, exchange }: ActionsProps) => {
  const { id, operation } = exchange
  const forked = forkBefore(exchange, context.options.sandboxes)
  const rewind = `Rewind to before #${id}`
  return (
    <div class="actions">
      <SendAgain context={context} exchange={exchange} />
      {operation !== null && <BreakThis context={context} operation={operation} />}
      {copyForms.map((form) => (
        <a class="button" href={journalUrl(context, { exchange: id, show: 'copy', as: form })} data-copies={form}>
          Copy as {form}
        </a>
      ))}
      {forked === undefined ? (
        <form data-fork={id}>
          <button title={`Opens the world as it was before exchange ${id} in a new sandbox`}>{rewind}</button>
        </form>
      ) : (
        <a class="button" href={pageUrlIn(context, forked.name, 'journal')} title={`Opens the sandbox ${forked.name}`}>
          {rewind}
        </a>
      )}
    </div>
  )
}

/** With the key that was sent, where the package publishes it; else the person names it. */
const SendAgain = ({ context, exchange }: ActionsProps) => {
  const { id, keyDigest } = exchange
  const key = publishedKeyOf(context.world, exchange)
  if (keyDigest === null || key !== undefined) {
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
            API key (not stored)
            <input type="password" name="key" required autocomplete="off" id="send-key" />
          </label>
          <button>Send</button>
        </form>
      </div>
    </>
  )
}
