import type { Exchange } from '../../../testing/journal/exchange.ts'
import { presentExchange } from '../../../testing/journal/present-exchange.ts'
import { differences } from './diff.ts'

/** Of longer journals the first so many exchanges are compared. */
export const MAX_COMPARED = 500

/** Characters of bodies that are read as JSON; beyond them bodies are compared as texts. */
const MAX_COMPARED_CHARACTERS = 4_000_000

interface Parted {
  /** The exchanges that differ; undefined where that journal ended before. */
  readonly left: Exchange | undefined
  readonly right: Exchange | undefined
  /** The first part that differs, as `response.body.instances`; empty where only one of the two is there. */
  readonly path: string
}

/** Where two journals part: the first exchanges, in the order of their numbers, that differ in more than times. */
export function partedAt(left: readonly Exchange[], right: readonly Exchange[]): Parted | undefined {
  const [ours, theirs] = [byNumber(left), byNumber(right)]
  let read = 0
  for (let at = 0; at < Math.max(ours.length, theirs.length); at++) {
    const [a, b] = [ours[at], theirs[at]]
    if (a === undefined || b === undefined) return { left: a, right: b, path: '' }
    if (isSameAsText(a, b)) continue
    read += a.requestBody.length + a.responseBody.length + b.requestBody.length + b.responseBody.length
    const [first] = read > MAX_COMPARED_CHARACTERS ? [{ path: 'its text' }] : differences(comparedOf(a), comparedOf(b))
    if (first !== undefined) return { left: a, right: b, path: first.path }
  }
  return undefined
}

const byNumber = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.toSorted((a, b) => a.id - b.id).slice(0, MAX_COMPARED)

const COMPARED = ['method', 'path', 'query', 'requestBody', 'status', 'responseBody', 'basis', 'hint', 'stub'] as const

const isSameAsText = (left: Exchange, right: Exchange): boolean =>
  COMPARED.every((name) => left[name] === right[name]) && left.fault?.name === right.fault?.name

/** What a client sent and received, without headers: those of clients differ from run to run. */
function comparedOf(exchange: Exchange): object {
  const { request, response, basis, hint, fault } = presentExchange(exchange)
  const { method, path, query, body } = request
  return {
    request: { method, path, query, body },
    response: { status: response.status, body: response.body },
    basis,
    hint,
    fault: fault?.name,
  }
}
