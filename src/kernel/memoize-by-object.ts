/**
 * The same function of an immutable object, which computes the result for each object once. For objects that live long:
 * V8 frees results of others only with its old generation (docs/decisions/where-time-goes.md).
 */
export function memoizeByObject<V extends object, D>(compute: (value: V) => D): (value: V) => D {
  const kept = new WeakMap<V, { readonly result: D }>()
  return (value) => {
    let known = kept.get(value)
    if (known === undefined) {
      known = { result: compute(value) }
      kept.set(value, known)
    }
    return known.result
  }
}
