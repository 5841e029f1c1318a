import type { SweepReport, TrialResult } from './result.ts'
import { badOf } from './result.ts'

const HEAD = `# What is right under a fault: by family, operation, both, or the id of a trial.
# Keep the lines that are right and say why; mend the client for the others, and delete them.
`

/** The verdicts of a run that are not good, as a file for review: each reason is left to be written. */
export function initialExpectations(report: SweepReport): string {
  const groups = new Map<string, TrialResult[]>()
  for (const result of badOf(report)) {
    const key = `${result.operation} ${result.family}`
    groups.set(key, [...(groups.get(key) ?? []), result])
  }
  const lines = [...groups].flatMap(([key, bad]) => {
    const [first] = bad
    const all = report.trials.filter(({ operation, family }) => `${operation} ${family}` === key)
    const isAll = all.length === bad.length && bad.every(({ verdict }) => verdict === first?.verdict)
    return isAll && first !== undefined
      ? [`${key}: { wanted: ${first.verdict}, why: }`]
      : bad.map(({ id, verdict }) => `${id}: { wanted: ${verdict}, why: }`)
  })
  return HEAD + lines.map((line) => `${line}\n`).join('')
}
