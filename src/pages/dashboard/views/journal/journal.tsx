import type { Exchange } from '../../../../testing/journal/exchange.ts'
import type { JournalFilter } from '../../../../testing/documents.ts'
import { filtered } from '../../../../testing/journal/filter.ts'
import type { PageContext } from '../../page-context.ts'
import { grouped } from '../../parts/format.ts'
import { Empty } from './empty.tsx'
import { ExchangeView } from './exchange.tsx'
import { FirstStory } from './first-story.tsx'
import { Filter } from './filter.tsx'
import { journalUrl } from './journal-url.ts'
import { happeningsIn } from './happenings.ts'
import { Divider, ExchangeRow, Head, Held, linesOf } from './rows.tsx'
import { readSearch } from './search.ts'

const MAX_SHOWN = 100
const ALL = Number.MAX_SAFE_INTEGER

/** The exchanges, newest last, and beside them the one that is open. */
export const Journal = ({ context }: { readonly context: PageContext }) => {
  const { exchange: open = '', order } = context.query
  const { journal, delays, clock } = context.world
  const search = readSearch(context.query)
  const { filter } = search
  const isLive = filter.before === undefined
  const page = pageOf(search.problem === '' ? found(context, filter) : [], isLive)
  const opened = open === '' ? undefined : journal.find(Number(open))
  const shown = withOpened(page.shown, isLive ? opened : undefined)
  const held = delays.pending()
  const longestMs = Math.max(1, ...shown.map(({ startedMs, endedMs }) => endedMs - startedMs))
  const isNewestFirst = order === 'newest'
  const lines = linesOf(shown, happeningsIn(context.world), page.lastOlder === 0)
  const at = shown.findIndex((each) => each === opened)
  return (
    <div class={open === '' ? 'split journal' : 'split journal has-detail'}>
      <section aria-label="Exchanges" class="master">
        <Filter context={context} search={search} />
        <div class="of-list">
          <p class="quiet count">
            {grouped(page.total)} of {grouped(journal.length)} exchanges
            {held.length > 0 && `, ${grouped(held.length)} on hold`}
            {journal.dropped > 0 && `, ${grouped(journal.dropped)} older ones dropped`}
            {page.lastOlder > 0 && (
              <>
                {' · '}
                <a href={journalUrl(context, { before: page.lastOlder + 1 })} data-soft>
                  Older
                </a>
              </>
            )}
            {!isLive && (
              <>
                {' · '}
                <a href={journalUrl(context, { before: undefined })} data-soft>
                  Latest
                </a>
              </>
            )}
          </p>
          <a class="button bare" href={journalUrl(context, { order: isNewestFirst ? undefined : 'newest' })} data-soft>
            {isNewestFirst ? 'Show the newest last' : 'Show the newest first'}
          </a>
          <form data-call="DELETE requests" data-done="The journal is empty." data-undo="">
            <button class="bare danger">Clear</button>
          </form>
        </div>
        {held.length > 0 && <Held held={held} nowMs={clock.nowMs} longestMs={longestMs} />}
        <div
          class="log"
          id="log"
          tabindex={0}
          role="group"
          aria-label={`Journal, newest ${isNewestFirst ? 'first' : 'last'}`}
          data-follow={isLive}
          data-newest={isNewestFirst ? 'first' : 'last'}
        >
          <table class="exchanges">
            <Head />
            <tbody>
              {(isNewestFirst ? lines.toReversed() : lines).map((line) =>
                'acts' in line ? (
                  <Divider acts={line.acts} />
                ) : (
                  <ExchangeRow context={context} exchange={line} isOpen={line === opened} longestMs={longestMs} />
                ),
              )}
            </tbody>
          </table>
          {shown.length === 0 && <Empty context={context} search={search} />}
          {search.q === '' && open === '' && <FirstStory context={context} />}
        </div>
      </section>
      {open !== '' && (
        <ExchangeView
          context={context}
          exchange={opened}
          id={open}
          before={at < 0 ? undefined : shown[at - 1]?.id}
          after={at < 0 ? undefined : shown[at + 1]?.id}
        />
      )}
    </div>
  )
}

const found = ({ world }: PageContext, filter: JournalFilter) => filtered(world.journal, { ...filter, limit: ALL })

interface Page {
  readonly shown: readonly Exchange[]
  readonly total: number
  /** The highest number of those before the page; 0 where there are none. */
  readonly lastOlder: number
}

/**
 * The latest exchanges. The live list is in the order in which exchanges ended. Older pages are in the order of numbers:
 * else an exchange that ended late could stand on none of them.
 */
function pageOf(wanted: readonly Exchange[], isLive: boolean): Page {
  const all = isLive ? wanted : wanted.toSorted((a, b) => a.id - b.id)
  const lastOlder = all.slice(0, -MAX_SHOWN).reduce((last, { id }) => Math.max(last, id), 0)
  return { shown: all.slice(-MAX_SHOWN), total: all.length, lastOlder }
}

/** The list with the exchange that is open: first, where it is older than all others. */
const withOpened = (shown: readonly Exchange[], opened: Exchange | undefined): readonly Exchange[] =>
  opened === undefined || shown.includes(opened) ? shown : [opened, ...shown]
