import { isObject } from '../kernel/object.ts'

/** Where two JSON values differ. */
export interface Difference {
  /** `instances[id=31].label`; empty for the whole. */
  readonly path: string
  /** Undefined where that side has nothing there. */
  readonly left: unknown
  readonly right: unknown
}

/** A comparison stops after so many, and looks no deeper than so. */
const MAX_DIFFERENCES = 200
const MAX_COMPARED_DEPTH = 20

/** Fields that tell an instant, or how long something is or was. */
const OF_TIME = /(^|[._])(date|at|since|duration|time|mins|remaining)(_|$)/

/**
 * The differences of two JSON values, except for fields that tell a time. Rows of lists are compared by their ids where
 * all have one, else by their place.
 */
export function differences(left: unknown, right: unknown): readonly Difference[] {
  const found: Difference[] = []
  const compare = (a: unknown, b: unknown, path: string, depth: number): void => {
    if (found.length >= MAX_DIFFERENCES || a === b) return
    const [ours, theirs] = [itemsOf(a), itemsOf(b)]
    if (
      ours === undefined ||
      theirs === undefined ||
      Array.isArray(a) !== Array.isArray(b) ||
      depth > MAX_COMPARED_DEPTH
    ) {
      if (JSON.stringify(a) !== JSON.stringify(b)) found.push({ path, left: a, right: b })
      return
    }
    for (const name of new Set([...ours.keys(), ...theirs.keys()]))
      if (!OF_TIME.test(name))
        compare(ours.get(name), theirs.get(name), path === '' ? name.replace(/^\./, '') : path + name, depth + 1)
  }
  compare(left, right, '', 0)
  return found
}

/** The items of a list or an object, by what leads to them. */
function itemsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    const ids = items.map((item): unknown => (isObject(item) && 'id' in item ? item.id : undefined))
    const isById = ids.every((id) => id !== undefined) && new Set(ids).size === ids.length
    return new Map(items.map((item, at) => [isById ? `[id=${JSON.stringify(ids[at])}]` : `[${at}]`, item]))
  }
  if (typeof value !== 'object' || value === null) return undefined
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value)
  return new Map(entries.map(([name, item]) => [`.${name}`, item]))
}
