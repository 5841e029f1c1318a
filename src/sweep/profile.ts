import { callsInPlace, type Fact, isMet, requestKey } from './fact.ts'
import { groupBy } from '../kernel/group-by.ts'
import type { Evidence } from './judge.ts'
import { creates, type Verdict } from './verdicts.ts'

/** What one trial shows of how a client behaves. */
export interface ProfileRow {
  readonly name: string
  readonly operation: string
  readonly text: string
}

/** What a trial shows of how the client behaves; undefined where it shows nothing. */
export function profileRow({ trial, run, usualCalls }: Evidence, verdict: Verdict): ProfileRow | undefined {
  const { id, family, operation } = trial
  const [calls, usual] = [callsInPlace(trial, run.calls), callsInPlace(trial, usualCalls)]
  const met = calls.find(isMet)
  const kind = `${family}/${id.slice(id.lastIndexOf('/') + 1)}`
  const row = (name: string, text: string): ProfileRow => ({ name, operation, text })
  if (met === undefined) return undefined
  if (kind === 'outage/503') return row('Tries in an outage', triesText(calls.slice(calls.indexOf(met)), met))
  if (kind === 'transient/hang')
    return row(
      'Timeout',
      verdict === 'no-timeout'
        ? 'none'
        : run.timedOut
          ? 'none, or longer than the limit'
          : met.realMs === null
            ? 'not known'
            : `${seconds(met.realMs)} s`,
    )
  if (kind === 'transient/429')
    return row(
      'Waits for the window of a 429',
      verdict === 'hammered' ? 'no' : verdict.startsWith('recovered') ? 'yes' : 'does not ask again',
    )
  if (kind === 'lost-reply/reset' && creates(operation))
    return row('Looks before it creates again', lookTexts[verdict] ?? 'not known')
  if (kind === 'lost-reply/reset' && operation === 'templates.edit')
    return row('Follows the new hash_id', verdict.startsWith('recovered') ? 'yes' : 'no')
  if (kind === 'answers/success-false') return row('Reads success', verdict === 'unnoticed' ? 'no' : 'yes')
  if (kind === 'answers/unusual')
    return row('Gets over nulls and new fields', verdict === 'noticed' || verdict === 'crashed' ? 'no' : 'yes')
  if (kind === 'answers/status.loading') {
    const asks = (each: readonly Fact[]): number => each.filter((call) => call.operation === operation).length
    return row('Waits for a status', asks(calls) > asks(usual) ? 'yes' : run.exitCode === 0 ? 'does not read it' : 'no')
  }
  return undefined
}

const lookTexts: Readonly<Partial<Record<Verdict, string>>> = {
  recovered: 'yes',
  noticed: 'fails, and creates nothing again',
  'did-it-twice': 'no: creates it twice',
  'sent-again': 'no: sends it again',
  orphaned: 'no: says nothing, and leaves it',
}

/** `4: after 0.6, 1.1, 2.1 s`. Some of them may have been refused by the limiter. */
function triesText(calls: readonly Fact[], first: Fact): string {
  const same = calls.filter((call) => requestKey(call) === requestKey(first))
  const pauses = same.slice(1, 6).map((call, at) => {
    const before = same[at] ?? first
    return seconds(Math.max(call.realEndedMs - before.realEndedMs, call.endedMs - before.endedMs))
  })
  return pauses.length === 0 ? '1' : `${same.length}: after ${pauses.join(', ')}${same.length > 6 ? ', …' : ''} s`
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)

/** The rows of a profile: one for each thing, with the operations that differ. */
export const profileRows = (rows: readonly ProfileRow[]): readonly { readonly name: string; readonly text: string }[] =>
  [...groupBy(rows, ({ name }) => name)].map(([name, own]) => {
    const texts = [...groupBy(own, ({ text }) => text)]
    return {
      name,
      text: texts
        .map(([text, same]) =>
          texts.length === 1 ? text : `${text} (${[...new Set(same.map(({ operation }) => operation))].join(', ')})`,
        )
        .join('; '),
    }
  })
