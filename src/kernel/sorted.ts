import { endsSlice, SLICE, type Work } from './slices.ts'

/** Sorts in slices, stably: first parts of a slice each, then pairs of them. */
export function* sorted<T>(items: readonly T[], compare: (a: T, b: T) => number): Work<readonly T[]> {
  let runs: (readonly T[])[] = []
  for (let at = 0; at < items.length; at += SLICE) {
    runs.push(items.slice(at, at + SLICE).toSorted(compare))
    if (at > 0) yield
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = []
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare))
    runs = merged
  }
  return runs[0] ?? []
}

function* merge<T>(left: readonly T[], right: readonly T[], compare: (a: T, b: T) => number): Work<readonly T[]> {
  const merged: T[] = []
  const ahead = [left.values(), right.values()] as const
  let [a, b] = [ahead[0].next(), ahead[1].next()]
  while (a.done !== true || b.done !== true) {
    if (b.done === true || (a.done !== true && compare(a.value, b.value) <= 0)) {
      if (a.done !== true) merged.push(a.value)
      a = ahead[0].next()
    } else {
      merged.push(b.value)
      b = ahead[1].next()
    }
    if (endsSlice(merged.length)) yield
  }
  return merged
}
