import type { Trial } from '../../testing/trial/trial.ts'

/**
 * Pairs of trials, each of which was handled alone: the same again at the next call, which is the retry, and the same at
 * the first call of another operation.
 */
export function pairsOf(trials: readonly Trial[]): readonly Trial[] {
  const handled = trials.filter(({ lasts }) => lasts === 'once')
  return handled.flatMap((trial) => [
    pair(trial, { ...trial, call: trial.call + 1 }, 'again'),
    ...handled.filter((other) => isFirstElsewhere(trial, other)).map((other) => pair(trial, other, other.operation)),
  ])
}

/** Each two operations once: in the order in which the plan has them. */
const isFirstElsewhere = (trial: Trial, other: Trial): boolean =>
  trial.call === 1 &&
  other.call === 1 &&
  trial.operation < other.operation &&
  JSON.stringify(trial.effect) === JSON.stringify(other.effect)

const pair = (trial: Trial, { operation, call, lasts, effect }: Trial, name: string): Trial => ({
  ...trial,
  id: `${trial.id}+${name}`,
  injected: `${trial.injected}, and at call ${call} of ${operation} too`,
  and: { operation, call, lasts, effect },
})
