import { findingsIn } from '../../../testing/findings/findings.ts'
import { type PageContext, pageUrl } from '../page-context.ts'
import { grouped } from '../parts/format.ts'

/** What a client should not have done, with advice. */
export const Findings = ({ context }: { readonly context: PageContext }) => {
  const found = findingsIn(context.world)
  if (found.length === 0) return <p>No findings.</p>
  return (
    <ul class="cards plain">
      {found.map(({ kind, operation, text, advice, times, exchange, expected }) => (
        <li class="card">
          <h2>{kind}</h2>
          <p>{text}</p>
          <p>
            <b>Advice:</b> {advice}
          </p>
          <p class="quiet">
            {expected && 'expected by the test, '}
            {operation ?? 'no operation'}, {grouped(times)}×
            {exchange > 0 && (
              <>
                , first in <a href={pageUrl(context, 'journal', { exchange })}>exchange {exchange}</a>
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
