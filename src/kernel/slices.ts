import { nextTurn } from './next-turn.ts'
import { beginWriting, currentWriter, type Writer } from './writes.ts'

/** Long work in slices of about a millisecond. It yields between two of them, so that other requests can have their turn. */
export type Work<T> = Generator<undefined, T>

/** How many rows or values make a slice. Drawing so many takes about a millisecond; a clock would make tests depend on time. */
export const SLICE = 2048

/** Whether work that has gone through so many rows or values has come to the end of a slice. */
export const endsSlice = (count: number): boolean => count % SLICE === 0

/** Does work: the result at once where it is done within one slice, else a promise of it. */
export function inSlices<T>(work: Work<T>): T | Promise<T> {
  const first = work.next()
  return first.done === true ? first.value : finish(work)
}

async function finish<T>(work: Work<T>): Promise<T> {
  const writer = currentWriter()
  for (;;) {
    await nextTurn()
    const slice = sliceOf(work, writer)
    if (slice.done === true) return slice.value
  }
}

/** A slice writes rows for whoever began the work. */
function sliceOf<T>(work: Work<T>, writer: Writer | undefined): IteratorResult<undefined, T> {
  const outer = beginWriting(writer)
  try {
    return work.next()
  } finally {
    beginWriting(outer)
  }
}

/** Goes on with a result: at once, or when its promise is fulfilled. */
export const andThen = <T, U>(result: T | Promise<T>, next: (result: T) => U | Promise<U>): U | Promise<U> =>
  result instanceof Promise ? result.then(next) : next(result)

/** Work that is done once for all who need its result. */
export class SharedWork<T> {
  readonly #start: () => Work<T>
  #work: Work<T> | undefined
  #done: { readonly result: T } | undefined

  constructor(start: () => Work<T>) {
    this.#start = start
  }

  /** For whoever cannot wait: the rest of the work is done at once. */
  get result(): T {
    while (this.#done === undefined) this.#slice()
    return this.#done.result
  }

  /** The result, after the slices that are left; who waits at the same time does them in turn. */
  *wait(): Work<T> {
    while (this.#done === undefined) {
      this.#slice()
      if (this.#done === undefined) yield
    }
    return this.#done.result
  }

  #slice(): void {
    this.#work ??= this.#start()
    try {
      const slice = this.#work.next()
      if (slice.done !== true) return
      this.#done = { result: slice.value }
      this.#work = undefined
    } catch (error) {
      this.#work = undefined
      throw error
    }
  }
}
