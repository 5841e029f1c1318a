import { globMeets } from '../../kernel/glob.ts'
import { didYouMean } from '../../kernel/nearest.ts'
import { noInput, type Operation } from '../../kernel/operation.ts'
import { isRefusal } from '../../kernel/rule.ts'
import { operations } from '../../marketplace/routes.ts'
import type { Match } from '../journal/match-schema.ts'
import { refusalNamed } from './kinds/refuse.ts'

/** The operations that a match can meet. */
export const reachedBy = (match: Match): readonly Operation[] =>
  operations.filter((operation) => mayMatch(match, operation))

function mayMatch(match: Match, { id, method, path, body }: Operation): boolean {
  if (match.operation !== undefined && match.operation !== id) return false
  if (match.method !== undefined && match.method !== method && !(match.method === 'HEAD' && method === 'GET'))
    return false
  if (match.body !== undefined && match.body.length > 0 && body === noInput) return false
  return match.path === undefined || globMeets(match.path, path)
}

/** What may be wrong with a match that meets none. */
export function whyNone(match: Match): string {
  const bodiless = reachedBy({ ...match, body: undefined })
  if (bodiless.length > 0) return `: no body is read for ${bodiless.map(({ id }) => id).join(', ')}`
  return match.path === undefined
    ? ''
    : didYouMean(
        match.path,
        operations.map(({ path }) => path),
      )
}

/** A refusal that a fault names, and where. */
export interface Named {
  readonly name: string
  readonly path: PropertyKey[]
}

interface Strange {
  readonly path: PropertyKey[]
  readonly message: string
}

/** The refusals that no operation has together with those before them: a fault passes by what lacks one of its own. */
export function strangeRefusals(reached: readonly Operation[], named: readonly Named[]): readonly Strange[] {
  let common = reached
  return named.flatMap(({ name, path }) => {
    const having = (among: readonly Operation[]): readonly Operation[] =>
      among.filter((operation) => refusalNamed(operation, name) !== undefined)
    const sharing = having(common)
    if (sharing.length > 0) {
      common = sharing
      return []
    }
    const message = `no operation that matches refuses with "${name}"`
    if (having(reached).length > 0) return [{ path, message: `${message} and with those before it` }]
    const known = reached.flatMap(({ rules }) => [...rules].filter(isRefusal).flatMap(({ id, error }) => [id, error]))
    return [{ path, message: `${message}${didYouMean(name, new Set(known))}` }]
  })
}
