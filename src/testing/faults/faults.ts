import { derived } from '../../kernel/derived.ts'
import type { Invention } from '../../kernel/invention.ts'
import { valueBytes } from '../../kernel/kept-bytes.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { FaultMiss, Miss } from '../journal/exchange.ts'
import { type Candidate, criteriaOf, isTooLarge } from '../journal/match.ts'
import { shortValue } from './short-value.ts'
import { refusalNamed } from './kinds/refuse.ts'
import type { Effect, Fault } from './schema.ts'

/** A fault that is loaded, with its counters. */
interface Loaded {
  readonly fault: Fault
  /** Unix milliseconds. */
  readonly sinceMs: number
  matched: number
  fired: number
}

/** A fault with how many requests matched it, and how many it met. */
export type CountedFault = Pick<Loaded, 'fault' | 'matched' | 'fired'>

/** A fault that meets a request. */
export interface Met {
  readonly fault: string
  readonly effect: Effect
}

/** The faults of a sandbox, in their order. */
export class Faults {
  #loaded: Loaded[]

  constructor(faults: readonly Fault[] = [], nowMs = 0) {
    this.#loaded = faults.map((fault) => ({ fault, sinceMs: nowMs, matched: 0, fired: 0 }))
  }

  /** One of a name that is there already is replaced in its place. */
  add(fault: Fault, nowMs: number): void {
    const loaded = { fault, sinceMs: nowMs, matched: 0, fired: 0 }
    const place = this.names().indexOf(fault.name)
    this.#loaded = place === -1 ? [...this.#loaded, loaded] : this.#loaded.with(place, loaded)
  }

  /**
   * Other faults in place of those that a scenario brought, and of any with their names; one that the scenario brought
   * before and brings again keeps its counters. Answers with the names of those that are gone, or are others now.
   */
  replace(old: readonly Fault[], next: readonly Fault[], nowMs: number): readonly string[] {
    const before = namesOf(old)
    const after = namesOf(next)
    const earlier = this.#loaded
    const brought = earlier.filter(({ fault }) => before.has(fault.name))
    const kept = earlier.filter(({ fault }) => !before.has(fault.name) && !after.has(fault.name))
    const same = (fault: Fault): Loaded | undefined =>
      brought.find((each) => JSON.stringify(each.fault) === JSON.stringify(fault))
    this.#loaded = [...next.map((fault) => same(fault) ?? { fault, sinceMs: nowMs, matched: 0, fired: 0 }), ...kept]
    return earlier.filter((each) => !this.#loaded.includes(each)).map(({ fault }) => fault.name)
  }

  remove(name: string): boolean {
    const before = this.#loaded.length
    this.#loaded = this.#loaded.filter(({ fault }) => fault.name !== name)
    return this.#loaded.length < before
  }

  /** Takes all away; answers with their names. */
  clear(): readonly string[] {
    const names = this.names()
    this.#loaded = []
    return names
  }

  names(): readonly string[] {
    return this.#loaded.map(({ fault }) => fault.name)
  }

  get isEmpty(): boolean {
    return this.#loaded.length === 0
  }

  list(): readonly Readonly<CountedFault>[] {
    return this.#loaded.map(({ fault, matched, fired }) => ({ fault, matched, fired }))
  }

  /**
   * The faults that meet a request, in their order. Every fault that matches counts the request; all delays add up,
   * and of the effects that take the place of the answer only the first counts as fired.
   */
  meet(request: Candidate, operation: Operation, nowMs: number, invention: Invention): readonly Met[] {
    const met: Met[] = []
    for (const loaded of this.#loaded) {
      if (request.misses(loaded.fault.match).length > 0 || !suits(loaded.fault, operation)) continue
      const nth = loaded.matched++
      const effect = effectFor(loaded, nth, nowMs, invention)
      if (effect === undefined || (replaces(effect) && met.some((each) => replaces(each.effect)))) continue
      loaded.fired += 1
      met.push({ fault: loaded.fault.name, effect })
    }
    return met
  }

  /** What the faults take. */
  get bytes(): number {
    return this.#loaded.reduce((sum, { fault }) => sum + bytesOfFault(fault), 0)
  }

  /** The first faults that would have met a request but for a criterion or two, or that it was too large for; what was expected and found is told in short. */
  nearly(request: Candidate): readonly FaultMiss[] {
    return this.#loaded
      .map(({ fault }) => ({
        fault: fault.name,
        missed: request.misses(fault.match),
        criteria: criteriaOf(fault.match),
      }))
      .filter(({ missed, criteria }) => missed.length > 0 && (missed.length < criteria || missed.some(isTooLarge)))
      .slice(0, MAX_NEAR_MISSES)
      .map(({ fault, missed }) => ({ fault, missed: missed.map(inShort) }))
  }

  fork(): Faults {
    const copy = new Faults()
    copy.#loaded = this.#loaded.map((loaded) => ({ ...loaded }))
    return copy
  }
}

/** Of so many faults that nearly met it an exchange tells. */
export const MAX_NEAR_MISSES = 20

const inShort = ({ criterion, expected, actual }: Miss): Miss => ({
  criterion,
  expected: shortValue(expected),
  actual: shortValue(actual),
})

const BYTES_PER_FAULT = 500

/** What a fault takes in memory. */
export const bytesOfFault = derived((fault: Fault) => BYTES_PER_FAULT + valueBytes(fault))

const namesOf = (faults: readonly Fault[]): ReadonlySet<string> => new Set(faults.map(({ name }) => name))

/** A refusal is the operation's own: a fault passes by the operations that do not have it. */
function suits({ effect, when }: Fault, operation: Operation): boolean {
  const named = [effect, ...(when.sequence ?? [])].flatMap((each) =>
    each?.replacement?.key === 'refuse' ? [String(each.replacement.value)] : [],
  )
  return named.every((name) => refusalNamed(operation, name) !== undefined)
}

/** Whether an effect does more than delay. */
const replaces = ({ replacement, hangs }: Effect): boolean => hangs || replacement !== undefined

/** What a fault does to the n-th request that matches it, counted from 0. */
function effectFor(
  { fault: { name, when, effect }, sinceMs }: Loaded,
  nth: number,
  nowMs: number,
  invention: Invention,
): Effect | undefined {
  const { times = Infinity, after = 0, every = 1, probability = 1, between, sequence } = when
  const at = nth - after
  if (at < 0 || at >= times || (at + 1) % every !== 0) return undefined
  const seconds = (nowMs - sinceMs) / 1000
  if (between !== undefined && (seconds < between[0] || seconds >= between[1])) return undefined
  if (
    probability < 1 &&
    invention.draw(`faults/${name}`, nth)('probability', (faker) => faker.number.float()) >= probability
  )
    return undefined
  return sequence === undefined ? effect : (sequence[at] ?? undefined)
}
