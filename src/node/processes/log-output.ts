import type { Writable } from 'node:stream'
// The global one may be faked by the tests that this process runs.
import { setImmediate } from 'node:timers'

/** Output that may wait in memory for a stalled reader. */
export const MAX_BACKLOG_BYTES = 1024 * 1024

/** Lines of one turn of the event loop beyond these go out in a further write. */
const MAX_WRITE_CHARACTERS = 64 * 1024

/**
 * Writes lines to a stream, those of one turn of the event loop in one write, and the rest when the process ends.
 * Where the reader stalls, lines beyond the backlog are counted instead of kept, and once the backlog is read, one line
 * tells how many.
 */
export class LogOutput {
  readonly #stream: Writable
  readonly #dropped: (lines: number) => string
  readonly #send = (): void => this.flush()
  /** Not written yet. */
  #lines = ''
  #droppedLines = 0

  /** @param dropped the line that tells how many lines were not written */
  constructor(stream: Writable, dropped: (lines: number) => string) {
    this.#stream = stream
    this.#dropped = dropped
  }

  write(line: string): void {
    if (this.#droppedLines > 0) this.#droppedLines += 1
    else if (this.#stream.writableLength <= MAX_BACKLOG_BYTES) this.#add(line)
    else {
      this.#droppedLines = 1
      this.#stream.once('drain', () => this.#resume())
    }
  }

  #resume(): void {
    this.#add(this.#dropped(this.#droppedLines))
    this.#droppedLines = 0
  }

  #add(line: string): void {
    if (this.#lines === '') {
      setImmediate(this.#send)
      process.once('exit', this.#send)
    }
    this.#lines += `${line}\n`
    if (this.#lines.length > MAX_WRITE_CHARACTERS) this.flush()
  }

  /** Writes at once what waits for the end of the turn. */
  flush(): void {
    if (this.#lines === '') return
    process.off('exit', this.#send)
    const lines = this.#lines
    this.#lines = ''
    this.#stream.write(lines)
  }
}
