import { type PageContext, pageUrl } from '../../page-context.ts'
import { readSearch } from './search.ts'

/** What a link within the journal changes of the URL; what it does not name but `exchange` and `show` stays. */
interface Changed {
  readonly q?: string | undefined
  readonly before?: number | undefined
  readonly order?: string | undefined
  readonly exchange?: number | string | undefined
  /** The part of the exchange that is shown. */
  readonly show?: string | undefined
  /** The form of a copy. */
  readonly as?: string | undefined
  /** Whether a long body is shown whole. */
  readonly whole?: number | undefined
}

/** The journal with the search, the page and the order as they are. */
export function journalUrl(context: PageContext, changed: Changed = {}): string {
  const { before, order } = context.query
  return pageUrl(context, 'journal', { q: readSearch(context.query).q, before, order, ...changed })
}
