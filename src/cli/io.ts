import type { Writable } from 'node:stream'

export type Environment = Readonly<Record<string, string | undefined>>

/** A stream of text; a terminal has a width. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** All that the command line has of the process that it runs in. */
export interface Io {
  readonly env: Environment
  readonly stdout: Output
  readonly stderr: Output
  /** Whether nothing else runs in the process: then it is tuned for the command. */
  readonly isOwnProcess: boolean
  /** Calls back, once, when what runs until it is told to stop is told so. */
  readonly onStop: (stop: () => void) => void
}

/** The same for one command: an environment of its own, and how it ends. */
export interface CommandIo extends Io {
  readonly env: Record<string, string | undefined>
  exitCode: number
}
