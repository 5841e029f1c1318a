import type { RowHistory } from '../../../../testing/journal/row-history.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'

type MadeByProps = { readonly context: PageContext; readonly by: number | null; readonly otherwise: string }

/** A link to the exchange that made or changed a row. */
export const MadeBy = ({ context, by, otherwise }: MadeByProps) =>
  by === null ? (
    <span class="quiet">{otherwise}</span>
  ) : (
    <a href={pageUrl(context, 'journal', { exchange: by })}>#{by}</a>
  )

/** What became of a row, in a line. */
export const History = ({ context, history }: { readonly context: PageContext; readonly history: RowHistory }) => (
  <p class="quiet history">
    {history.created_by === null ? (
      'Not made by an exchange of the journal'
    ) : (
      <>
        Made by <MadeBy context={context} by={history.created_by} otherwise="" />
      </>
    )}
    {history.changed_by === null ? (
      ', not changed since.'
    ) : (
      <>
        , last changed by <MadeBy context={context} by={history.changed_by} otherwise="" />.
      </>
    )}
  </p>
)
