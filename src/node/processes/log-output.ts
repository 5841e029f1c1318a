import type { Writable } from 'node:stream'

/** Output that may wait in memory for a stalled reader. */
export const MAX_BACKLOG_BYTES = 1024 * 1024

/**
 * Writes lines to a stream whose reader may stall: beyond the backlog lines are counted instead of kept, and once the
 * backlog is read, one line tells how many.
 */
export class LogOutput {
  readonly #stream: Writable
  readonly #dropped: (lines: number) => string
  #droppedLines = 0

  /** @param dropped the line that tells how many lines were not written */
  constructor(stream: Writable, dropped: (lines: number) => string) {
    this.#stream = stream
    this.#dropped = dropped
  }

  write(line: string): void {
    if (this.#droppedLines > 0) this.#droppedLines += 1
    else if (this.#stream.writableLength <= MAX_BACKLOG_BYTES) this.#stream.write(`${line}\n`)
    else {
      this.#droppedLines = 1
      this.#stream.once('drain', () => this.#resume())
    }
  }

  #resume(): void {
    this.#stream.write(`${this.#dropped(this.#droppedLines)}\n`)
    this.#droppedLines = 0
  }
}
