import { operationsUnder } from '../../../../marketplace/routes.ts'
import { hasChanges } from '../../../../testing/journal/filter.ts'
import type { Exchange } from '../../../../testing/journal/exchange.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'
import { grouped } from '../../parts/format.ts'
import { ListLink } from '../../parts/list.tsx'
import { journalUrl } from './journal-url.ts'
import { hasCriterion, proposals, type Search, toggled } from './search.ts'

type FilterProps = { readonly context: PageContext; readonly search: Search }

/** What is searched for, and criteria at one click. */
export const Filter = ({ context, search }: FilterProps) => {
  const { q, problem } = search
  const { order, exchange } = context.query
  return (
    <div class="line search">
      <form action={pageUrl(context, 'journal')} data-search role="search" aria-label="Exchanges">
        <input
          type="search"
          name="q"
          value={q}
          id="journal-search"
          aria-label="Search the journal"
          placeholder="Search: words, status:>=400, operation:…"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxlength={1000}
          list="journal-proposals"
          {...(problem !== '' && { 'aria-invalid': 'true', 'aria-describedby': 'journal-search-problem' })}
        />
        {Object.entries({ order, exchange }).map(
          ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />,
        )}
        <datalist id="journal-proposals">
          {proposals(operationsUnder(context.world.rules).map(({ id }) => id)).map((each) => (
            <option value={each} />
          ))}
        </datalist>
        {problem !== '' && (
          <p class="problem" role="alert" id="journal-search-problem">
            {problem}
          </p>
        )}
      </form>
      <Chips context={context} q={q} />
    </div>
  )
}

interface Chip {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly isMet: (exchange: Exchange) => boolean
}

const Chips = ({ context, q }: { readonly context: PageContext; readonly q: string }) => {
  const { journal } = context.world
  const chips: readonly Chip[] = [
    { label: 'Errors', name: 'status', value: '>=400,0', isMet: ({ status }) => status >= 400 || status === 0 },
    { label: 'Injected', name: 'basis', value: 'injected', isMet: ({ basis }) => basis === 'injected' },
    { label: 'Assumed', name: 'basis', value: 'assumed', isMet: ({ basis }) => basis === 'assumed' },
    { label: 'Changes', name: 'has', value: 'changes', isMet: hasChanges },
    { label: 'With findings', name: 'has', value: 'finding', isMet: ({ observations }) => observations.length > 0 },
  ]
  const exchanges = journal.entries()
  return (
    <nav class="chips" aria-label="Criteria">
      {chips.map(({ label, name, value, isMet }) => (
        <ListLink
          href={journalUrl(context, {
            q: toggled(q, name, value),
            before: undefined,
            exchange: context.query['exchange'],
          })}
          isCurrent={hasCriterion(q, name, value)}
        >
          {label}{' '}
          <span class="badge" title="So many exchanges">
            {grouped(exchanges.filter(isMet).length)}
          </span>
        </ListLink>
      ))}
    </nav>
  )
}
