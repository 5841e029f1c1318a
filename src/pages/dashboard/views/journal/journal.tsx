import type { Exchange } from '../../../../testing/journal/exchange.ts'
import { filtered, type JournalFilter, journalFilters } from '../../../../testing/journal/filter.ts'
import { isoInstant } from '../../../../kernel/clock.ts'
import { inWords, problems } from '../../../../kernel/wire.ts'
import { operations } from '../../../../marketplace/routes.ts'
import { ExchangeView } from './exchange.tsx'
import { type Look, pageUrl } from '../../page-context.ts'
import { Basis, grouped, Select } from '../../parts.tsx'

const MAX_SHOWN = 100
const ALL = Number.MAX_SAFE_INTEGER

/** By their class, with their heads. */
const columns = [
  ['id', '#'],
  ['at', 'Time'],
  ['asked', 'Request'],
  ['status', 'Status'],
  ['rests', 'Basis'],
  ['notes', 'Note'],
] as const

/** The exchanges, newest last, as in a log that is followed; the one that is open stands beside them. */
export const Journal = ({ look }: { readonly look: Look }) => {
  const { exchange: open = '', text = '', ...criteria } = look.query
  const { journal } = look.world
  const given = Object.fromEntries(Object.entries(criteria).filter(([, value]) => value !== ''))
  const read = journalFilters.safeParse(given)
  const filter: JournalFilter = read.success ? read.data : {}
  const isLive = filter.before === undefined
  const wanted = filtered(journal, { ...filter, limit: ALL }).filter(mentioning(text))
  // What is followed stands as it ended; pages go by number, so that none leaves out what ended late.
  const found = isLive ? wanted : wanted.toSorted((a, b) => a.id - b.id)
  const shown = found.slice(-MAX_SHOWN)
  const lastOlder = found.slice(0, -MAX_SHOWN).reduce((last, { id }) => Math.max(last, id), 0)
  const opened = open === '' ? undefined : journal.find(Number(open))
  const query = { ...given, text }
  return (
    <div class={open === '' ? 'split' : 'split has-detail'}>
      <section aria-label="Exchanges" class="master">
        <Filter look={look} criteria={given} text={text} />
        {!read.success && <p role="alert">{problems(read.error).map(inWords).join('; ')}</p>}
        <p class="quiet count">
          {grouped(found.length)} of {grouped(journal.length)} exchanges
          {journal.dropped > 0 && `, ${grouped(journal.dropped)} older ones dropped`}
          {found.length > shown.length && (
            <>
              {' · '}
              <a href={pageUrl(look, 'journal', { ...query, before: lastOlder + 1 })} data-soft>
                Older
              </a>
            </>
          )}
          {!isLive && (
            <>
              {' · '}
              <a href={pageUrl(look, 'journal', { ...query, before: undefined })} data-soft>
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
                <Row
                  exchange={each}
                  href={pageUrl(look, 'journal', { ...query, before: filter.before, exchange: each.id })}
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
                curl -H 'Authorization: Bearer …' {look.origin}
                {look.prefix}/api/v0/instances/
              </code>
            </p>
          )}
        </div>
      </section>
      {open !== '' && (
        <ExchangeView
          look={look}
          exchange={opened}
          id={open}
          close={pageUrl(look, 'journal', { ...query, before: filter.before })}
        />
      )}
    </div>
  )
}

type FilterProps = { readonly look: Look; readonly criteria: Readonly<Record<string, string>>; readonly text: string }

const Filter = ({ look, criteria, text }: FilterProps) => (
  <form class="line filter" action={pageUrl(look, 'journal')} data-soft role="search" aria-label="Exchanges">
    <label>
      Text <input type="search" name="text" value={text} placeholder="path, fault, hint" id="filter-text" />
    </label>
    <Select
      name="operation"
      label="Operation"
      any="all"
      values={operations.map(({ id }) => id)}
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

const Row = ({
  exchange,
  href,
  isOpen,
}: {
  readonly exchange: Exchange
  readonly href: string
  readonly isOpen: boolean
}) => {
  const { id, startedMs, method, path, query, status, basis, fault, hint, nearMisses } = exchange
  const instant = isoInstant(startedMs)
  return (
    <tr id={`exchange-${id}`} class={isOpen ? 'open' : undefined}>
      <td class="id">{id}</td>
      <td class="at" title={instant}>
        {instant.slice(11, 23)}
      </td>
      <td class="asked">
        <a href={href} data-soft aria-current={isOpen ? 'true' : undefined}>
          <b>{method}</b> {path}
          {query !== '' && `?${query}`}
        </a>
      </td>
      <td class={`status s${String(status)[0]}`}>{status === 0 ? 'lost' : status}</td>
      <td class="rests">
        <Basis basis={basis} />
      </td>
      <td class="notes">{note(fault?.name, hint, nearMisses.length)}</td>
    </tr>
  )
}

const note = (fault: string | undefined, hint: string | null, misses: number): string =>
  [fault === undefined ? '' : `fault ${fault}`, hint ?? '', misses === 0 ? '' : `${misses} near`]
    .filter((part) => part !== '')
    .join(' · ')

function mentioning(text: string): (exchange: Exchange) => boolean {
  const wanted = text.toLowerCase()
  return ({ method, path, query, operation, hint, fault }) =>
    wanted === '' || [method, path, query, operation, hint, fault?.name].join(' ').toLowerCase().includes(wanted)
}
