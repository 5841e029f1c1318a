import type { Trial, TrialFamily } from '../../testing/trial/trial.ts'
import type { Verdict } from './verdict.ts'

/** Why a verdict matters. */
const whys: Readonly<Record<Exclude<Verdict, 'noticed' | 'unnoticed' | 'recovered'>, string>> = {
  'did-it-twice': 'The client created something again that it had created already: it pays twice.',
  crashed: 'The process ended instead of failing: whatever else it was doing is lost.',
  hung: 'The client waits for ever: nobody is told, and what waits for it waits too.',
  hammered: 'The client repeats what was refused without waiting: it keeps the limit up, and is refused for longer.',
  'never-met': 'The call did not come: this run was not like the first ones, and says nothing.',
}

/** Why a bad verdict matters, in a sentence: that of the trial where no more can be said. */
export function whyOf({ family, why }: Pick<Trial, 'family' | 'why'>, verdict: Verdict): string {
  if (verdict === 'recovered') return 'The client carried on, where the team wants something else.'
  if (verdict === 'noticed') return noticed[family] ?? why ?? UNWANTED
  return verdict === 'unnoticed' ? (unnoticed[family] ?? why ?? UNWANTED) : whys[verdict]
}

const UNWANTED = 'The team wants something else.'

const noticed: Readonly<Partial<Record<TrialFamily, string>>> = {
  transient:
    'It passes by itself, and the client gives up at the first one: users see failures that a retry would spare them.',
  'lost-reply':
    'It had happened, and to send it again does no harm: a client that gives up reports a failure that was none.',
}

const unnoticed: Readonly<Partial<Record<TrialFamily, string>>> = {
  transient:
    'The operation never worked and nothing failed: the client reports success for what was not done, or no test looks.',
  refusals: 'The service refused and nothing failed: the client takes a refusal for success, or no test looks.',
  'lost-reply': 'The operation worked less often and nothing failed: no test looks at what it does.',
}
