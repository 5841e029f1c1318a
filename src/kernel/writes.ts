/** A row that was put or deleted: pointers, because rows are immutable. */
export interface RowWrite<R = object> {
  /** The name of its table. */
  readonly collection: string
  readonly id: number
  /** Undefined where there was no such row. */
  readonly before: R | undefined
  /** Undefined where it was deleted. */
  readonly after: R | undefined
  /** The highest id that the table had given before. */
  readonly lastId: number
  /** Its place among all writes of its world, from 1. */
  readonly nth: number
  /** The memory of the row before, where no table shares it. */
  readonly bytes: number
}

/** Whoever makes writes and keeps them: a request. */
export interface Writer {
  writes: RowWrite[] | undefined
}

let writer: Writer | undefined

/** Whose writes they are that are made at this moment. */
export const currentWriter = (): Writer | undefined => writer

/**
 * From now on writes are those of a writer, until the next call: end it in a `finally` with what it returns.
 * A function around the work would cost each request a closure.
 * @returns whose they were before
 */
export function beginWriting(by: Writer | undefined): Writer | undefined {
  const outer = writer
  writer = by
  return outer
}

/** How many writes of no request a world can undo: those of control calls and of its timeline. */
export const MAX_OTHER_WRITES = 1000

/** What such writes may keep in memory. */
export const MAX_OTHER_WRITE_BYTES = 1024 * 1024

const BYTES_PER_WRITE = 150

/** What writes keep in memory. */
export const bytesOfWrites = (writes: readonly RowWrite[]): number =>
  writes.reduce((sum, { bytes }) => sum + BYTES_PER_WRITE + bytes, 0)

/** Numbers the writes of one world. A request keeps its own; the latest of all others are kept here. */
export class WriteLog {
  #count = 0
  #others: RowWrite[] = []
  #bytes = 0

  /** The number of the latest write. */
  get count(): number {
    return this.#count
  }

  /** The latest writes of no request, oldest first. */
  get others(): readonly RowWrite[] {
    return this.#others
  }

  /** The memory of `others`. */
  get bytes(): number {
    return this.#bytes
  }

  note(
    collection: string,
    id: number,
    before: object | undefined,
    after: object | undefined,
    lastId: number,
    bytes: number,
  ): void {
    this.#count += 1
    const write = { collection, id, before, after, lastId, nth: this.#count, bytes }
    if (writer === undefined) return this.#keep(write)
    const [first, second] = writer.writes ?? []
    // The journal keeps the list: one that is pushed to, or spread, has room for seventeen.
    if (first === undefined) writer.writes = [write]
    else if (second === undefined) writer.writes = [first, write]
    else writer.writes?.push(write)
  }

  /** Notes a change that cannot be undone. */
  skip(): void {
    this.#count += 1
  }

  /** A log that goes on from here, or from an earlier write. */
  fork(upTo = this.#count): WriteLog {
    const copy = new WriteLog()
    copy.#count = upTo
    copy.#others = this.#others.filter(({ nth }) => nth <= upTo)
    copy.#bytes = bytesOfWrites(copy.#others)
    return copy
  }

  #keep(write: RowWrite): void {
    this.#others.push(write)
    this.#bytes += bytesOfWrites([write])
    while (this.#others.length > MAX_OTHER_WRITES || this.#bytes > MAX_OTHER_WRITE_BYTES)
      this.#bytes -= bytesOfWrites(this.#others.splice(0, 1))
  }
}
