/** The same function of an immutable object, which computes the result for each object once. */
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
