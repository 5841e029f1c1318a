import { Coverage } from '../testing/findings/coverage.ts'
import { Findings } from '../testing/findings/findings.ts'
import { PollingMonitor } from '../testing/findings/polling.ts'
import { Journal, type JournalLimits } from '../testing/journal/journal.ts'
import type { RateLimitConfig } from '../testing/rate-limit/rate-limiter.ts'
import type { Clock } from '../kernel/clock.ts'

/** What recorders are opened with. */
export interface RecorderConfig {
  readonly journal: JournalLimits
  readonly rateLimit: RateLimitConfig
  /** Whether a response that rests on an assumption is a finding. */
  readonly strict: boolean
}

/** What a world keeps of its exchanges. */
export interface Records {
  readonly journal: Journal
  readonly coverage: Coverage
  readonly findings: Findings
}

export const openRecords = ({ journal, rateLimit, strict }: RecorderConfig, clock: Clock): Records => ({
  journal: new Journal(journal),
  coverage: new Coverage(),
  findings: new Findings(strict, new PollingMonitor(rateLimit, clock)),
})
