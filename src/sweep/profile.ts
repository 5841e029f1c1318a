import { groupBy } from '../kernel/group-by.ts'
import { callsInPlace, type Fact, isMet, requestKey } from './fact.ts'
import type { Evidence } from './judge.ts'
import { creates, isOpen, type Verdict, verdicts } from './verdicts.ts'

/** What one trial shows of how a client behaves. */
export interface ProfileRow {
  readonly name: string
  readonly operation: string
  readonly text: string
  /** The worst row of an operation has the lowest rank. */
  readonly rank: number
  /** What is measured, of which no two trials are alike: how long a request was open, or how often it was sent. */
  readonly seconds?: number
  readonly tries?: number
}

/** What a trial shows of how the client behaves; undefined where it shows nothing. */
export function profileRow({ trial, run, usualCalls }: Evidence, verdict: Verdict): ProfileRow | undefined {
  const { id, family, operation } = trial
  const [calls, usual] = [callsInPlace(trial, run.calls), callsInPlace(trial, usualCalls)]
  const met = calls.find(isMet)
  if (met === undefined) return undefined
  // A trial that decides nothing speaks for an operation only where no other one does.
  const rank = isOpen(verdict) ? verdicts.length : verdicts.indexOf(verdict)
  const row = (name: string, text: string): ProfileRow => ({ name, operation, text, rank })
  const recovers = verdict.startsWith('recovered')
  switch (`${family}/${id.slice(id.lastIndexOf('/') + 1)}`) {
    case 'outage/503': {
      const tried = calls.slice(calls.indexOf(met)).filter((call) => requestKey(call) === requestKey(met))
      return { ...row('Tries in an outage', triesText(tried)), tries: tried.length, rank: -tried.length }
    }
    case 'transient/hang': {
      if (verdict === 'no-timeout') return row('Timeout', 'none')
      if (run.timedOut) return row('Timeout', 'none, or longer than the limit')
      if (met.realMs === null) return row('Timeout', 'not known')
      // A machine that has other work to do makes a request longer: the shortest is the client's own.
      return { ...row('Timeout', ''), seconds: met.realMs / 1000, rank: verdicts.length + met.realMs }
    }
    case 'transient/429':
      return row(
        'Waits for the window of a 429',
        verdict === 'hammered' ? 'no' : recovers ? 'yes' : 'does not ask again',
      )
    case 'lost-reply/reset':
      if (creates(operation)) return row('Looks before it creates again', lookTexts[verdict] ?? 'not known')
      return operation === 'templates.edit' ? row('Follows the new hash_id', recovers ? 'yes' : 'no') : undefined
    case 'answers/success-false':
      return row('Reads success', verdict === 'unnoticed' ? 'no' : 'yes')
    case 'answers/unusual':
      return row('Gets over nulls and new fields', verdict === 'noticed' || verdict === 'crashed' ? 'no' : 'yes')
    case 'answers/status.loading': {
      const asks = (each: readonly Fact[]): number => each.filter((call) => call.operation === operation).length
      if (asks(calls) > asks(usual)) return row('Waits for a status', 'yes')
      return row('Waits for a status', run.exitCode === 0 ? 'does not read it' : 'no')
    }
    default:
      return undefined
  }
}

const lookTexts: Readonly<Partial<Record<Verdict, string>>> = {
  recovered: 'yes',
  noticed: 'fails, and creates nothing again',
  'did-it-twice': 'no: creates it twice',
  'sent-again': 'no: sends it again',
  orphaned: 'no: says nothing, and leaves it',
}

/** `4: after 0.6, 1.1, 2.1 s`. Some of them may have been refused by the limiter. */
function triesText(tried: readonly Fact[]): string {
  const pauses = tried.slice(0, 6).flatMap((call, at) => {
    const before = tried[at - 1]
    if (before === undefined) return []
    return shown(Math.max(call.realEndedMs - before.realEndedMs, call.endedMs - before.endedMs) / 1000)
  })
  return pauses.length === 0 ? '1' : `${tried.length}: after ${pauses.join(', ')}${tried.length > 6 ? ', …' : ''} s`
}

const shown = (seconds: number): string => seconds.toFixed(seconds < 10 ? 1 : 0)

/** The lines of a profile: for each thing the worst that an operation shows, and which operations, where they differ. */
export const profileOf = (rows: readonly ProfileRow[]): { readonly name: string; readonly text: string }[] =>
  [...groupBy(rows, ({ name }) => name)].map(([name, own]) => {
    const worst = [...groupBy(own, ({ operation }) => operation).values()].flatMap((each) =>
      each.toSorted((a, b) => a.rank - b.rank).slice(0, 1),
    )
    const kinds = [...groupBy(worst, kindOf).values()]
    const texts = kinds.map((same) =>
      kinds.length === 1 ? textOf(same) : `${textOf(same)} (${same.map(({ operation }) => operation).join(', ')})`,
    )
    return { name, text: texts.join('; ') }
  })

const kindOf = ({ seconds, tries, text }: ProfileRow): string | number =>
  seconds === undefined ? (tries ?? text) : 's'

/** One text for all of them: of times the range, where they are not about the same. */
function textOf(same: readonly ProfileRow[]): string {
  const times = same.flatMap(({ seconds }) => seconds ?? [])
  if (times.length === 0) return same[0]?.text ?? ''
  const [least, most] = [Math.min(...times), Math.max(...times)]
  return `${most > 2 * least ? `${shown(least)} to ${shown(most)}` : shown(least)} s`
}
