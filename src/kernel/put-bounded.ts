/** Puts an entry into a map of at most `max` entries: where it is full, the oldest goes. */
export function putBounded<K, V>(map: Map<K, V>, key: K, value: V, max: number): void {
  if (map.size >= max && !map.has(key)) dropOldest(map)
  map.set(key, value)
}

function dropOldest<K>(map: Map<K, unknown>): void {
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}
