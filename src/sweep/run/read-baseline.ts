import { readFileSync } from 'node:fs'
import { UsageError } from '../../kernel/usage-error.ts'
import { type Baseline, baselineOf, baselineSchema, sweepSchema } from '../report.ts'

/**
 * The verdicts of an earlier sweep: a file of --save-baseline, or a report as JSON.
 * @throws UsageError for a file that is neither
 */
export function readBaseline(file: string): Baseline {
  const written: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const report = sweepSchema.safeParse(written)
  if (report.success) return baselineOf(report.data)
  const { success, data } = baselineSchema.safeParse(written)
  if (success && Object.keys(data).length > 0) return data
  throw new UsageError(`${file} is no earlier sweep: write one with --save-baseline ${file}`)
}
