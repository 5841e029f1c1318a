/** The names and indexes that lead to a value. */
export type JsonKeys = readonly (string | number)[]

/** So many values are shown of a document; each takes about a hundred bytes of the page. */
export const MAX_VALUES = 300

/** How deep, and up to how many items, a value stands open. */
const OPEN_DEPTH = 3
const OPEN_ITEMS = 50

/** A value of a JSON document as a page shows it. */
export interface JsonNode {
  readonly keys: JsonKeys
  readonly value: unknown
  /** Undefined for what has no items. */
  readonly branch?: Branch
}

interface Branch {
  readonly isList: boolean
  readonly isOpen: boolean
  readonly items: readonly JsonNode[]
  readonly count: number
}

interface JsonTree {
  readonly root: JsonNode
  readonly isCut: boolean
}

/**
 * The tree of a document, cut at whole values once there are too many.
 * @param openItems a value of more items is folded
 */
export function jsonTree(value: unknown, maxValues: number, openItems = OPEN_ITEMS): JsonTree {
  let left = maxValues
  let isCut = false
  const nodeOf = (each: unknown, keys: JsonKeys): JsonNode => {
    left -= 1
    if (typeof each !== 'object' || each === null) return { keys, value: each }
    const isList = Array.isArray(each)
    const entries: readonly (readonly [string, unknown])[] = Object.entries(each)
    const items: JsonNode[] = []
    for (const [name, item] of entries) {
      if (left <= 0) break
      items.push(nodeOf(item, [...keys, isList ? Number(name) : name]))
    }
    isCut ||= items.length < entries.length
    const isOpen = keys.length < OPEN_DEPTH && entries.length <= openItems
    return { keys, value: each, branch: { isList, isOpen, items, count: entries.length } }
  }
  const root = nodeOf(value, [])
  return { root, isCut }
}
