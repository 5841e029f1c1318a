import { pathMatches } from '../../kernel/glob.ts'
import { valueBytes } from '../../kernel/kept-bytes.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import { NamedList } from '../../kernel/named-list.ts'
import { inShort, MAX_NEAR_MISSES } from '../faults/faults.ts'
import type { Miss, NearMiss } from '../journal/matched.ts'
import type { Candidate } from '../journal/match.ts'
import type { Match } from '../journal/match-schema.ts'
import { takesMethod } from './reachability.ts'
import type { Stub } from './schema.ts'

/** A stub with how many requests it answered. */
export interface CountedStub {
  readonly stub: Stub
  readonly matched: number
}

export interface LoadedStub extends CountedStub {
  readonly name: string
  /** Its match without the path, which is looked at first, and the method, which answers HEAD too. */
  readonly criteria: Match
  /** What it is in the list of rules. */
  readonly rules: readonly string[]
}

/** The stub that takes a request. */
export type MetStub = Pick<LoadedStub, 'stub' | 'rules'>

/** What the stubs make of a request that no operation takes. */
export interface MetStubs {
  readonly met: MetStub | undefined
  /** The first stubs of its path that something else kept from it. Long values are cut. */
  readonly nearMisses: readonly NearMiss[]
}

export function loadStub(stub: Stub): LoadedStub {
  const { method: _, path: __, ...criteria } = stub.match
  return { name: stub.name, stub, criteria, rules: [`stub.${stub.name}`], matched: 0 }
}

/** The stubs of a sandbox, in their order. */
export class Stubs extends NamedList<LoadedStub> {
  /** Adds a stub, or replaces the one of that name in its place. */
  add(stub: Stub): void {
    this.put(loadStub(stub))
  }

  /** Puts other stubs in place of those of a scenario, and of any with their names. */
  replace(old: readonly Stub[], next: readonly Stub[]): void {
    const gone = new Set([...old, ...next].map(({ name }) => name))
    this.entries = [...next.map(loadStub), ...this.entries.filter(({ stub }) => !gone.has(stub.name))]
  }

  list(): readonly CountedStub[] {
    return this.entries.map(({ stub, matched }) => ({ stub, matched }))
  }

  get isEmpty(): boolean {
    return this.entries.length === 0
  }

  /** Whether a stub is for a path. */
  isAt(path: string): boolean {
    return this.entries.some(({ stub }) => pathMatches(stub.match.path, path))
  }

  /** Whether a stub may take a request whose body could not be read. */
  isOf(candidate: Candidate): boolean {
    return this.entries.some(
      (each) => missesOf(each, candidate)?.every(({ criterion }) => criterion.startsWith('body.')) === true,
    )
  }

  /** The first stub that matches a request counts it, and answers. */
  meet(candidate: Candidate): MetStubs {
    const nearMisses: NearMiss[] = []
    for (const each of this.entries) {
      const missed = missesOf(each, candidate)
      if (missed?.length === 0) {
        this.put({ ...each, matched: each.matched + 1 })
        return { met: each, nearMisses: [] }
      }
      if (missed !== undefined && nearMisses.length < MAX_NEAR_MISSES)
        nearMisses.push({ stub: each.stub.name, missed: missed.map(inShort) })
    }
    return { met: undefined, nearMisses }
  }

  /** The memory that the stubs take. */
  get bytes(): number {
    return this.entries.reduce((sum, { stub }) => sum + bytesOfStub(stub), 0)
  }
}

/** What keeps a request of its path from a stub; undefined where the path is another. */
function missesOf({ stub: { match }, criteria }: LoadedStub, candidate: Candidate): readonly Miss[] | undefined {
  const { method } = candidate.request
  if (candidate.misses({ path: match.path }).length > 0) return undefined
  const missed = candidate.misses(criteria)
  return takesMethod(match.method, method)
    ? missed
    : [{ criterion: 'method', expected: match.method, actual: method }, ...missed]
}

const BYTES_PER_STUB = 500

/** What a stub takes in memory. */
export const bytesOfStub = memoizeByObject((stub: Stub) => BYTES_PER_STUB + valueBytes(stub))
