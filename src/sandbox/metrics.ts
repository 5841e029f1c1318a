import type { Recorder } from '../testing/recorder.ts'
import type { Sandboxes } from './sandboxes.ts'

/** What a server tells Prometheus. */
export interface Metrics {
  /** Counts the exchanges of all sandboxes. */
  readonly recorder: Recorder
  /** The text of all metrics, as they are now, and its media type. */
  readonly read: (sandboxes: Sandboxes) => Promise<{ readonly text: string; readonly type: string }>
}
