import type { Exchange } from '../../../../testing/journal/exchange.ts'
import { pageUrlIn } from '../../page-context.ts'
import { counted } from '../../parts/format.ts'
import { ListLink } from '../../parts/list.tsx'
import { compared } from '../journal/compare.tsx'
import { differences } from '../journal/diff.ts'
import { DiffTable } from '../journal/diff-table.tsx'
import { errorOf } from '../journal/reason.ts'
import { readableQuery } from '../journal/request.tsx'
import type { Pair } from './pairs.ts'
import { compareUrl, type SidesProps } from './sides.ts'

/** What is listed of two journals. */
const MAX_LISTED = 200

type JournalsProps = SidesProps & { readonly pairs: readonly Pair[] }

/** Both journals, request by request: what is the same is folded, and one pair that differs is open. */
export const Journals = ({ context, left, right, pairs }: JournalsProps) => {
  const wanted = context.query['at']
  const firstDiffers = pairs.findIndex(isPairThatDiffers)
  const open = wanted === undefined ? firstDiffers : Number(wanted)
  const runs = runsOf(pairs)
  return (
    <section class="panel" aria-labelledby="journals">
      <h2 id="journals">Journals</h2>
      <ol class="pairs plain">
        {pairs.length > 0 && (
          <li class="heads quiet" aria-hidden="true">
            <span>{left.name}</span>
            <span>{right.name}</span>
          </li>
        )}
        {runs
          .slice(0, MAX_LISTED)
          .map(({ at, pairs: [first, ...more] }) =>
            first.isSame ? (
              <Same at={at} pairs={[first, ...more]} />
            ) : (
              <Different context={context} left={left} right={right} at={at} pair={first} isOpen={at === open} />
            ),
          )}
      </ol>
      {runs.length > MAX_LISTED && <p class="quiet">And {counted(runs.length - MAX_LISTED, 'more', 'more')}.</p>}
    </section>
  )
}

const isPairThatDiffers = ({ left, right, isSame }: Pair): boolean =>
  !isSame && left !== undefined && right !== undefined

interface Run {
  /** The place of its first pair. */
  readonly at: number
  readonly pairs: readonly [Pair, ...Pair[]]
}

/** Pairs that are the same in a row are one run. */
function runsOf(pairs: readonly Pair[]): readonly Run[] {
  const runs: { readonly at: number; readonly pairs: [Pair, ...Pair[]] }[] = []
  for (const [at, pair] of pairs.entries()) {
    const last = runs.at(-1)
    if (pair.isSame && last?.pairs[0].isSame === true) last.pairs.push(pair)
    else runs.push({ at, pairs: [pair] })
  }
  return runs
}

const Same = ({ at, pairs }: Run) => {
  const [first] = pairs
  const [from, to] = [first.left?.id, pairs.at(-1)?.left?.id]
  return (
    <li class="same" id={`pair-${at}`}>
      <details>
        <summary>
          {pairs.length === 1 ? `#${from} is the same` : `#${from} to #${to}: ${pairs.length} are the same`}
        </summary>
        <ol class="plain">
          {pairs.map(({ left }) => (
            <li>
              <Asked exchange={left} />
            </li>
          ))}
        </ol>
      </details>
    </li>
  )
}

type DifferentProps = SidesProps & { readonly at: number; readonly pair: Pair; readonly isOpen: boolean }

const Different = ({ context, left, right, at, pair, isOpen }: DifferentProps) => {
  const [ours, theirs] = [pair.left, pair.right]
  const sides = (
    <>
      <Asked exchange={ours} />
      <Asked exchange={theirs} />
    </>
  )
  const toOurs = pageUrlIn(context, left.name, 'journal', { exchange: ours?.id })
  const toTheirs = pageUrlIn(context, right.name, 'journal', { exchange: theirs?.id })
  if (ours === undefined || theirs === undefined) {
    return (
      <li id={`pair-${at}`} class="pair">
        <a href={ours === undefined ? toTheirs : toOurs}>{sides}</a>
      </li>
    )
  }
  return (
    <li id={`pair-${at}`} class={isOpen ? 'pair open' : 'pair'}>
      <ListLink href={compareUrl(context, left.name, right.name, at)} isCurrent={isOpen}>
        {sides}
      </ListLink>
      {isOpen && (
        <DiffTable
          found={differences(compared(ours), compared(theirs), true)}
          heads={[
            <a href={toOurs}>
              {left.name} #{ours.id}
            </a>,
            <a href={toTheirs}>
              {right.name} #{theirs.id}
            </a>,
          ]}
        />
      )}
    </li>
  )
}

/** One request and what came of it, in a line. */
const Asked = ({ exchange }: { readonly exchange: Exchange | undefined }) => {
  if (exchange === undefined) return <span class="asked-line quiet">not asked</span>
  const { id, method, path, query, status, fault } = exchange
  return (
    <span class="asked-line">
      <span class="quiet">#{id}</span> <b>{method}</b> {path}
      <span class="quiet">{readableQuery(query)}</span>{' '}
      <span class={`status s${String(status)[0]}`}>{status === 0 ? 'lost' : status}</span>{' '}
      {fault !== null && <span class="fault-mark">⚡ {fault.name} </span>}
      <span class="quiet">{errorOf(exchange)}</span>
    </span>
  )
}
