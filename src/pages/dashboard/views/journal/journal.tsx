import type { Exchange } from '../../../../testing/journal/exchange.ts'
import { filtered, type JournalFilter, journalFilters } from '../../../../testing/journal/filter.ts'
import { isoInstant } from '../../../../kernel/clock.ts'
import { problemText, problems } from '../../../../kernel/wire.ts'
import { operationsUnder } from '../../../../marketplace/routes.ts'
import { ExchangeView } from './exchange.tsx'
import { type PageContext, pageUrl } from '../../page-context.ts'
import { Select } from '../../parts/fields.tsx'
import { grouped } from '../../parts/format.ts'
import { ListLink } from '../../parts/list.tsx'
import { Basis } from '../../parts/text.tsx'

const MAX_SHOWN = 100
const ALL = Number.MAX_SAFE_INTEGER

/** The class and the head of each column. */
const columns = [
  ['id', '#'],
  ['at', 'Time'],
  ['asked', 'Request'],
  ['status', 'Status'],
  ['rests', 'Basis'],
  ['notes', 'Note'],
] as const

/** The exchanges, newest last, and beside them the one that is open. */
export const Journal = ({ context }: { readonly context: PageContext }) => {
  const { exchange: open = '', text = '', ...criteria } = context.query
  const { journal } = context.world
  const given = Object.fromEntries(Object.entries(criteria).filter(([, value]) => value !== ''))
  const read = journalFilters.safeParse(given)
  const filter: JournalFilter = read.success ? read.data : {}
  const isLive = filter.before === undefined
  const wanted = filtered(journal, { ...filter, limit: ALL }).filter(mentioning(text))
  // The live list is in the order in which exchanges ended. Older pages are in the order of numbers: else an exchange
  // that ended late could stand on none of them.
  const found = isLive ? wanted : wanted.toSorted((a, b) => a.id - b.id)
  const shown = found.slice(-MAX_SHOWN)
  const lastOlder = found.slice(0, -MAX_SHOWN).reduce((last, { id }) => Math.max(last, id), 0)
  const opened = open === '' ? undefined : journal.find(Number(open))
  const query = { ...given, text }
  return (
    <div class={open === '' ? 'split' : 'split has-detail'}>
      <section aria-label="Exchanges" class="master">
        <Filter context={context} criteria={given} text={text} />
        {!read.success && <p role="alert">{problems(read.error).map(problemText).join('; ')}</p>}
        <p class="quiet count">
          {grouped(found.length)} of {grouped(journal.length)} exchanges
          {journal.dropped > 0 && `, ${grouped(journal.dropped)} older ones dropped`}
          {found.length > shown.length && (
            <>
              {' · '}
              <a href={pageUrl(context, 'journal', { ...query, before: lastOlder + 1 })} data-soft>
                Older
              </a>
            </>
          )}
          {!isLive && (
            <>
              {' · '}
              <a href={pageUrl(context, 'journal', { ...query, before: undefined })} data-soft>
                Latest
              </a>
            </>
          )}
        </p>
        <div class="log" id="log" tabindex={0} role="group" aria-label="Journal, newest last" data-follow={isLive}>
          <table class="exchanges">
            <thead>
              <tr>
                {columns.map(([name, head]) => (
                  <th scope="col" class={name}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((each) => (
                <ExchangeRow
                  exchange={each}
                  href={pageUrl(context, 'journal', { ...query, before: filter.before, exchange: each.id })}
                  isOpen={each === opened}
                />
              ))}
            </tbody>
          </table>
          {shown.length === 0 && journal.length > 0 && <p class="empty">No exchange is like that.</p>}
          {journal.length === 0 && (
            <p class="empty">
              Nothing yet. Ask something:
              <br />
              <code>
                curl -H 'Authorization: Bearer …' {context.origin}
                {context.prefix}/api/v0/instances/
              </code>
            </p>
          )}
        </div>
      </section>
      {open !== '' && (
        <ExchangeView
          context={context}
          exchange={opened}
          id={open}
          close={pageUrl(context, 'journal', { ...query, before: filter.before })}
        />
      )}
    </div>
  )
}

type FilterProps = {
  readonly context: PageContext
  readonly criteria: Readonly<Record<string, string>>
  readonly text: string
}

const Filter = ({ context, criteria, text }: FilterProps) => (
  <form class="line filter" action={pageUrl(context, 'journal')} data-soft role="search" aria-label="Exchanges">
    <label>
      Text <input type="search" name="text" value={text} placeholder="path, fault, hint" id="filter-text" />
    </label>
    <Select
      name="operation"
      label="Operation"
      any="all"
      values={operationsUnder(context.world.rules).map(({ id }) => id)}
      chosen={criteria['operation']}
    />
    <label>
      Status{' '}
      <input
        name="status"
        value={criteria['status']}
        placeholder="404, 5xx"
        autocapitalize="none"
        size={8}
        id="filter-status"
      />
    </label>
    <Select
      name="basis"
      label="Basis"
      any="all"
      values={['documented', 'assumed', 'injected']}
      chosen={criteria['basis']}
    />
    <button>Filter</button>
  </form>
)

const ExchangeRow = ({
  exchange,
  href,
  isOpen,
}: {
  readonly exchange: Exchange
  readonly href: string
  readonly isOpen: boolean
}) => {
  const { id, startedMs, method, path, query, status, basis, fault, stub, hint, nearMisses } = exchange
  const instant = isoInstant(startedMs)
  return (
    <tr id={`exchange-${id}`} class={isOpen ? 'open' : undefined}>
      <td class="id">{id}</td>
      <td class="at" title={instant}>
        {instant.slice(11, 23)}
      </td>
      <td class="asked">
        <ListLink href={href} isCurrent={isOpen}>
          <b>{method}</b> {path}
          {query !== '' && `?${query}`}
        </ListLink>
      </td>
      <td class={`status s${String(status)[0]}`}>{status === 0 ? 'lost' : status}</td>
      <td class="rests">
        <Basis basis={basis} />
      </td>
      <td class="notes">{note(fault?.name, stub, hint, nearMisses.length)}</td>
    </tr>
  )
}

const note = (fault: string | undefined, stub: string | undefined, hint: string | null, misses: number): string =>
  [
    stub === undefined ? '' : `stub ${stub}`,
    fault === undefined ? '' : `fault ${fault}`,
    hint ?? '',
    misses === 0 ? '' : `${misses} near`,
  ]
    .filter((part) => part !== '')
    .join(' · ')

function mentioning(text: string): (exchange: Exchange) => boolean {
  const wanted = text.toLowerCase()
  return ({ method, path, query, operation, hint, fault, stub }) =>
    wanted === '' || [method, path, query, operation, hint, fault?.name, stub].join(' ').toLowerCase().includes(wanted)
}
