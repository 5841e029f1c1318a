import type { Exchange } from '../../../../testing/journal/exchange.ts'
import { presentExchange } from '../../../../testing/journal/present-exchange.ts'
import { differences } from '../journal/diff.ts'

/** What two journals have at one place: both an exchange of the same operation, or only one of them any. */
export interface Pair {
  readonly left: Exchange | undefined
  readonly right: Exchange | undefined
  readonly isSame: boolean
}

/** Of longer journals the first so many exchanges are compared. */
export const MAX_COMPARED = 500

/** Characters of bodies that are read as JSON; beyond them bodies are compared as texts. */
export const MAX_COMPARED_CHARACTERS = 4_000_000

/** Two journals side by side: exchanges of one operation, or of one path that none takes, stand beside each other. */
export function pairsOf(left: readonly Exchange[], right: readonly Exchange[]): readonly Pair[] {
  const pairs: Pair[] = []
  let read = 0
  for (const [ours, theirs] of aligned(byNumber(left), byNumber(right))) {
    if (ours === undefined || theirs === undefined || isSameAsText(ours, theirs)) {
      pairs.push({ left: ours, right: theirs, isSame: ours !== undefined && theirs !== undefined })
      continue
    }
    read += lengthOf(ours) + lengthOf(theirs)
    pairs.push({ left: ours, right: theirs, isSame: read <= MAX_COMPARED_CHARACTERS && isSameButTimes(ours, theirs) })
  }
  return pairs
}

const byNumber = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.toSorted((a, b) => a.id - b.id).slice(0, MAX_COMPARED)

const askedOf = ({ operation, method, path }: Exchange): string => operation ?? `${method} ${path}`

type Place = readonly [Exchange | undefined, Exchange | undefined]

/** By the longest sequence of operations that both have; what only one has stands where it was asked. */
function aligned(left: readonly Exchange[], right: readonly Exchange[]): readonly Place[] {
  const [ours, theirs] = [left.map(askedOf), right.map(askedOf)]
  const width = right.length + 1
  // How long that sequence is from two places on.
  const lengths = new Uint16Array((left.length + 1) * width)
  const lengthAt = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        ours[i] === theirs[j] ? 1 + lengthAt(i + 1, j + 1) : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
  const places: Place[] = []
  for (let [i, j] = [0, 0]; i < left.length || j < right.length;) {
    const isPair = i < left.length && j < right.length && ours[i] === theirs[j]
    const isOurs = isPair || j === right.length || (i < left.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1))
    const isTheirs = isPair || !isOurs
    places.push([isOurs ? left[i] : undefined, isTheirs ? right[j] : undefined])
    if (isOurs) i++
    if (isTheirs) j++
  }
  return places
}

const lengthOf = ({ requestBody, responseBody }: Exchange): number => requestBody.length + responseBody.length

const TOLD = ['method', 'path', 'query', 'requestBody', 'status', 'responseBody', 'basis', 'hint', 'stub'] as const

const isSameAsText = (left: Exchange, right: Exchange): boolean =>
  TOLD.every((name) => left[name] === right[name]) && left.fault?.name === right.fault?.name

const isSameButTimes = (left: Exchange, right: Exchange): boolean =>
  differences(toldIn(left), toldIn(right), true).length === 0

/** What a client told and was told, but for headers: those of clients differ from run to run. */
function toldIn(exchange: Exchange): object {
  const { request, response, basis, hint, fault } = presentExchange(exchange)
  const { method, path, query, body } = request
  return { method, path, query, body, status: response.status, answer: response.body, basis, hint, fault: fault?.name }
}
