import { shellWord } from '../../kernel/shell-word.ts'
import { type Figure, percent, type SweepReport, type TrialResult } from './result.ts'

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
    ...(unmet.length > 0
      ? [`Met no call, or changed nothing, and count for nothing: ${several(unmet.map(({ id }) => id))}`]
      : []),
    ...(leftOut.length > 0 ? [`Left out: ${several(leftOut)}`] : []),
  ]
}

const MAX_NAMED_TRIALS = 5

const several = (ids: readonly string[]): string =>
  `${ids.length} (${ids.slice(0, MAX_NAMED_TRIALS).join(', ')}${ids.length > MAX_NAMED_TRIALS ? ', …' : ''})`
