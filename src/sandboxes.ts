import { Sandbox } from './sandbox.ts'
import type { Start } from './world.ts'

/** The sandbox that always exists. */
export const DEFAULT_SANDBOX = 'default'

/** The sandboxes of a server, made on first use; beyond the maximum the least recently used idle one goes. */
export class Sandboxes {
  readonly #start: Start
  readonly #most: number
  /** Least recently used first. */
  readonly #byName = new Map<string, Sandbox>()
  readonly #default: Sandbox

  constructor(start: Start, most: number) {
    this.#start = start
    this.#most = most
    this.#default = new Sandbox(DEFAULT_SANDBOX, start)
  }

  get size(): number {
    return this.#byName.size + 1
  }

  get(name: string): Sandbox {
    if (name === DEFAULT_SANDBOX) return this.#default
    const sandbox = this.#byName.get(name) ?? new Sandbox(name, this.#start)
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
    return this.#byName.delete(name)
  }

  /** Drops all but the default; answers with their names. */
  dropAll(): readonly string[] {
    const names = [...this.#byName.keys()]
    this.#byName.clear()
    return names
  }

  #dropIdle(wanted: Sandbox): void {
    for (const [name, sandbox] of this.#byName) {
      if (sandbox === wanted || sandbox.busy > 0) continue
      this.#byName.delete(name)
      return
    }
  }
}
