import { globMeets } from '../../kernel/glob.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import { didYouMean } from '../../kernel/nearest.ts'
import { noInput, type Operation } from '../../kernel/operation.ts'
import { isRefusal } from '../../kernel/rule.ts'
import { operations } from '../../marketplace/routes.ts'
import { callersOf } from '../../marketplace/users/authenticate.ts'
import type { UserRow } from '../../marketplace/users/collections.ts'
import type { Match } from '../journal/match-schema.ts'
import { refusalNamed } from './kinds/answers.ts'

type Place = Pick<Match, 'method' | 'path'>
export type StubPlace = Place & { readonly path: string }

/** The operations that some request of a method and a path reaches; every GET answers HEAD too. */
export function operationsWithin({ method, path }: Place): readonly Operation[] {
  const asked = operations.filter((each) => isOfMethod(each, method))
  if (path === undefined) return asked
  // Several operations have the same path.
  const met = new Set([...new Set(asked.map((each) => each.path))].filter((each) => globMeets(path, each)))
  return asked.filter((each) => met.has(each.path))
}

const isOfMethod = (operation: Operation, method: string | undefined): boolean =>
  method === undefined || method === operation.method || (method === 'HEAD' && operation.method === 'GET')

/** The operations that a match can meet. */
export const reachableOperations = memoizeByObject((match: Match): readonly Operation[] =>
  operationsWithin(match).filter(
    ({ id, body }) =>
      (match.operation === undefined || match.operation === id) &&
      !(body === noInput && match.body?.some((criterion) => !criterion.isAbsent)),
  ),
)

/** That a match can match no operation, and why, where that is known. */
export const unreachable = (match: Match): string => `can match no operation${whyNoOperation(match)}`

function whyNoOperation(match: Match): string {
  if (match.method === 'OPTIONS')
    return ': preflights are allowed without one, until a stub with the method OPTIONS answers them'
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

/** Whether a stub of this method, or of all where it names none, answers requests of another; a GET answers HEAD too. */
export const takesMethod = (method: string | undefined, asked: string): boolean =>
  method === undefined || method === asked || (method === 'GET' && asked === 'HEAD')

/** Why no request can be a stub's. An operation that not every dialect serves leaves its path to stubs where it is not served. */
export function whyUnreachable({ method, path }: StubPlace): string | undefined {
  const parameter = /\{\w*\}/.exec(path)?.[0]
  if (parameter !== undefined)
    return `has ${parameter}, which is not a wildcard: * stands for anything within a segment, and ${encodeURIComponent(parameter)} for the text`
  if (/^\/_sim(\/|$)/.test(path)) return 'is a path of the simulator itself, which no stub answers'
  if (method === undefined) return undefined
  const only = operations.find(
    (each) => each.availability === undefined && isOfMethod(each, method) && isWithin(path, each.path),
  )
  return (
    only &&
    `meets only requests of ${only.id}, which answers for itself: a stub answers what no operation takes, and a fault changes what one answers`
  )
}

/** Whether all that fits a glob is a path of the contract, in which each `{name}` stands for one segment. */
function isWithin(glob: string, path: string): boolean {
  if (glob.includes('**')) return false
  const [ours, theirs] = [glob.split('/'), path.split('/')]
  return (
    ours.length === theirs.length &&
    theirs.every((segment, index) => (segment.startsWith('{') ? ours[index] !== '' : ours[index] === segment))
  )
}

/** Why no caller of a world is one of a match; undefined where one is. Users may come and go, so such a match is no mistake. */
export function whyNoCaller({ api_key: key, user_id: id }: Match, users: readonly UserRow[]): string | undefined {
  const owner = key === undefined ? undefined : callersOf(users).get(key)?.user.id
  if (key !== undefined && owner === undefined) return 'no user has the api_key of its match'
  if (id === undefined) return undefined
  if (!users.some((user) => user.id === id)) return `there is no user ${id}`
  return owner === undefined || owner === id ? undefined : `the api_key of its match is of user ${owner}, not ${id}`
}

interface RefusalAt {
  /** The id of its rule, or its error code. */
  readonly name: string
  readonly path: PropertyKey[]
}

const MAX_NAMED_ERRORS = 10

/** Problems of refusals that no operation has, or none together with the refusals before them: such a fault never fires. */
export function refusalProblems(reached: readonly Operation[], named: readonly RefusalAt[]) {
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
