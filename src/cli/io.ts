import type { Writable } from 'node:stream'

export type Environment = Readonly<Record<string, string | undefined>>

/** A stream of text; a terminal has a width. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** What the command line uses of its process. */
export interface Io {
  readonly env: Environment
  /** Opened by the command that reads it. */
  readonly stdin: () => AsyncIterable<Uint8Array>
  readonly stdout: Output
  readonly stderr: Output
  /** Calls back once, when a server is to stop. */
  readonly onStop: (stop: () => void) => void
}

/** The same for one command, with a copy of the environment, and its exit code. */
export interface CommandIo extends Io {
  readonly env: Record<string, string | undefined>
  /** The words of the command line, without the program. */
  readonly args: readonly string[]
  exitCode: number
}
