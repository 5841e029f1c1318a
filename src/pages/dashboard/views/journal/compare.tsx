import type { Exchange } from '../../../../testing/journal/exchange.ts'
import { presentExchange } from '../../../../testing/journal/present-exchange.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'
import { DiffTable } from './diff-table.tsx'
import { differences } from './diff.ts'
import { journalUrl } from './journal-url.ts'

type CompareProps = { readonly context: PageContext; readonly exchange: Exchange }

/** Where an exchange differs from another one: by default the latest before it of the same operation. */
export const Compare = ({ context, exchange }: CompareProps) => {
  const { journal } = context.world
  const { id, operation } = exchange
  const wanted = context.query['with']
  const other =
    wanted === undefined || wanted === ''
      ? journal.entries().findLast((each) => each.id < id && each.operation === operation)
      : journal.find(Number(wanted))
  const { q, before, order } = context.query
  return (
    <>
      <form action={pageUrl(context, 'journal')} data-soft class="line">
        {Object.entries({ q, before, order, exchange: String(id), show: 'compare' }).map(
          ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />,
        )}
        <label>
          Compare with #{' '}
          <input name="with" value={other?.id ?? wanted} inputmode="numeric" size={6} id="compare-with" />
        </label>
        <button>Compare</button>
      </form>
      {other === undefined ? (
        <p class="quiet">
          {wanted === undefined || wanted === ''
            ? 'No earlier exchange was of this operation: name one.'
            : `The journal has no exchange ${wanted}.`}
        </p>
      ) : (
        <Differences context={context} left={other} right={exchange} />
      )}
    </>
  )
}

type DifferencesProps = { readonly context: PageContext; readonly left: Exchange; readonly right: Exchange }

const Differences = ({ context, left, right }: DifferencesProps) => {
  const found = differences(compared(left), compared(right))
  if (found.length === 0) return <p>They are the same, but for their times.</p>
  const toLeft = (
    <a href={journalUrl(context, { exchange: left.id })} data-soft>
      #{left.id}
    </a>
  )
  return <DiffTable found={found} heads={[toLeft, `#${right.id}`]} />
}

/** Headers that differ between any two exchanges, or repeat what is compared besides. */
const NOT_COMPARED = new Set(['date', 'content-length', 'x-sim-exchange', 'x-sim-basis', 'x-sim-rules', 'x-sim-hint'])

/** What is compared of an exchange: not its number and its times. */
export function compared(exchange: Exchange): object {
  const { request, response, basis, rules, hint, fault, changes, user_id } = presentExchange(exchange)
  return {
    answer: { status: response.status, body: response.body, headers: comparedHeaders(response.headers) },
    request: {
      method: request.method,
      path: request.path,
      query: Object.fromEntries(new URLSearchParams(request.query)),
      body: request.body,
      headers: comparedHeaders(request.headers),
    },
    user: user_id,
    basis,
    rules: Object.fromEntries(rules.map((rule) => [rule, true])),
    hint,
    fault,
    changes: Object.fromEntries(changes.map(({ collection, id, after }) => [`${collection}/${id}`, after])),
  }
}

const comparedHeaders = (headers: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_COMPARED.has(name)))
