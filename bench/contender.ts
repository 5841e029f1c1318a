import type { Inputs } from './inputs.ts'

/** What every HTTP server can be asked to do. */
export type HttpWork = 'list' | 'list-real' | 'post' | 'start'

export interface Site {
  readonly port: number
  /** An empty folder of its own, for configuration files. */
  readonly folder: string
  readonly inputs: Inputs
  /** The folder of one of its packages. */
  readonly peer: (name: string) => string
}

export interface Command {
  readonly file: string
  readonly args: readonly string[]
  /** Whether it loads the heap probe, which talks over a channel. */
  readonly probed?: boolean
  /** Where its standard output goes; a pipe is read by the bench. */
  readonly output?: 'file' | 'pipe'
}

export interface Contender {
  readonly name: string
  /** What it does for an answer. */
  readonly does: string
  readonly works?: readonly HttpWork[]
  /** What it needs from npm, as name@version. */
  readonly packages?: readonly string[]
  readonly command: (site: Site) => Command | Promise<Command>
  /** Where it differs from the interface. */
  readonly listPath?: string
  readonly createPath?: string
  readonly createdStatus?: number
  /** How many requests it has recorded, by the headers of an answer. */
  readonly recorded?: (headers: Headers) => number
}

/** A program of the bench, as it is built beside this one. */
export const program = (name: string, ...args: readonly string[]): Command => ({
  file: process.execPath,
  args: [`build/bench/${name}.js`, ...args],
})
