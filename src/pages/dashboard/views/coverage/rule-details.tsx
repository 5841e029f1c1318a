import { type PageContext, pageUrl } from '../../page-context.ts'
import { counted, grouped } from '../../parts/format.ts'
import { Basis } from '../../parts/text.tsx'
import type { RuleHits } from './rule-hits.ts'

const MAX_EXCHANGES = 20

type RuleDetailsProps = { readonly context: PageContext; readonly rule: RuleHits }

/** What a rule says and rests on, and the exchanges that it shaped. */
export const RuleDetails = ({ context, rule: { id, basis, text, source, hits } }: RuleDetailsProps) => {
  const exchanges = context.world.journal.entries().filter(({ rules }) => rules.includes(id))
  return (
    <>
      <h2>{id}</h2>
      <p>
        <Basis basis={basis} /> <span class="quiet">{source}</span>
      </p>
      <p>{text}</p>
      <h3>{hits === 0 ? 'Never touched' : `Touched ${grouped(hits)}×`}</h3>
      {exchanges.length === 0 ? (
        <p class="quiet">No exchange of the journal names it.</p>
      ) : (
        <ul class="plain">
          {exchanges
            .slice(-MAX_EXCHANGES)
            .toReversed()
            .map(({ id: number, method, path, status }) => (
              <li>
                <a href={pageUrl(context, 'journal', { exchange: number })}>
                  #{number} {method} {path}
                </a>{' '}
                <span class={`status s${Math.trunc(status / 100)}`}>{status === 0 ? 'lost' : status}</span>
              </li>
            ))}
        </ul>
      )}
      {exchanges.length > MAX_EXCHANGES && (
        <p class="quiet">
          The latest {MAX_EXCHANGES} of {counted(exchanges.length, 'exchange', 'exchanges')}.
        </p>
      )}
    </>
  )
}
