import { Coverage } from '../testing/findings/coverage.ts'
import { Findings } from '../testing/findings/findings.ts'
import { PollingMonitor } from '../testing/findings/polling.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import { Journal, type JournalLimits } from '../testing/journal/journal.ts'
import type { RateLimitConfig } from '../testing/rate-limit/rate-limiter.ts'
import type { Recorder } from '../testing/recorder.ts'
import type { Clock } from '../kernel/clock.ts'

/** What recorders are opened with. */
export interface RecorderConfig {
  readonly journal: JournalLimits
  readonly rateLimit: RateLimitConfig
  /** Whether a response that rests on an assumption is a finding. */
  readonly strict: boolean
}

/** What a fresh world records of its exchanges. A new recorder is one line here. */
export const openRecorders = ({ journal, rateLimit, strict }: RecorderConfig, clock: Clock): readonly Recorder[] => [
  new Journal(journal),
  new Coverage(),
  new Findings(strict, new PollingMonitor(rateLimit, clock)),
]

/** Recorders, and by their names those that something else reads. */
export const named = (recorders: readonly Recorder[]) => ({
  recorders,
  journal: only(Journal, recorders),
  coverage: only(Coverage, recorders),
  findings: only(Findings, recorders),
})

export type NamedRecorders = Readonly<ReturnType<typeof named>>

function only<R extends Recorder>(kind: new (...given: never[]) => R, recorders: readonly Recorder[]): R {
  const found = recorders.find((each): each is R => each instanceof kind)
  if (found === undefined) throw new Error(`a world has no ${kind.name}`)
  return found
}

interface RecordedSandbox {
  recorded(exchange: Exchange): void
}

/** Counts what the exchanges of a sandbox take of the memory, and tells the pages that show it. */
export class SandboxRecorder implements Recorder {
  readonly #sandbox: RecordedSandbox

  constructor(sandbox: RecordedSandbox) {
    this.#sandbox = sandbox
  }

  closed({ exchange }: { readonly exchange: Exchange }): void {
    this.#sandbox.recorded(exchange)
  }

  fork(): this {
    return this
  }
}
