import { shellWord } from '../../kernel/shell-word.ts'
import type { TrialFamily } from '../../testing/trial/trial.ts'
import { type Figure, percent, type SweepReport, type TrialResult } from './result.ts'
import type { Verdict } from './verdict.ts'

/** Why a verdict matters. */
const whys: Readonly<Record<Exclude<Verdict, 'noticed' | 'unnoticed' | 'recovered'>, string>> = {
  'did-it-twice': 'The client created something again that it had created already: it pays twice.',
  crashed: 'The process ended instead of failing: whatever else it was doing is lost.',
  hung: 'The client waits for ever: nobody is told, and what waits for it waits too.',
  hammered: 'The client repeats what was refused without waiting: it keeps the limit up, and is refused for longer.',
  'never-met': 'The call did not come: this run was not like the first ones, and says nothing.',
}

/** Why a bad verdict matters, in a sentence. */
export function whyOf({ family, verdict }: Pick<TrialResult, 'family' | 'verdict'>): string {
  if (verdict === 'noticed') return noticed[family]
  if (verdict === 'unnoticed') return unnoticed[family]
  return verdict === 'recovered' ? 'The client carried on, where the team wants it to fail.' : whys[verdict]
}

const noticed: Readonly<Record<TrialFamily, string>> = {
  transient:
    'It passes by itself, and the client gives up at the first one: users see failures that a retry would spare them.',
  refusals: 'A test fails, where the team wants something else.',
  'lost-reply':
    'It had happened, and to send it again does no harm: a client that gives up reports a failure that was none.',
  answers: 'The interface allows this answer: the client breaks the day the service gives it.',
  wrong: 'A test fails, where the team wants something else.',
}

const unnoticed: Readonly<Record<TrialFamily, string>> = {
  transient:
    'The operation never worked and nothing failed: the client reports success for what was not done, or no test looks.',
  refusals: 'The service refused and nothing failed: the client takes a refusal for success, or no test looks.',
  'lost-reply': 'The operation worked less often and nothing failed: no test looks at what it does.',
  answers: 'Nothing failed, and no test looks at the answer.',
  wrong: 'The service broke its contract and no test noticed: these tests would pass against a service that is wrong.',
}

/** The command line that runs one trial again. */
export const repeatLine = ({ id }: Pick<TrialResult, 'id'>, command: readonly string[]): string =>
  ['rental-sim', 'sweep', '--trial', id, '--', ...command].map(shellWord).join(' ')

const share = (figure: Figure): string =>
  figure.total === 0 ? 'no trials' : `${percent(figure)} % (${figure.good} of ${figure.total})`

/** The two figures, each with what it says. */
export const figures = ({ resilience, sensitivity }: SweepReport): readonly (readonly [string, string, string])[] => [
  ['Resilience', share(resilience), 'transient failures, lost replies and unusual answers that the client got over'],
  ['Sensitivity', share(sensitivity), 'refusals and wrong answers that a test noticed'],
]

/** What a report says of trials that were not run, or met nothing. */
export function remarks({ trials, left_out: leftOut, alike }: SweepReport): readonly string[] {
  const unmet = trials.filter(({ verdict }) => verdict === 'never-met')
  return [
    ...(alike > 0 ? [`Not run because another trial is alike: ${alike}`] : []),
    ...(unmet.length > 0 ? [`Met no call, and count for nothing: ${unmet.map(({ id }) => id).join(', ')}`] : []),
    ...(leftOut.length > 0
      ? [`Left out: ${leftOut.length} (${leftOut.slice(0, 5).join(', ')}${leftOut.length > 5 ? ', …' : ''})`]
      : []),
  ]
}
