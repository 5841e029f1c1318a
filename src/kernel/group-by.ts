/** The items of a list by their keys, as Map.groupBy of Node 21. */
export function groupBy<Each, Key>(list: readonly Each[], keyOf: (each: Each) => Key): Map<Key, readonly Each[]> {
  const groups = new Map<Key, Each[]>()
  for (const each of list) {
    const key = keyOf(each)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [each])
    else group.push(each)
  }
  return groups
}
