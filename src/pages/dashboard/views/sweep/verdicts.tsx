import type { LiveTrial } from '../../../../sweep/live-sweep.ts'
import { isOpen, type Verdict } from '../../../../sweep/verdicts.ts'

/** The sign of each verdict, the worst first. */
const signs: Readonly<Record<Verdict, string>> = {
  'did-it-twice': '2',
  'sent-again': '↻',
  orphaned: 'o',
  crashed: '×',
  hung: '∞',
  'no-timeout': '∞',
  hammered: '»',
  unnoticed: '?',
  noticed: '!',
  undecided: '–',
  'never-met': '–',
  'recovered-but-counted': '✓',
  recovered: '✓',
}

/** How bad it is: two grades. */
const isWorst = (verdict: Verdict): boolean =>
  ['did-it-twice', 'sent-again', 'orphaned', 'crashed', 'hung'].includes(verdict)

/** What a trial looks like: what is good is pale, what is bad is filled. */
export function lookOf({ result, isRunning }: LiveTrial) {
  if (result === undefined) return isRunning ? { sign: '…', look: 'running' } : { sign: '', look: 'waiting' }
  const { verdict, good } = result
  const look = isOpen(verdict) ? 'unmet' : good ? 'good' : isWorst(verdict) ? 'worst' : 'bad'
  return { sign: signs[verdict], look }
}

/** The verdict in words, with whether it is what is wanted. */
export function verdictText({ result, isRunning }: LiveTrial): string {
  if (result === undefined) return isRunning ? 'runs now' : 'not run yet'
  const { verdict, good } = result
  return isOpen(verdict) ? verdict : `${verdict}, ${good ? 'good' : 'bad'}`
}

/** A verdict as a sign and a word. */
export const VerdictBadge = ({ live }: { readonly live: LiveTrial }) => {
  const { sign, look } = lookOf(live)
  return (
    <span class="verdict">
      <span class={`tile ${look}`} aria-hidden="true">
        {sign}
      </span>{' '}
      {live.result?.verdict ?? verdictText(live)}
    </span>
  )
}

/** Which sign is which verdict, and how many trials have it. */
export const Legend = ({ trials }: { readonly trials: readonly LiveTrial[] }) => {
  const groups = new Map<string, { readonly live: LiveTrial; count: number }>()
  for (const live of trials) {
    const { sign, look } = lookOf(live)
    const group = groups.get(look + sign)
    if (group === undefined) groups.set(look + sign, { live, count: 1 })
    else group.count += 1
  }
  return (
    <ul class="plain legend" aria-label="Verdicts">
      {[...groups.values()]
        .toSorted((a, b) => rank(a.live) - rank(b.live))
        .map(({ live, count }) => {
          const { sign, look } = lookOf(live)
          return (
            <li>
              <span class={`tile ${look}`} aria-hidden="true">
                {sign}
              </span>{' '}
              <b>{count}</b> {verdictText(live)}
            </li>
          )
        })}
    </ul>
  )
}

/** The bad ones first, the worst of them before the others; what has not run comes last. */
function rank({ result, isRunning }: LiveTrial): number {
  if (result === undefined) return isRunning ? 200 : 300
  return Object.keys(signs).indexOf(result.verdict) + (result.good || result.verdict === 'never-met' ? 100 : 0)
}
