import { expect, test } from 'vitest'
import { simulate, type Simulated } from './simulate.ts'

interface Context {
  /** As the function of that name; the rules that its answers name are counted for this test. */
  readonly simulate: typeof simulate
}

/** The title is the caller's, and not a literal here. */
const add = test

/**
 * A test that proves rules of the contract: besides its own assertions, every rule it names must have shaped
 * an answer while it ran. docs/contract.md lists it as the proof.
 */
export function proves(
  rules: string | readonly string[],
  title: string,
  body: (context: Context) => Promise<void>,
): void {
  add(title, async () => {
    const worlds: Simulated[] = []
    await body({
      simulate: (...given) => {
        const world = simulate(...given)
        worlds.push(world)
        return world
      },
    })
    const applied = new Set(worlds.flatMap((world) => [...world.applied]))
    for (const rule of [rules].flat()) expect(applied, `the rule ${rule} shaped no answer of this test`).toContain(rule)
  })
}
