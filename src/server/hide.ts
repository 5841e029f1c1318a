import { type Hide, hiding, hidingOne } from '../testing/journal/redact.ts'
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
  // The contract's own text, so that the journal keeps it once.
  if (path === operation?.path) return operation.path
  const [spelled = ''] = operation?.path.split('{', 1) ?? []
  return path.startsWith(spelled) ? spelled + hide(path.slice(spelled.length)) : hide(path)
}
