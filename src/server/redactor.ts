import { type Redactor, createRedactor } from '../testing/journal/redact.ts'
import { memoizeByObject } from '../kernel/memoize-by-object.ts'
import type { Operation } from '../kernel/operation.ts'

/** Hides the secrets of one request: the key of its header, the control token, keys in its URL. */
export function redactorOf(key: string | undefined, token: string | undefined, inUrl: readonly string[]): Redactor {
  const others = token === undefined ? inUrl : [token, encodeURIComponent(token), ...inUrl]
  return createRedactor(key === undefined ? others : [key, ...others])
}

/** A word that the contract spells out is not a secret, even where a client's key is the same. */
export function shownPath(path: string, operation: Operation | undefined, redact: Redactor): string {
  if (operation === undefined) return redact(path)
  if (path === operation.path) return operation.path
  const spelled = fixedPrefixOf(operation)
  if (!path.startsWith(spelled)) return redact(path)
  return spelled + redact(path.slice(spelled.length))
}

/** What stands before the first parameter of its path. */
const fixedPrefixOf = memoizeByObject(({ path }: Operation) => path.split('{', 1)[0] ?? '')
