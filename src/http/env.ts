import type { Exchange } from '../harness/journal.ts'
import type { Sandbox } from '../sandbox.ts'

/** What every handler finds in its context. */
export interface Env {
  Bindings: {
    readonly sandbox: Sandbox
    /** Told of every exchange when it is over. */
    readonly onExchange?: (exchange: Exchange, sandbox: string) => void
  }
}
