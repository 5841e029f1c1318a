import { globMeets } from '../../kernel/glob.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import { didYouMean } from '../../kernel/nearest.ts'
import { noInput, type Operation } from '../../kernel/operation.ts'
import { isRefusal } from '../../kernel/rule.ts'
import { operations } from '../../marketplace/routes.ts'
import type { Match } from '../journal/match-schema.ts'
import { refusalNamed } from './kinds/refuse.ts'

/** The operations that a match can meet. */
export const reachableOperations = memoizeByObject((match: Match): readonly Operation[] =>
  operations.filter((operation) => mayMatch(match, operation)),
)

function mayMatch(match: Match, { id, method, path, body }: Operation): boolean {
  if (match.operation !== undefined && match.operation !== id) return false
  if (match.method !== undefined && match.method !== method && !(match.method === 'HEAD' && method === 'GET'))
    return false
  if (match.body !== undefined && match.body.length > 0 && body === noInput) return false
  return match.path === undefined || globMeets(match.path, path)
}

/** That a match can match no operation, and why, where that is known. */
export const unreachable = (match: Match): string => `can match no operation${whyUnreachable(match)}`

function whyUnreachable(match: Match): string {
  const withoutBody = match.body === undefined ? [] : reachableOperations({ ...match, body: undefined })
  if (withoutBody.length > 0) return `: no body is read for ${withoutBody.map(({ id }) => id).join(', ')}`
  const otherwise = match.method === undefined ? [] : reachableOperations({ ...match, method: undefined })
  if (otherwise.length > 0) return `: ${otherwise.map(({ id, method }) => `${id} is ${method}`).join(', ')}`
  return match.path === undefined
    ? ''
    : didYouMean(
        match.path,
        operations.map(({ path }) => path),
      )
}

/** A refusal that a fault names, and its place in the document. */
export interface NamedRefusal {
  readonly name: string
  readonly path: PropertyKey[]
}

interface RefusalProblem {
  readonly path: PropertyKey[]
  readonly message: string
}

const MAX_NAMED_ERRORS = 10

/** Problems of refusals that no operation has, or none together with the refusals before them: such a fault never fires. */
export function refusalProblems(
  reached: readonly Operation[],
  named: readonly NamedRefusal[],
): readonly RefusalProblem[] {
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
    const refusals = reached.flatMap(({ rules }) => [...rules].filter(isRefusal))
    const errors = new Set(refusals.map(({ error }) => error))
    const meant = didYouMean(name, new Set(refusals.flatMap(({ id, error }) => [id, error])))
    const all = errors.size > MAX_NAMED_ERRORS ? '' : `; there are ${[...errors].join(', ')}`
    return [{ path, message: `${message}${meant || all}` }]
  })
}
