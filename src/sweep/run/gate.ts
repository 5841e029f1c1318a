import { existsSync, statSync } from 'node:fs'
import { z } from 'zod'
import { parseJson } from '../../kernel/parse-json.ts'
import { UsageError } from '../../kernel/usage-error.ts'
import { MAX_CAPTURE_BYTES, readFile } from '../../node/files/library.ts'
import { badOf, percent, type SweepReport, sweepSchema, type TrialResult } from '../report.ts'
import { isOpen, verdicts } from '../verdicts.ts'

export const figureNames = ['resilience', 'refusals', 'sensitivity'] as const

/** Shares in percent below which a sweep fails. */
export type Bar = Readonly<Partial<Record<(typeof figureNames)[number], number>>>

/** The verdicts of an earlier sweep by the ids of its trials; null for one that was planned and not run. */
const baselineSchema = z.record(z.string(), z.enum(verdicts).nullable())
export type Baseline = z.infer<typeof baselineSchema>

/** @param known verdicts of an earlier sweep: what this one left out keeps them */
export const baselineOf = ({ trials, left_out }: SweepReport, known: Baseline = {}): Baseline =>
  Object.fromEntries<Baseline[string]>([
    ...trials.map(({ id, verdict }) => [id, verdict] as const),
    ...left_out.map((id) => [id, known[id] ?? null] as const),
  ])

/** The bad verdicts that are worse than in an earlier sweep: what that did not run is not known to be. */
export const worseThan = ({ trials }: SweepReport, before: Baseline): readonly TrialResult[] =>
  badOf(trials).filter(({ id, verdict }) => {
    const earlier = before[id]
    if (earlier === undefined) return true
    return earlier !== null && !isOpen(earlier) && verdicts.indexOf(verdict) < verdicts.indexOf(earlier)
  })

/** What to do about a bar for a figure that no trial is about. */
const NOT_MEASURED = {
  resilience: 'try other families, or leave it out',
  refusals: 'add --only refusals, or leave it out',
  sensitivity: 'add --all, or leave it out',
} as const

/**
 * Why a sweep fails, a line each; none where it passes.
 * @param before an earlier sweep: what was bad then fails no more
 */
export function failuresOf(report: SweepReport, bar: Bar, before?: Baseline): readonly string[] {
  const worse = before === undefined ? [] : worseThan(report, before)
  // A figure that is lower only because of what was bad before is no reason to fail.
  const names = before !== undefined && worse.length === 0 ? [] : figureNames
  const below = names.flatMap((name) => {
    const { [name]: min = 0 } = bar
    const share = percent(report[name])
    if (report[name].total === 0 && min > 0)
      return [`${name} was not measured, so it may be below ${min} %: ${NOT_MEASURED[name]}`]
    return share >= min ? [] : [`${name} is ${share} %, below ${min} %`]
  })
  const isForeign = before !== undefined && !report.trials.some(({ id }) => Object.hasOwn(before, id))
  return [
    ...(isForeign ? ['the baseline has none of these trials: is it of another suite?'] : []),
    ...below,
    ...worse.map(({ id, verdict }) => `${id}: ${verdict}, which is worse than before`),
  ]
}

/**
 * The verdicts of an earlier sweep: a file of --save-baseline, or a report as JSON.
 * @throws UsageError for a file that is neither
 */
export function readBaseline(file: string): Baseline {
  const found = parseBaseline(file)
  if (found !== undefined && Object.keys(found).length > 0) return found
  throw new UsageError(`${file} is no earlier sweep: name a file that --save-baseline wrote, or a report as JSON`)
}

/** The same; undefined for a file that is neither. */
function parseBaseline(file: string): Baseline | undefined {
  const written = parseJson(readFile(file, MAX_CAPTURE_BYTES).text)
  const report = sweepSchema.safeParse(written)
  if (report.success) return baselineOf(report.data)
  return baselineSchema.safeParse(written).data
}

/**
 * The verdicts in the file that is to be written: what this run leaves out keeps them.
 * @throws UsageError for a file that holds something else
 */
export function readKnown(file: string | undefined): Baseline {
  if (file === undefined || !existsSync(file) || statSync(file).size === 0) return {}
  const known = parseBaseline(file)
  if (known !== undefined) return known
  throw new UsageError(`${file} is there already, and is no earlier sweep: --save-baseline does not write over it`)
}
