import type { CoverageReport } from '../testing/findings/coverage.ts'
import type { Finding } from '../testing/findings/finding.ts'

export type ShownFinding = Omit<Finding, 'kind'> & { readonly kind: string }

/** The coverage and findings that a report shows. */
export interface ReportData {
  /** Which sandboxes were counted, in words. */
  readonly scope: string
  readonly coverage: CoverageReport
  readonly findings: readonly ShownFinding[]
}

/** Requests that were answered, also by a fault, and those for no operation. */
export const requestsIn = ({ operations, injected, unmatched }: CoverageReport): number =>
  operations.reduce((sum, { hits }) => sum + hits, injected.answers + unmatched.requests)
