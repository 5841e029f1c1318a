import type { ActiveScenario } from './harness/scenarios/read.ts'
import { Sandbox } from './sandbox.ts'
import type { Starting, World } from './world.ts'

/** The sandbox that always exists. */
export const DEFAULT_SANDBOX = 'default'

/** The sandboxes of a server, made on first use; beyond the maximum the least recently used idle one goes. */
export class Sandboxes {
  readonly #starting: Starting
  readonly #most: number
  readonly #leave: (world: World) => void
  /** Least recently used first. */
  readonly #byName = new Map<string, Sandbox>()
  readonly #default: Sandbox

  /** @param leave told of every world that a sandbox leaves behind */
  constructor(starting: Starting, most: number, leave: (world: World) => void = () => undefined) {
    this.#starting = starting
    this.#most = most
    this.#leave = leave
    this.#default = new Sandbox(DEFAULT_SANDBOX, starting, leave)
  }

  get size(): number {
    return this.#byName.size + 1
  }

  get(name: string): Sandbox {
    if (name === DEFAULT_SANDBOX) return this.#default
    const sandbox = this.#byName.get(name) ?? new Sandbox(name, this.#starting, this.#leave)
    this.#byName.delete(name)
    this.#byName.set(name, sandbox)
    if (this.size > this.#most) this.#dropIdle(sandbox)
    return sandbox
  }

  /** Least recently used last, the default first. */
  list(): readonly Sandbox[] {
    return [this.#default, ...[...this.#byName.values()].toReversed()]
  }

  drop(name: string): boolean {
    this.#byName.get(name)?.close()
    return this.#byName.delete(name)
  }

  /** Drops all but the default; answers with their names. */
  dropAll(): readonly string[] {
    const names = [...this.#byName.keys()]
    for (const name of names) this.drop(name)
    return names
  }

  /** Gives the sandboxes that run a scenario the faults of its new version. */
  renewFaults(before: ActiveScenario, after: ActiveScenario): void {
    for (const { world } of this.list()) {
      if (world.start.scenario?.name !== before.name) continue
      const gone = world.faults.replace(before.document.faults, after.document.faults, world.clock.nowMs)
      for (const name of gone) world.holds.release(name)
    }
  }

  /** Ends everything that is held anywhere: it gets no answer. */
  endHolds(): void {
    for (const sandbox of this.list()) sandbox.endHolds()
  }

  #dropIdle(wanted: Sandbox): void {
    for (const [name, sandbox] of this.#byName) {
      if (this.size <= this.#most) return
      if (sandbox !== wanted && sandbox.busy === 0 && sandbox.world.holds.size === 0) this.drop(name)
    }
  }
}
