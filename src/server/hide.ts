import { type Hide, hiding, hidingOne } from '../testing/journal/redact.ts'
import { memoizeByObject } from '../kernel/memoize-by-object.ts'
import { MAX_RESULTS_OF_PATHS, memoizeByText } from '../kernel/memoize-by-text.ts'
import type { Operation } from '../kernel/operation.ts'

/**
 * Hides the secrets of one request: the key of its header, the control token, keys in its URL.
 * Mostly there is the key of the header alone, and requests with the same share what hides it.
 */
export function hideOf(key: string | undefined, token: string | undefined, inUrl: readonly string[]): Hide {
  if (key !== undefined && token === undefined && inUrl.length === 0) return hidingOne(key)
  const others = token === undefined ? inUrl : [token, encodeURIComponent(token), ...inUrl]
  return hiding(key === undefined ? others : [key, ...others])
}

/** A word that the contract spells out is not a secret, even where a client's key is the same. */
export function shownPath(path: string, operation: Operation | undefined, hide: Hide): string {
  if (operation === undefined) return hide(path)
  if (path === operation.path) return operation.path
  const spelled = spelledOut(operation)
  if (!path.startsWith(spelled)) return hide(path)
  const sent = path.slice(spelled.length)
  const shown = hide(sent)
  return shown === sent ? oneText(path) : spelled + shown
}

/** What stands before the first parameter of its path. */
const spelledOut = memoizeByObject(({ path }: Operation) => path.split('{', 1)[0] ?? '')

/** One text for paths that are equal, so that the journal keeps those that come again once. */
const oneText = memoizeByText((path) => path, MAX_RESULTS_OF_PATHS)
