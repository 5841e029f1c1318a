import type { CoverageReport } from '../harness/coverage.ts'
import type { Finding } from '../harness/found.ts'

/** What a report is made of. */
export interface Gathered {
  readonly coverage: CoverageReport
  readonly findings: readonly (Omit<Finding, 'kind'> & { readonly kind: string })[]
}

/** Something that the caller asked to fail on. */
export interface Failure {
  readonly name: string
  readonly text: string
}
