import type { Cell } from '../../kernel/cell.ts'
import { valueBytes } from '../../kernel/memory-size.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import type { Match } from '../journal/match-schema.ts'
import type { Miss, NearMiss } from '../journal/match.ts'
import { withoutSecrets } from '../journal/redact.ts'

/** A fault or a stub as it was written. */
interface Matching {
  readonly name: string
  readonly match: Match
}

/** A fault or a stub that is in force, with its counters. */
export interface Loaded<Written> {
  readonly name: string
  readonly written: Written
  /** Unix milliseconds. */
  readonly sinceMs: number
  /** How many requests matched it. */
  readonly matched: number
  /** On how many of these a fault fired. */
  readonly fired: number
}

export const load = <Written extends Matching>(written: Written, sinceMs: number): Loaded<Written> => ({
  name: written.name,
  written,
  sinceMs,
  matched: 0,
  fired: 0,
})

/** The faults or the stubs of a sandbox, in their order; no two have the same name. */
export class MatchList<Written extends Matching> {
  readonly #cell: Cell<readonly Loaded<Written>[]>

  constructor(cell: Cell<readonly Loaded<Written>[]>) {
    this.#cell = cell
  }

  list(): readonly Loaded<Written>[] {
    return this.#cell.value
  }

  names(): readonly string[] {
    return this.list().map(({ name }) => name)
  }

  /** Adds one, or replaces the one of its name in its place. */
  add(written: Written, nowMs: number): void {
    this.put(load(written, nowMs))
  }

  protected put(loaded: Loaded<Written>): void {
    const place = this.names().indexOf(loaded.name)
    this.#cell.value = place === -1 ? [...this.list(), loaded] : this.list().with(place, loaded)
  }

  /**
   * Puts others in place of those of a scenario, and of any with their names. What is the same as before keeps its
   * counters.
   * @returns the names of those that are gone or were changed
   */
  replace(old: readonly Written[], next: readonly Written[], nowMs: number): readonly string[] {
    const before = namesOf(old)
    const replaced = new Set([...before, ...namesOf(next)])
    const earlier = this.list()
    const same = (written: Written): Loaded<Written> | undefined =>
      earlier.find((each) => before.has(each.name) && JSON.stringify(each.written) === JSON.stringify(written))
    this.#cell.value = [
      ...next.map((written) => same(written) ?? load(written, nowMs)),
      ...earlier.filter(({ name }) => !replaced.has(name)),
    ]
    return earlier.filter((each) => !this.list().includes(each)).map(({ name }) => name)
  }

  /** False when there is none by that name. */
  remove(name: string): boolean {
    const before = this.list()
    this.#cell.value = before.filter((each) => each.name !== name)
    return this.list().length < before.length
  }

  /** Removes all. @returns their names */
  clear(): readonly string[] {
    const names = this.names()
    this.#cell.value = []
    return names
  }

  /** The memory that they take. */
  get bytes(): number {
    return this.list().reduce((sum, { written }) => sum + bytesOfWritten(written), 0)
  }
}

const namesOf = (list: readonly Matching[]): ReadonlySet<string> => new Set(list.map(({ name }) => name))

/** What a fault or a stub takes in memory. */
export const bytesOfWritten = memoizeByObject((written: object) => 500 + valueBytes(written))

/** Near misses of faults, and of stubs, that an exchange records. */
const MAX_NEAR_MISSES = 20

/** Notes why a fault or a stub did not match a request: without secrets, and with long values cut. */
export function noteNearMiss(
  nearMisses: NearMiss[],
  of: Pick<NearMiss, 'fault' | 'stub'>,
  missed: readonly Miss[],
): void {
  if (nearMisses.length >= MAX_NEAR_MISSES) return
  const short = missed.map(({ criterion, expected, actual }) => ({
    criterion,
    expected: shortValue(withoutSecrets(expected)),
    actual: shortValue(actual),
  }))
  nearMisses.push({ ...of, missed: short })
}

const MAX_SHORT_CHARACTERS = 200

/** The value where its JSON is short, else the beginning of that JSON. */
function shortValue(value: unknown): unknown {
  let left = MAX_SHORT_CHARACTERS
  // Each part has at least one character: those after the first 200 cannot show, and a request may have many.
  const text = JSON.stringify(value, (_, part: unknown) => (left-- < 0 ? undefined : beginningOf(part))) ?? 'null'
  return text.length <= MAX_SHORT_CHARACTERS ? value : `${text.slice(0, MAX_SHORT_CHARACTERS)}…`
}

const beginningOf = (part: unknown): unknown =>
  typeof part === 'string' || Array.isArray(part) ? part.slice(0, MAX_SHORT_CHARACTERS + 1) : part
