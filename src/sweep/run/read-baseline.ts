import { UsageError } from '../../kernel/usage-error.ts'
import { parseJson } from '../../kernel/parse-json.ts'
import { MAX_CAPTURE_BYTES, readFile } from '../../node/files/library.ts'
import { type Baseline, baselineOf, baselineSchema, sweepSchema } from '../report.ts'

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
export function parseBaseline(file: string): Baseline | undefined {
  const written = parseJson(readFile(file, MAX_CAPTURE_BYTES).text)
  const report = sweepSchema.safeParse(written)
  if (report.success) return baselineOf(report.data)
  return baselineSchema.safeParse(written).data
}
