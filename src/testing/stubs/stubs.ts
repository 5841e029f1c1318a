import { pathMatches } from '../../kernel/glob.ts'
import { MatchList, noteNearMiss } from '../faults/match-list.ts'
import { takesMethod } from '../faults/reachability.ts'
import { type Candidate, missesBesideBody, missesInBody, type Miss, type NearMiss } from '../journal/match.ts'
import type { Stub } from './schema.ts'

/** The stub that takes a request. */
export interface MetStub {
  readonly stub: Stub
  /** What it is in the list of rules. */
  readonly rules: readonly string[]
}

/** Whether a path needs its trailing slash. */
export type Slash = 'required' | 'optional'

/** What the stubs make of a request that no operation takes. */
export interface MetStubs {
  readonly met: MetStub | undefined
  /** The first stubs of its path that something else kept from it. */
  readonly nearMisses: readonly NearMiss[]
}

/** The stubs of a sandbox, in their order. */
export class Stubs extends MatchList<Stub> {
  get isEmpty(): boolean {
    return this.list().length === 0
  }

  /** Whether a stub is for a path. */
  isAt(path: string): boolean {
    return this.list().some(({ written }) => pathMatches(written.match.path, path))
  }

  /** Whether a stub may take a request with an unreadable body. */
  isOf(candidate: Candidate, slash: Slash): boolean {
    return this.list().some(({ written }) => missesAtPath(written, candidate, slash)?.length === 0)
  }

  /** Whether a stub that names OPTIONS takes a preflight: no other stub does. */
  takesPreflight(candidate: Candidate, slash: Slash): boolean {
    return this.list().some(
      ({ written }) =>
        written.match.method === 'OPTIONS' &&
        missesAtPath(written, candidate, slash)?.length === 0 &&
        missesInBody(written.match, candidate).length === 0,
    )
  }

  /** The first stub that matches a request counts it, and answers. */
  meet(candidate: Candidate, slash: Slash): MetStubs {
    const nearMisses: NearMiss[] = []
    for (const loaded of this.list()) {
      const { name, written } = loaded
      const atPath = missesAtPath(written, candidate, slash)
      if (atPath === undefined) continue
      const missed = [...atPath, ...missesInBody(written.match, candidate)]
      if (missed.length === 0) {
        this.put({ ...loaded, matched: loaded.matched + 1 })
        return { met: { stub: written, rules: [`stub.${name}`] }, nearMisses: [] }
      }
      noteNearMiss(nearMisses, { stub: name }, missed)
    }
    return { met: undefined, nearMisses }
  }
}

/** What besides the body keeps a request of its path from a stub; undefined where the path is another. */
function missesAtPath({ match }: Stub, candidate: Candidate, slash: Slash): readonly Miss[] | undefined {
  const missed = missesBesideBody(match, candidate)
  const isElsewhere = missed.some(({ criterion }) => criterion === 'path')
  if (isElsewhere && !isAtSlashed(match.path, candidate)) return undefined
  return missed.filter(
    ({ criterion }) =>
      !(criterion === 'path' && slash === 'optional') &&
      !(criterion === 'method' && takesMethod(match.method, candidate.request.method)),
  )
}

/** Whether nothing but the slash at the end keeps a request from a path. */
function isAtSlashed(path: string, candidate: Candidate): boolean {
  if (path.endsWith('/') === candidate.request.path.endsWith('/')) return false
  return missesBesideBody({ path: path.endsWith('/') ? path.slice(0, -1) : `${path}/` }, candidate).length === 0
}
