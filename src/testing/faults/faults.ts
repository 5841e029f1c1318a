import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import type { Invention } from '../../kernel/invention.ts'
import { valueBytes } from '../../kernel/kept-bytes.ts'
import { NamedList } from '../../kernel/named-list.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Miss, NearMiss } from '../journal/matched.ts'
import { type Candidate, criteriaOf, isTooLarge } from '../journal/match.ts'
import { withoutSecrets } from '../journal/redact.ts'
import { shortValue } from './short-value.ts'
import { kinds } from './kinds.ts'
import { refusalNamed } from './kinds/refuse.ts'
import type { CountedFault, Effect, Fault } from './schema.ts'

/** A fault that is loaded, with its counters. */
export interface LoadedFault extends CountedFault {
  readonly name: string
  /** Unix milliseconds. */
  readonly sinceMs: number
  /** Of its match. */
  readonly criteria: number
  /** The operation, where the match names nothing else: then no request needs to be looked at. */
  readonly onlyOperation: string | undefined
  readonly refusals: readonly string[]
  readonly needsOperation: boolean
}

/** A fault that fires on a request. */
export interface FiredFault {
  readonly fault: string
  readonly effect: Effect
}

/** What the faults make of a request. */
export interface MetFaults {
  readonly fired: readonly FiredFault[]
  /** The first faults of which some criteria match the request and others do not, or that it was too large to be compared with. Long values are cut. */
  readonly nearMisses: readonly NearMiss[]
}

export const NO_FAULTS: MetFaults = { fired: [], nearMisses: [] }

export function loadFault(sinceMs: number, fault: Fault): LoadedFault {
  const criteria = criteriaOf(fault.match)
  const onlyOperation = criteria === 1 ? fault.match.operation : undefined
  const counters = { matched: 0, fired: 0 }
  const refusals = refusalsIn(fault)
  return {
    name: fault.name,
    fault,
    sinceMs,
    criteria,
    onlyOperation,
    refusals,
    needsOperation: needsOperation(fault),
    ...counters,
  }
}

/** The faults of a sandbox, in their order. */
export class Faults extends NamedList<LoadedFault> {
  /** Adds a fault, or replaces the one of that name in its place. */
  add(fault: Fault, nowMs: number): void {
    this.put(loadFault(nowMs, fault))
  }

  /**
   * Puts other faults in place of those of a scenario, and of any with their names. A fault that is the same as before
   * keeps its counters.
   * @returns the names of the faults that are gone or were changed
   */
  replace(old: readonly Fault[], next: readonly Fault[], nowMs: number): readonly string[] {
    const before = namesOf(old)
    const after = namesOf(next)
    const earlier = this.entries
    const brought = earlier.filter(({ fault }) => before.has(fault.name))
    const kept = earlier.filter(({ fault }) => !before.has(fault.name) && !after.has(fault.name))
    const same = (fault: Fault): LoadedFault | undefined =>
      brought.find((each) => JSON.stringify(each.fault) === JSON.stringify(fault))
    this.entries = [...next.map((fault) => same(fault) ?? loadFault(nowMs, fault)), ...kept]
    return earlier.filter((each) => !this.entries.includes(each)).map(({ fault }) => fault.name)
  }

  list(): readonly CountedFault[] {
    return this.entries.map(({ fault, matched, fired }) => ({ fault, matched, fired }))
  }

  /**
   * The faults that fire on a request, in their order. Every fault that matches counts the request; all delays add up,
   * and of the effects that take the place of the response only the first fires.
   * @param operation undefined where a stub answers
   * @param candidate the request, made where the operation alone does not tell
   * @param trial what a trial has fired on the request: it comes first
   */
  meet(
    operation: Operation | undefined,
    candidate: () => Candidate,
    nowMs: number,
    invention: Invention,
    trial?: FiredFault,
  ): MetFaults {
    if (this.entries.length === 0 && trial === undefined) return NO_FAULTS
    const fired: FiredFault[] = trial === undefined ? [] : [trial]
    const nearMisses: NearMiss[] = []
    for (const loaded of this.entries) {
      const { fault, onlyOperation, criteria, refusals } = loaded
      if (onlyOperation !== undefined && onlyOperation !== operation?.id) continue
      const missed = onlyOperation === undefined ? candidate().misses(fault.match) : []
      if (missed.length > 0) {
        const isNear = missed.length < criteria || missed.some(isTooLarge)
        if (isNear && nearMisses.length < MAX_NEAR_MISSES)
          nearMisses.push({ fault: fault.name, missed: missed.map(inShort) })
        continue
      }
      if (operation === undefined ? loaded.needsOperation : !refusals.every((name) => refusalNamed(operation, name)))
        continue
      const effect = effectFor(loaded, loaded.matched, nowMs, invention)
      const isFired = effect !== undefined && !(replaces(effect) && fired.some((each) => replaces(each.effect)))
      this.put({ ...loaded, matched: loaded.matched + 1, fired: loaded.fired + (isFired ? 1 : 0) })
      if (isFired) fired.push({ fault: fault.name, effect })
    }
    return { fired, nearMisses }
  }

  /** Counts a fault that changed nothing as one that has not fired. */
  unfire({ fault: name, effect }: FiredFault): void {
    const loaded = this.entries.find((each) => each.name === name)
    // Another one may have taken its name meanwhile.
    if (loaded !== undefined && effectsOf(loaded.fault).includes(effect))
      this.put({ ...loaded, fired: loaded.fired - 1 })
  }

  /** The memory that the faults take. */
  get bytes(): number {
    return this.entries.reduce((sum, { fault }) => sum + bytesOfFault(fault), 0)
  }
}

/** Near misses of faults, and of stubs, that an exchange records. */
export const MAX_NEAR_MISSES = 20

/** Without secrets, and with long values cut. */
export const inShort = ({ criterion, expected, actual }: Miss): Miss => ({
  criterion,
  expected: shortValue(withoutSecrets(expected)),
  actual: shortValue(actual),
})

const BYTES_PER_FAULT = 500

/** What a fault takes in memory. */
export const bytesOfFault = memoizeByObject((fault: Fault) => BYTES_PER_FAULT + valueBytes(fault))

const namesOf = (faults: readonly Fault[]): ReadonlySet<string> => new Set(faults.map(({ name }) => name))

/** The refusals that a fault names: it fires only on operations that have them. */
const refusalsIn = (fault: Fault): readonly string[] =>
  replacementsIn(fault).flatMap(({ key, value }) => (key === 'refuse' ? [String(value)] : []))

/** Whether a fault answers with refusals of operations, and so passes by what a stub answers. */
export const needsOperation = (fault: Fault): boolean =>
  replacementsIn(fault).some((each) => kinds.some(({ key, ofOperation }) => key === each.key && ofOperation === true))

const effectsOf = ({ effect, when }: Pick<Fault, 'effect' | 'when'>) => [effect, ...(when.sequence ?? [])]

const replacementsIn = (fault: Pick<Fault, 'effect' | 'when'>) =>
  effectsOf(fault).flatMap((each) => each?.replacement ?? [])

/** Whether an effect does more than delay. */
const replaces = ({ replacement, hangs }: Effect): boolean => hangs || replacement !== undefined

/** What a fault does to the n-th request that matches it, counted from 0. */
function effectFor(
  { fault: { name, when, effect }, sinceMs }: LoadedFault,
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
