import { isObject } from '../kernel/object.ts'
import { isSecretName } from '../testing/journal/secret-names.ts'
import { type Difference, unlike } from './verdicts.ts'

/** Names of what each service has its own of: ids, hashes, tokens and addresses of pages. */
const isMatched = (name: string): boolean =>
  /(^|_)(id|ids|hash|contract|token)$|_hash|hash_/.test(name) || isSecretName(name)

/** Names of what changes while an answer is on its way, in seconds or minutes. */
const isTime = (name: string): boolean => /date|_at$|duration|uptime|remaining/.test(name)

const SECONDS_ON_THE_WAY = 60

/**
 * Where an answer of the simulator and one that was captured have other values of the same type. Other types, and fields
 * that one of them lacks, are for the schema to judge.
 */
export function valueDifferences(ours: unknown, seen: unknown, where = ''): readonly Difference[] {
  const found = new Map(differencesIn(ours, seen, where).map((each) => [each.where, each]))
  return [...found.values()]
}

function differencesIn(ours: unknown, seen: unknown, where: string): readonly Difference[] {
  if (Array.isArray(ours) && Array.isArray(seen)) {
    if (ours.length !== seen.length)
      return [unlike(where, 'as many items', ours.length > seen.length ? 'fewer' : 'more')]
    return ours.flatMap((each: unknown, at) => differencesIn(each, seen[at], `${where}[]`))
  }
  if (isObject(ours) && isObject(seen))
    return Object.keys(ours).flatMap((name) =>
      isMatched(name) ? [] : differencesIn(ours[name], seen[name], where === '' ? name : `${where}.${name}`),
    )
  if (typeof ours !== typeof seen || isObject(ours) || isObject(seen)) return []
  return isAlike(ours, seen, where) ? [] : [unlike(where, 'the value that follows from the rest', 'another')]
}

function isAlike(ours: unknown, seen: unknown, where: string): boolean {
  if (typeof ours !== 'number' || typeof seen !== 'number') return ours === seen
  const apart = Math.abs(ours - seen)
  return apart <= 1e-6 * Math.max(1, Math.abs(ours), Math.abs(seen)) || (isTime(where) && apart < SECONDS_ON_THE_WAY)
}
