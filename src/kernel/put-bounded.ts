/** Puts an entry into a map of at most `max` entries: where it is full, the oldest goes. */
export function putBounded<K, V>(map: Map<K, V>, key: K, value: V, max: number): void {
  const [oldest] = map.keys()
  if (map.size >= max && oldest !== undefined && !map.has(key)) map.delete(oldest)
  map.set(key, value)
}
