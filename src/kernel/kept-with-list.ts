const kept = Symbol('kept')

/** A list of rows, which is never changed, with what was made of it last: a response. */
export interface KeepingList<R, V> extends ReadonlyArray<R> {
  [kept]?: V
}

/** What was made of a list last. */
export const keptWith = <V>(list: KeepingList<unknown, V>): V | undefined => list[kept]

/**
 * Keeps a value as long as its list lives. A WeakMap would free what it holds of short-lived lists only with V8's old
 * generation (docs/decisions/where-time-goes.md).
 */
export function keepWith<V>(list: KeepingList<unknown, V>, value: V): void {
  // All tables have the same list of nothing.
  if (list.length > 0) list[kept] = value
}
