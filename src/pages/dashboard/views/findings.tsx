import { findingsIn } from '../../../testing/findings/findings.ts'
import { type Look, pageUrl } from '../page-context.ts'
import { grouped } from '../parts.tsx'

/** What a client does that works here, or fails here, but should worry its team. */
export const Findings = ({ look }: { readonly look: Look }) => {
  const found = findingsIn(look.world)
  if (found.length === 0) return <p>Nothing: no client has done what should worry its team.</p>
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
                , first in <a href={pageUrl(look, 'journal', { exchange })}>exchange {exchange}</a>
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
