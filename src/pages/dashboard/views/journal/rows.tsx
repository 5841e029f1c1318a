import { instantMs, isoInstant } from '../../../../kernel/clock.ts'
import type { ControlLogEntry } from '../../../../sandbox/control-log.ts'
import type { PendingDelay } from '../../../../testing/faults/pending-delays.ts'
import type { Exchange } from '../../../../testing/journal/exchange.ts'
import type { PageContext } from '../../page-context.ts'
import { grouped, shortened } from '../../parts/format.ts'
import { ListLink } from '../../parts/list.tsx'
import { Basis } from '../../parts/text.tsx'
import { journalUrl } from './journal-url.ts'
import { changesInWords, errorOf } from './reason.ts'
import { readableQuery } from './request.tsx'

/** The class and the head of each column. Beside an open exchange the style sheet hides those without room. */
const columns = [
  ['id', '#'],
  ['at', 'Time'],
  ['asked', 'Request'],
  ['status', 'Status'],
  ['rests', 'Basis'],
  ['why', 'Why'],
  ['took', 'Took'],
] as const

const clockTime = (ms: number): string => isoInstant(ms).slice(11, 19)

export const Head = () => (
  <thead>
    <tr>
      {columns.map(([name, head]) => (
        <th scope="col" class={name}>
          {head}
        </th>
      ))}
    </tr>
  </thead>
)

/** Exchanges, and lines for what happened to the world between them. */
export type Line = Exchange | { readonly acts: readonly [ControlLogEntry, ...ControlLogEntry[]] }

/** Puts what happened where it happened. @param acts oldest first */
export function linesOf(
  exchanges: readonly Exchange[],
  acts: readonly ControlLogEntry[],
  isFirstPage: boolean,
): readonly Line[] {
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

export const Divider = ({ acts }: { readonly acts: readonly [ControlLogEntry, ...ControlLogEntry[]] }) => {
  const named = acts.slice(-MAX_NAMED)
  const [{ atMs }] = acts
  return (
    <tr class="divider">
      <td>
        <span class="across">
          <time>{clockTime(acts.at(-1)?.atMs ?? atMs)}</time>
          <span class="acts-text">
            {acts.length > named.length && `${acts.length - named.length} more · `}
            {named.map(({ text }) => text).join(' · ')}
          </span>
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
  /** The longest time that an exchange of the list took: its bar is as wide as the column. */
  readonly longestMs: number
}

export const ExchangeRow = ({ context, exchange, isOpen, longestMs }: RowProps) => {
  const { id, method, path, query, status, startedMs, endedMs, basis, fault, observations } = exchange
  const kind = `s${String(status)[0]}`
  const findings = [...new Set(observations.map(({ kind: found }) => found))]
  const why = whyInRow(exchange)
  return (
    <tr id={`exchange-${id}`} class={isOpen ? 'exchange open' : 'exchange'}>
      <td class="id">{id}</td>
      <td class="at">{clockTime(startedMs)}</td>
      <td class="asked">
        <ListLink href={journalUrl(context, { exchange: id, show: context.query['show'] })} isCurrent={isOpen}>
          <b>{method}</b> {path}
          <span class="query">{shortened(readableQuery(query), MAX_ROW_CHARACTERS)}</span>
        </ListLink>
      </td>
      <td class="status">
        <span class={kind}>{status === 0 ? 'lost' : status}</span>
      </td>
      <td class="rests">
        <Basis basis={basis} strength={exchange.responseHeaders['x-sim-evidence']} />
      </td>
      <td class="why" title={why}>
        {findings.length > 0 && (
          <span class="finding-mark" title={findings.join(', ')}>
            ⚑ <span class="unseen">{findings.join(', ')}</span>
          </span>
        )}
        {fault !== null && <span class="fault-mark">⚡ {fault.name} </span>}
        {shortened(why, MAX_ROW_CHARACTERS)}
      </td>
      <td class="took">{endedMs > startedMs && <Duration ms={endedMs - startedMs} longestMs={longestMs} />}</td>
    </tr>
  )
}

/** How long something took on the sandbox's clock, with a bar beside those of the others. */
const Duration = ({ ms, longestMs }: { readonly ms: number; readonly longestMs: number }) => (
  <>
    {grouped(ms)} ms
    <svg class="bar" aria-hidden="true">
      <rect width={`${Math.max(1, Math.round((100 * ms) / longestMs))}%`} />
    </svg>
  </>
)

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

type HeldProps = { readonly held: readonly PendingDelay[]; readonly nowMs: number; readonly longestMs: number }

/** The requests that faults hold, above those that are over. */
export const Held = ({ held, nowMs, longestMs }: HeldProps) => (
  <table class="exchanges held" aria-label="Held requests">
    <tbody>
      {held.map((each) => (
        <tr id={`held-${each.exchange}`}>
          <td class="id">{each.exchange}</td>
          <td class="at">{clockTime(each.sinceMs)}</td>
          <td class="asked">
            <b>{each.method}</b> {each.path}
          </td>
          <td class="status">
            <span class="hatched">held</span>
          </td>
          <td class="why">
            <form data-call={`POST requests/${each.exchange}/release`} data-done={`Exchange ${each.exchange} goes on.`}>
              <button aria-label={`Release exchange ${each.exchange}`}>Release</button>
            </form>
            <span class="fault-mark">⚡ {each.fault}</span>{' '}
            <span class="until">
              {each.until === null ? 'until it is released' : `until ${clockTime(instantMs(each.until))}`}
            </span>
          </td>
          <td class="took">
            {nowMs > each.sinceMs && (
              <Duration ms={nowMs - each.sinceMs} longestMs={Math.max(longestMs, nowMs - each.sinceMs)} />
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
