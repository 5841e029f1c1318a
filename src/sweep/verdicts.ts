import type { Trial, TrialFamily } from '../testing/trial/trial.ts'
import type { Fact } from './fact.ts'

/** Worst first. */
export const verdicts = [
  'left-behind',
  'did-it-twice',
  'sent-again',
  'orphaned',
  'crashed',
  'hung',
  'no-timeout',
  'hammered',
  'unnoticed',
  'noticed',
  'undecided',
  'never-met',
  'recovered-but-counted',
  'recovered',
] as const
export type Verdict = (typeof verdicts)[number]

/** A verdict, and what there is to say of this run in particular. */
export interface Judgement {
  readonly verdict: Verdict
  /** Why it matters, where it is not why such a verdict always does. */
  readonly why?: string
  /** The call that shows it, where it is not the first that met the fault. */
  readonly telling?: Fact
}

/** Verdicts that say neither good nor bad: they count for nothing. */
export const isOpen = (verdict: Verdict): boolean => verdict === 'never-met' || verdict === 'undecided'

/** Verdicts about what costs, or what nothing ends. */
export const isSevere = (verdict: Verdict): boolean => verdicts.indexOf(verdict) <= verdicts.indexOf('hung')

interface FamilyVerdicts {
  readonly right: readonly Verdict[]
  /** Why the other verdicts matter, where more can be said than the trial says. */
  readonly noticed?: string
  readonly unnoticed?: string
}

const families: Readonly<Record<TrialFamily, FamilyVerdicts>> = {
  transient: {
    right: ['recovered'],
    noticed:
      'It passes by itself, and the client gives up at the first one: users see failures that a retry would spare them.',
    unnoticed:
      'The operation never worked and nothing failed: the client reports success for what was not done, or no test looks.',
  },
  refusals: {
    right: ['noticed', 'recovered'],
    unnoticed: 'The service refused and nothing failed: the client takes a refusal for success, or no test looks.',
  },
  'lost-reply': {
    right: ['recovered'],
    noticed:
      'It had happened, and to send it again does no harm: a client that gives up reports a failure that was none.',
    unnoticed: 'The operation worked less often and nothing failed: no test looks at what it does.',
  },
  outage: {
    right: ['noticed', 'recovered'],
    unnoticed: 'The service was down and nothing failed: the client takes silence for success, or no test looks.',
  },
  answers: { right: ['recovered'] },
  wrong: { right: ['noticed', 'recovered'] },
}

/** Why a verdict matters, whatever the family. */
const reasons: Readonly<Partial<Record<Verdict, string>>> = {
  'left-behind':
    'The client created it, knows it, and leaves it there: it costs until somebody finds it. Without the fault it is deleted.',
  'did-it-twice': 'The client created something again that it had created already: it pays twice.',
  'sent-again':
    'The client sent the same creation again without a look whether it had happened. It was refused by chance: where it is not, the client pays twice.',
  orphaned:
    'Something was created, no answer that the client got names it, and nothing failed: it runs and costs, and nobody knows.',
  crashed: 'The process ended instead of failing: whatever else it was doing is lost.',
  hung: 'The command was not over within its limit, alone and with a longer one: the client has no timeout, or a longer one, or asks on and on.',
  'no-timeout':
    'The request was open until the test runner gave up: the client has no timeout, or a longer one than its tests.',
  hammered:
    'The client repeats what was refused sooner than it was asked to: it keeps the limit up, and is refused for longer.',
  undecided: 'No test failed, and nothing that the client sent shows whether it read the answer.',
  'never-met': 'The call did not come, or there was nothing to change in its answer: this run says nothing.',
  'recovered-but-counted':
    'The client got over it, and a test fails all the same: it counts requests, or says which ones there are. Loosen that assertion.',
  recovered: 'The client carried on, where the team wants something else.',
}

/** Whether each call of an operation makes something new. */
export const creates = (operation: string): boolean => operation.endsWith('.create')

/**
 * Where it is not known whether something was created, to fail is as right as to find out. An answer in place of the
 * operation says that it did not happen: to fail is right there, too.
 */
export const isGood = ({ family, operation, effect, right = [] }: Trial, verdict: Verdict): boolean =>
  families[family].right.includes(verdict) ||
  right.includes(verdict) ||
  verdict === 'recovered-but-counted' ||
  (verdict === 'noticed' && family === 'lost-reply' && creates(operation)) ||
  (verdict === 'noticed' && family === 'answers' && effect.status !== undefined)

/** Why a bad verdict matters, in a sentence: that of the trial where no more can be said. */
export const whyItMatters = ({ family, operation, why }: Trial, { verdict, why: ofRun }: Judgement): string => {
  const { noticed, unnoticed } = families[family]
  const ofFamily = verdict === 'noticed' ? noticed : verdict === 'unnoticed' ? unnoticed : undefined
  const ofCreation =
    family === 'transient' && verdict === 'noticed' && creates(operation) ? LOOK_THEN_REPEAT : undefined
  return ofRun ?? reasons[verdict] ?? ofCreation ?? ofFamily ?? why ?? 'The team wants something else.'
}

const LOOK_THEN_REPEAT =
  'It passes by itself, and the client gives up at the first one. Look whether it was created all the same, and only then send it again.'
