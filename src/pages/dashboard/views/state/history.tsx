import type { Collection } from '../../../../marketplace/collections.ts'
import { rowHistories } from '../../../../testing/journal/row-history.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'
import { toSeconds } from '../../parts/format.ts'
import { isoInstant } from '../../../../kernel/clock.ts'

type MadeByProps = { readonly context: PageContext; readonly by: number | null }

/** A link to the exchange that made or changed a row. */
export const MadeBy = ({ context, by }: MadeByProps) =>
  by === null ? (
    <span class="quiet">–</span>
  ) : (
    <a href={pageUrl(context, 'journal', { exchange: by, show: 'changes' })}>#{by}</a>
  )

type HistoryProps = { readonly context: PageContext; readonly collection: Collection; readonly id: number }

/** The requests that made and changed a row, and the edits of tests and of this page. */
export const History = ({ context, collection, id }: HistoryProps) => {
  const { journal, controlLog } = context.world
  const { created_by, changed_by } = rowHistories(journal)(collection, id)
  const edits = controlLog.list().filter(({ text }) => text.includes(`${collection}/${id}`))
  if (created_by === null && changed_by === null && edits.length === 0)
    return <p class="quiet history">It is as the fixture has it.</p>
  return (
    <ul class="plain history">
      {created_by !== null && (
        <li>
          Created by <MadeBy context={context} by={created_by} />
        </li>
      )}
      {changed_by !== null && (
        <li>
          Last changed by <MadeBy context={context} by={changed_by} />
        </li>
      )}
      {edits.map(({ text, atMs }) => (
        <li>
          {text} <span class="quiet">{toSeconds(isoInstant(atMs))}</span>
        </li>
      ))}
    </ul>
  )
}
