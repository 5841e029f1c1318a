import type { RunTotals } from '../testing/findings/run-totals.ts'
import type { OpenTrial } from '../testing/trial/open-trial.ts'
import type { RunningServer } from '../sandbox/running-server.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { OnAct } from './call.ts'

/** What control calls and pages find in their context. */
export interface Env {
  Bindings: {
    /** Where the request goes. */
    readonly sandbox: Sandbox
    /** The simulator that was asked. */
    readonly instance: RunningServer
    /** Counts the exchanges of the whole run. */
    readonly runTotals?: RunTotals
    /** What the server runs under. */
    readonly trial?: OpenTrial | undefined
    readonly onAct?: OnAct | undefined
  }
}
