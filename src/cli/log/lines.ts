import type { UnreadableGuess } from '../../node/unreadable.ts'
import type { Preflight } from '../../server/preflight.ts'
import type { Observation } from '../../testing/findings/finding.ts'
import type { Exchange } from '../../testing/journal/exchange.ts'

/** What each line of a log looks like. */
export interface Lines {
  /** Reads no headers, and a body only of an error: to mask their secrets takes long. */
  readonly exchange: (exchange: Exchange, sandbox: string) => string
  readonly finding: (observation: Observation, exchange: Exchange, sandbox: string) => string
  /** What a test or a person did to a sandbox: a reset, a scenario, a move of its clock. */
  readonly act: (text: string, sandbox: string) => string
  readonly preflight: (preflight: Preflight, sandbox: string) => string
  readonly connectionsRefused: (open: number) => string
  /** @param count how many there were of which this was guessed */
  readonly unreadable: (guess: UnreadableGuess, count: number) => string
  readonly evicted: (sandbox: string) => string
  readonly dropped: (lines: number) => string
}

/** The error code in the body of a response that refuses; undefined for any other. */
export const errorOf = ({ status, responseBody }: Pick<Exchange, 'status' | 'responseBody'>): string | undefined =>
  status < 400 ? undefined : /"(?:error|detail)":\s*"([^"\\]{1,100})"/.exec(responseBody.slice(0, 2000))?.[1]
