import { instantMs, isoInstant } from '../../../../kernel/clock.ts'
import type { Act } from '../../../../sandbox/acts.ts'
import type { PendingDelay } from '../../../../testing/faults/pending-delays.ts'
import type { Exchange } from '../../../../testing/journal/exchange.ts'
import type { PageContext } from '../../page-context.ts'
import { grouped, shortened } from '../../parts/format.ts'
import { ListLink } from '../../parts/list.tsx'
import { journalUrl } from './journal-url.ts'
import { changesInWords, errorOf } from './reason.ts'
import { readableQuery } from './request.tsx'
import { Bar, type Span } from './waterfall.tsx'

/** The class and the head of each column beside an open exchange; there is no room for more. */
const briefColumns = [
  ['id', '#'],
  ['asked', 'Request'],
  ['status', 'Status'],
] as const

const columns = [...briefColumns, ['rests', 'Basis'], ['why', 'Why'], ['took', 'ms']] as const

const clockTime = (ms: number): string => isoInstant(ms).slice(11, 19)

/** How a list of exchanges is shown: the time that the bars show, and whether beside an open exchange. */
export interface Layout {
  readonly scale: Span
  readonly isBrief: boolean
}

/** The head of the list; the last column is the time that the bars show. */
export const Head = ({ layout: { scale, isBrief } }: { readonly layout: Layout }) => (
  <thead>
    <tr>
      {(isBrief ? briefColumns : columns).map(([name, head]) => (
        <th scope="col" class={name}>
          {name === 'rests' ? <span class="unseen">{head}</span> : head}
        </th>
      ))}
      {!isBrief && (
        <th scope="col" class="wave">
          <span class="ends">
            <span>{clockTime(scale.fromMs)}</span>
            <span>{clockTime(scale.toMs)}</span>
          </span>
        </th>
      )}
    </tr>
  </thead>
)

/** Exchanges, and lines where control calls changed the world between them. */
export type Line = Exchange | { readonly acts: readonly [Act, ...Act[]] }

/** Puts what control calls did where it was done. @param acts oldest first */
export function linesOf(exchanges: readonly Exchange[], acts: readonly Act[], isFirstPage: boolean): readonly Line[] {
  const lines: Line[] = []
  let next = 0
  const dividersBefore = (id: number, isShown: boolean): void => {
    const [first, ...more] = acts.slice(next).filter(({ after }) => after < id)
    if (first === undefined) return
    next += 1 + more.length
    if (isShown) lines.push({ acts: [first, ...more] })
  }
  for (const [at, exchange] of exchanges.entries()) {
    dividersBefore(exchange.id, at > 0 || isFirstPage)
    lines.push(exchange)
  }
  if (exchanges.length > 0) dividersBefore(Infinity, true)
  return lines
}

/** What a divider names; it counts the rest. */
const MAX_NAMED = 4

export const Divider = ({ acts }: { readonly acts: readonly [Act, ...Act[]] }) => {
  const named = acts.slice(-MAX_NAMED)
  const [{ atMs }] = acts
  return (
    <tr class="divider">
      <td>
        <span class="across">
          <span class="acts-text">
            {acts.length > named.length && `${acts.length - named.length} more · `}
            {named.map(({ text }) => text).join(' · ')}
          </span>
          <time>{clockTime(acts.at(-1)?.atMs ?? atMs)}</time>
        </span>
      </td>
    </tr>
  )
}

/** Of a query or a reason in a row, which is one line. */
const MAX_ROW_CHARACTERS = 160

type RowProps = {
  readonly context: PageContext
  readonly exchange: Exchange
  readonly isOpen: boolean
  readonly layout: Layout
}

export const ExchangeRow = ({ context, exchange, isOpen, layout }: RowProps) => {
  const { id, method, path, query, status } = exchange
  const kind = `s${String(status)[0]}`
  return (
    <tr id={`exchange-${id}`} class={isOpen ? 'exchange open' : 'exchange'}>
      <td class="id">{id}</td>
      <td class="asked">
        <ListLink href={journalUrl(context, { exchange: id, show: context.query['show'] })} isCurrent={isOpen}>
          <b>{method}</b> {path}
          <span class="query">{shortened(readableQuery(query), MAX_ROW_CHARACTERS)}</span>
        </ListLink>
      </td>
      <td class="status">
        <span class={kind}>{status === 0 ? 'lost' : status}</span>
      </td>
      {!layout.isBrief && <Particulars exchange={exchange} kind={kind} scale={layout.scale} />}
    </tr>
  )
}

type ParticularsProps = Pick<RowProps, 'exchange'> & { readonly kind: string; readonly scale: Span }

/** What the whole width has room for. */
const Particulars = ({ exchange, kind, scale }: ParticularsProps) => {
  const { startedMs, endedMs, basis, fault, observations } = exchange
  const findings = [...new Set(observations.map(({ kind: found }) => found))]
  return (
    <>
      <td class="rests">
        <span class={`basis-dot ${basis}`} />
        <span class="unseen">{basis}</span>
      </td>
      <td class="why">
        {findings.length > 0 && (
          <span class="finding-mark" title={findings.join(', ')}>
            ⚑ <span class="unseen">{findings.join(', ')}</span>
          </span>
        )}
        {fault !== null && <span class="fault-mark">⚡ {fault.name} </span>}
        {shortened(whyInRow(exchange), MAX_ROW_CHARACTERS)}
      </td>
      <td class="took">{grouped(endedMs - startedMs)}</td>
      <td class="wave">
        <Bar span={{ fromMs: startedMs, toMs: endedMs }} scale={scale} kind={kind} />
      </td>
    </>
  )
}

/** What stood out: the error, the stub, the hint, near misses; else what it changed. */
function whyInRow(exchange: Exchange): string {
  const { stub, hint, nearMisses, changes } = exchange
  const parts = [
    stub === undefined ? '' : `stub ${stub}`,
    errorOf(exchange),
    hint ?? '',
    nearMisses.length === 0 ? '' : `${nearMisses.length} near`,
    changesInWords(changes),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

type HeldProps = { readonly held: readonly PendingDelay[]; readonly nowMs: number; readonly scale: Span }

/** Until when a hold is, for the bar: to the end of what is shown where nobody knows. */
export const untilMs = ({ until }: PendingDelay): number => (until === null ? Infinity : instantMs(until))

/** The requests that faults hold, above those that are over. */
export const Held = ({ held, nowMs, scale }: HeldProps) => (
  <table class="exchanges held" aria-label="Held requests">
    <tbody>
      {held.map((each) => (
        <tr id={`held-${each.exchange}`}>
          <td class="id">{each.exchange}</td>
          <td class="asked">
            <b>{each.method}</b> {each.path}
          </td>
          <td class="status">
            <span class="hatched">held</span>
          </td>
          <td class="rests" />
          <td class="why">
            <form data-call={`POST requests/${each.exchange}/release`} data-done={`Exchange ${each.exchange} goes on.`}>
              <button aria-label={`Release exchange ${each.exchange}`}>Release</button>
            </form>
            <span class="fault-mark">⚡ {each.fault}</span>{' '}
            <span class="until">
              {each.until === null ? 'until it is released' : `until ${each.until.slice(11, 19)}`}
            </span>
          </td>
          <td class="took">{grouped(nowMs - each.sinceMs)}</td>
          <td class="wave">
            <Bar span={{ fromMs: each.sinceMs, toMs: untilMs(each) }} scale={scale} kind="hold" />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
