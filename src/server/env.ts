import type { Env as ControlEnv } from '../control/env.ts'
import type { Fate } from './fate.ts'

/** What a browser asks for before a page of another origin may send a request. */
export interface Preflight {
  readonly origin: string | null
  readonly path: string
  /** The method that the page wants to use. */
  readonly method: string | null
  /** The names of the headers that it wants to send, separated by commas. */
  readonly headers: string | null
}

/** Where a request goes, and who is told of it. */
export type Bindings = ControlEnv['Bindings'] & {
  /** The control token: it is masked where a client sent it to the simulated interface. */
  readonly controlToken?: string
  /** Told of every preflight, which is no exchange. */
  readonly onPreflight?: (preflight: Preflight, sandbox: string) => void
}

/** What every handler finds in its context. */
export interface Env {
  Bindings: Bindings & {
    /** What becomes of the connection; kept here because a response may be made anew on its way out. */
    readonly carry: { fate?: Fate }
  }
}
