import type { RunTotals } from '../testing/findings/run-totals.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

/** What a browser asks for before a page of another origin may send a request. */
export interface Preflight {
  readonly origin: string | null
  readonly path: string
  /** The method that the page wants to use. */
  readonly method: string | null
  /** The names of the headers that it wants to send, separated by commas. */
  readonly headers: string | null
}

/** Who is told of what a server is asked. */
export interface Listeners {
  /** The control token: it is masked where a client sent it to the simulated interface. */
  readonly controlToken?: string
  /** Told of every preflight, which is no exchange. */
  readonly onPreflight?: (preflight: Preflight, sandbox: string) => void
  /** Counts the exchanges of the whole run. */
  readonly runTotals?: RunTotals
}

/** Where an exchange takes place, and who is told of it. */
export interface Bindings extends Listeners {
  readonly sandbox: Sandbox
}
