import type { ShownExchange } from '../harness/present-exchange.ts'
import type { Tally } from '../harness/tally.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Fate } from './fate.ts'

/** Where a request goes, and who is told of it. */
export interface Bindings {
  readonly sandbox: Sandbox
  /** Counts the exchanges of the whole run. */
  readonly tally?: Tally
  /** What steering takes: a client that shows it to the interface is not told on. */
  readonly controlToken?: string
  /** Told of every exchange when it is over. */
  readonly onExchange?: (exchange: ShownExchange, sandbox: string) => void
}

/** What every handler finds in its context. */
export interface Env {
  Bindings: Bindings & {
    /** What becomes of the connection; kept here because a response may be made anew on its way out. */
    readonly carry: { fate?: Fate }
  }
}
