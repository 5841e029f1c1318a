import type { Simulator } from '../control/types.ts'

const urls = new WeakMap<Simulator, Promise<string>>()

/**
 * The base URL of a simulator, which listens from the first call on. It is no fixture of Vitest: each `extend` puts a
 * frame above a test, V8 keeps ten of them, and Vitest prints all tests that time out as one if none is in their file.
 */
export function listeningUrl(simulator: Simulator): Promise<string> {
  const known = urls.get(simulator) ?? simulator.listen()
  urls.set(simulator, known)
  return known
}
