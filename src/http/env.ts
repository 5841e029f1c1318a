import type { Fate } from './fate.ts'
import type { ShownExchange } from '../harness/present-exchange.ts'
import type { Tally } from '../harness/tally.ts'
import type { Sandbox } from '../sandbox.ts'

/** What every handler finds in its context. */
export interface Env {
  Bindings: {
    readonly sandbox: Sandbox
    /** What becomes of the connection; kept here because a response may be made anew on its way out. */
    readonly carry: { fate?: Fate }
    /** Counts the exchanges of the whole run. */
    readonly tally?: Tally
    /** Told of every exchange when it is over. */
    readonly onExchange?: (exchange: ShownExchange, sandbox: string) => void
  }
}
