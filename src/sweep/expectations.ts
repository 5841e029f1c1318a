import { z } from 'zod'
import { globMatches } from '../kernel/glob.ts'
import { didYouMean, nearest } from '../kernel/nearest.ts'
import { operations } from '../marketplace/routes.ts'
import { strictObject } from '../kernel/wire.ts'
import { families, type Trial } from '../testing/trial/trial.ts'
import { groupBy } from '../kernel/group-by.ts'
import { verdicts } from './verdicts.ts'
import { badOf, type SweepReport, type TrialResult } from './report.ts'

const wanted = z.union([z.enum(verdicts), z.array(z.enum(verdicts)).min(1)]).transform((each) => [each].flat())

/** What a team wants under faults: `sweep.yaml`. */
export const expectationsSchema = z
  .record(
    z.string(),
    strictObject({ wanted, why: z.string({ error: 'is missing: say why this is right' }).min(1, 'says nothing') }),
  )
  .superRefine((expectations, context) => {
    for (const key of Object.keys(expectations)) {
      const message = problemOf(key)
      if (message !== undefined) context.addIssue({ code: 'custom', path: [key], message })
    }
  })
/** By what each is about: a family, an operation, both with a blank between, or the id of a trial. */
export type Expectations = Readonly<z.output<typeof expectationsSchema>>
type Expectation = Expectations[string]

const subjects: readonly string[] = [...families, ...operations.map(({ id }) => id)]

function problemOf(key: string): string | undefined {
  const words = key.split(/[ /]/).slice(0, 2)
  const unknown = words.find((word) => !word.includes('*') && !subjects.includes(word))
  return unknown && `"${unknown}" is neither a family nor an operation${didYouMean(unknown, subjects)}`
}

type Subject = Pick<Trial, 'id' | 'operation' | 'family'>

/** The closest one: for the trial, for trials that fit it with `*`, its operation and family, its operation, its family. */
export const wantedFor = (expectations: Expectations, trial: Subject): Expectation | undefined => {
  // The more letters a pattern gives, the closer it is.
  const fitting = Object.keys(expectations)
    .filter((each) => each.includes('*') && globMatches(each, trial.id))
    .toSorted((a, b) => lettersOf(b) - lettersOf(a))
  const [closest, ...general] = fitting
  const isExact = closest !== undefined && lettersOf(closest) > lettersOf(keyOf(trial))
  const order = isExact
    ? [trial.id, closest, ...general, ...subjectsOf(trial)]
    : [trial.id, ...subjectsOf(trial), ...fitting]
  const key = order.find((each) => Object.hasOwn(expectations, each))
  return key === undefined ? undefined : expectations[key]
}

const lettersOf = (pattern: string): number => pattern.replaceAll('*', '').length

/** What a trial may be named by, besides its id, the closest first. */
const subjectsOf = (trial: Subject): readonly string[] => [keyOf(trial), trial.operation, trial.family]

const keyOf = ({ operation, family }: Pick<TrialResult, 'operation' | 'family'>): string => `${operation} ${family}`

/** The keys that are about none of these trials, each with the nearest one that would be. */
export function unmatchedIn(expectations: Expectations, trials: readonly Subject[]) {
  const known = new Set(trials.flatMap((trial) => [trial.id, ...subjectsOf(trial)]))
  return Object.keys(expectations)
    .filter((key) => !known.has(key) && !trials.some(({ id }) => key.includes('*') && globMatches(key, id)))
    .map((key) => ({ key, nearest: nearest(key, known)[0] ?? null }))
}

const HEAD = `# What is right under a fault: by family, operation, both, or the id of a trial.
# Keep the lines that are right and say why; mend the client for the others, and delete them.
`

/** The verdicts of a run that are not good, as a file for review: each reason is left to be written. */
export function initialExpectations(report: SweepReport): string {
  const all = groupBy(report.trials, keyOf)
  const lines = [...groupBy(badOf(report.trials), keyOf)].flatMap(([key, bad]) => {
    const [wanted = '', ...others] = new Set(bad.map(({ verdict }) => verdict))
    return all.get(key)?.length === bad.length && others.length === 0
      ? [`${key}: { wanted: ${wanted}, why: }`]
      : bad.map(({ id, verdict }) => `${id}: { wanted: ${verdict}, why: }`)
  })
  return HEAD + lines.map((line) => `${line}\n`).join('')
}
