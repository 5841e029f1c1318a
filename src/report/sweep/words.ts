import { shellWord } from '../../kernel/shell-word.ts'
import { type Figure, percent, type SweepReport, type TrialResult } from './result.ts'

/** The command line that runs one trial again. */
export const repeatLine = ({ id }: Pick<TrialResult, 'id'>, command: readonly string[]): string =>
  ['rental-sim', 'sweep', '--trial', id, '--', ...command].map(shellWord).join(' ')

const share = (figure: Figure): string =>
  figure.total === 0 ? 'not measured' : `${percent(figure)} % (${figure.good} of ${figure.total})`

/** The two figures, each with what it says. */
export const figures = ({ resilience, sensitivity }: SweepReport): readonly (readonly [string, string, string])[] => [
  ['Resilience', share(resilience), 'failures and unusual answers got over'],
  ['Sensitivity', share(sensitivity), 'refusals and wrong answers noticed'],
]

/** What a report says of trials that were not run, or met nothing. */
export function remarks({
  trials,
  left_out: leftOut,
  alike,
  unmatched_expectations: unmatched,
}: SweepReport): readonly string[] {
  const unmet = trials.filter(({ verdict }) => verdict === 'never-met').map(({ id }) => id)
  return [
    ...(unmet.length > 0 ? [`Met no call, or nothing to change, and count for nothing: ${several(unmet)}`] : []),
    ...(alike > 0 ? [`Not run because another trial is alike: ${alike}`] : []),
    ...(leftOut.length > 0 ? [`Left out: ${several(leftOut)}`] : []),
    ...unmatched.map(
      ({ key, nearest }) => `Wanted of no trial: "${key}"${nearest === null ? '' : `; did you mean "${nearest}"?`}`,
    ),
  ]
}

/** How many trials, and of which families: `3 (transient 2, answers 1)`. */
function several(ids: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const id of ids) {
    const [, family = ''] = id.split('/')
    counts.set(family, (counts.get(family) ?? 0) + 1)
  }
  return `${ids.length} (${[...counts].map(([family, count]) => `${family} ${count}`).join(', ')})`
}
