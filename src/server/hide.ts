import { type Hide, hiding } from '../testing/journal/redact.ts'
import { memoizeByObject } from '../kernel/memoize-by-object.ts'
import type { Operation } from '../kernel/operation.ts'

/** Hides the secrets of one request: the key of its header, the control token, keys in its URL. */
export function hideOf(key: string | undefined, token: string | undefined, inUrl: readonly string[]): Hide {
  const others = token === undefined ? inUrl : [token, encodeURIComponent(token), ...inUrl]
  return hiding(key === undefined ? others : [key, ...others])
}

/** A word that the contract spells out is not a secret, even where a client's key is the same. */
export function shownPath(path: string, operation: Operation | undefined, hide: Hide): string {
  if (operation === undefined) return hide(path)
  if (path === operation.path) return operation.path
  const spelled = spelledOut(operation)
  if (!path.startsWith(spelled)) return hide(path)
  return spelled + hide(path.slice(spelled.length))
}

/** What stands before the first parameter of its path. */
const spelledOut = memoizeByObject(({ path }: Operation) => path.split('{', 1)[0] ?? '')
