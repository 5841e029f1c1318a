import type { RowChange } from '../../../../testing/journal/exchange.ts'
import type { PageContext } from '../../page-context.ts'
import { shortened } from '../../parts/format.ts'
import { changeWord, mostTelling } from './reason.ts'
import { isThere, rowUrl } from './row-links.ts'

type ChangesProps = { readonly context: PageContext; readonly changes: readonly RowChange[] }

const SIGNS = { created: '+', changed: '~', deleted: '−' } as const

/** Each row that the exchange changed, with the fields that differ. */
export const Changes = ({ context, changes }: ChangesProps) => (
  <>
    {changes.length === 0 && <p class="quiet">It changed no row.</p>}
    {mostTelling(changes).map((change) => {
      const { collection, id, before, after } = change
      const word = changeWord(change)
      const name = `${collection}/${id}`
      return (
        <section class={`change ${word}`}>
          <h3>
            <span aria-hidden="true">{SIGNS[word]}</span>{' '}
            {isThere(context.world, collection, id) ? <a href={rowUrl(context, collection, id)}>{name}</a> : name}{' '}
            <span class="quiet">{word}</span>
          </h3>
          <table class="diff">
            <thead class="unseen">
              <tr>
                <th scope="col">Field</th>
                {before !== null && <th scope="col">Before</th>}
                {after !== null && <th scope="col">After</th>}
              </tr>
            </thead>
            <tbody>
              {changedFields(change).map((field) => (
                <tr>
                  <th scope="row">{field}</th>
                  {before !== null && (
                    <td class="before">
                      <Side value={before[field]} />
                    </td>
                  )}
                  {after !== null && (
                    <td class="after">
                      <Side value={after[field]} />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )
    })}
  </>
)

const MAX_VALUE = 400

/** A value before or after a change. */
const Side = ({ value }: { readonly value: unknown }) =>
  value === undefined ? <span class="quiet">unset</span> : <code>{shortened(JSON.stringify(value), MAX_VALUE)}</code>

const changedFields = ({ before, after }: RowChange): readonly string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]),
  )
