import { badOf, percent, type SweepReport } from './result.ts'

export const figureNames = ['resilience', 'sensitivity'] as const

/** Shares in percent below which a sweep fails. */
export type Bar = Readonly<Partial<Record<(typeof figureNames)[number], number>>>

/**
 * Why a sweep fails, a line each; none where it passes.
 * @param before the report of an earlier sweep: what was bad then fails no more
 */
export function failuresOf(report: SweepReport, bar: Bar, before?: SweepReport): readonly string[] {
  const known = new Map(before?.trials.map(({ id, good }) => [id, good]))
  const worse = before === undefined ? [] : badOf(report).filter(({ id }) => known.get(id) !== false)
  // A figure that is lower only because of what was bad before is no reason to fail.
  const below =
    before !== undefined && worse.length === 0 ? [] : figureNames.flatMap((name) => belowBar(report, name, bar[name]))
  return [...below, ...worse.map(({ id, verdict }) => `${id}: ${verdict}, which is worse than before`)]
}

function belowBar(report: SweepReport, name: keyof Bar, least: number | undefined): readonly string[] {
  const share = percent(report[name])
  return least === undefined || report[name].total === 0 || share >= least
    ? []
    : [`${name} is ${share} %, below ${least} %`]
}
