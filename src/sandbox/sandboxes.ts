import type { Recorder } from '../testing/recorder.ts'
import type { ActiveScenario } from '../testing/scenarios/read.ts'
import { FormerSandboxes } from './former-sandboxes.ts'
import { Memory } from './memory.ts'
import { Sandbox, type SandboxContext, WORLD_BYTES } from './sandbox.ts'
import type { World } from './world.ts'
import type { WorldConfigs } from './world-config.ts'

/** The sandbox that always exists. */
export const DEFAULT_SANDBOX = 'default'

/** Sandboxes in which every request was refused: one more evicts the oldest of them, and no other sandbox. */
export const MAX_UNACCEPTED_SANDBOXES = 100

export interface SandboxLimits {
  readonly sandboxes: number
  readonly memoryBytes: number
}

interface SandboxesOptions {
  /** The name of the server. */
  readonly instance?: string
  /** Called for each sandbox that goes for want of room, unless it saw refused requests only. */
  readonly onEvicted?: ((name: string) => void) | undefined
}

/**
 * The sandboxes of a server, made on first use; beyond the maximum the least recently used idle one goes, those first
 * in which nothing was changed. A sandbox is listed once a request of it was accepted or a control call changed it.
 */
export class Sandboxes {
  readonly memory: Memory
  readonly #configs: WorldConfigs
  readonly #max: number
  readonly #context: SandboxContext
  /** Those in which every request was refused. Both maps have the least recently used first. */
  readonly #unaccepted = new Map<string, Sandbox>()
  readonly #accepted = new Map<string, Sandbox>()
  readonly #former = new FormerSandboxes()
  /** Listeners by the name of a sandbox that is not there yet. */
  readonly #awaited = new Map<string, Set<() => void>>()
  readonly #default: Sandbox
  readonly #onEvicted: SandboxesOptions['onEvicted']

  /** @param recorders what records the exchanges of all sandboxes */
  constructor(
    configs: WorldConfigs,
    limits: SandboxLimits,
    recorders: readonly Recorder[] = [],
    { instance = '', onEvicted }: SandboxesOptions = {},
  ) {
    this.#configs = configs
    this.#max = limits.sandboxes
    this.memory = new Memory(limits.memoryBytes, {
      all: () => this.all(),
      evict: (sandbox) => sandbox instanceof Sandbox && this.#evict(sandbox),
    })
    this.#onEvicted = onEvicted
    this.#context = { instance, recorders, memory: this.memory, used: (sandbox) => this.#use(sandbox) }
    this.#default = this.#make(DEFAULT_SANDBOX, undefined)
    this.memory.keepDocuments('what it starts with', this.#default.world, this.#default)
  }

  get size(): number {
    return this.#accepted.size + 1
  }

  /** The sandbox of that name, made where there is none, as the latest used. */
  get(name: string): Sandbox {
    const sandbox = this.enter(name)
    sandbox.use()
    return sandbox
  }

  /** The same for a request that may yet be refused: only `use()` makes the sandbox count. */
  enter(name: string): Sandbox {
    const known = this.find(name)
    if (known !== undefined) return known
    const sandbox = this.#make(name, this.#former.takeEviction(name))
    this.#unaccepted.set(name, sandbox)
    if (this.#unaccepted.size > MAX_UNACCEPTED_SANDBOXES) this.#evictUnaccepted(sandbox)
    for (const tell of this.#awaited.get(name) ?? []) tell()
    return sandbox
  }

  /** The same for reading: where there is none, a fresh one is returned and not kept. */
  peek(name: string): Sandbox {
    return this.find(name) ?? this.#make(name, this.#former.lostExchanges(name))
  }

  find(name: string): Sandbox | undefined {
    return name === DEFAULT_SANDBOX ? this.#default : (this.#accepted.get(name) ?? this.#unaccepted.get(name))
  }

  /** Calls back once, when a sandbox of that name is made. @returns what ends the wait */
  await(name: string, listener: () => void): () => void {
    const stop = (): void => {
      const waiting = this.#awaited.get(name)
      waiting?.delete(once)
      if (waiting?.size === 0) this.#awaited.delete(name)
    }
    const once = (): void => {
      stop()
      listener()
    }
    this.#awaited.set(name, (this.#awaited.get(name) ?? new Set()).add(once))
    return stop
  }

  /** The default first, then those with their first request under way, then by latest use. */
  list(): readonly Sandbox[] {
    const begun = [...this.#unaccepted.values()].filter(({ busy }) => busy > 0)
    return [...this.#accepted.values(), ...begun, this.#default].toReversed()
  }

  drop(name: string): boolean {
    const sandbox = name === DEFAULT_SANDBOX ? undefined : this.find(name)
    if (sandbox === undefined) return false
    sandbox.close()
    this.#former.noteDropped(sandbox)
    this.#accepted.delete(name)
    this.#unaccepted.delete(name)
    return true
  }

  /** Drops all but the default. @returns the names of those that were listed */
  dropAll(): readonly string[] {
    const names = [...this.#accepted.keys()]
    for (const name of [...names, ...this.#unaccepted.keys()]) this.drop(name)
    return names
  }

  /** Replaces the faults and the stubs of a reloaded scenario in the sandboxes that run it. */
  renewFaultsAndStubs(before: ActiveScenario, after: ActiveScenario): void {
    for (const { world } of this.all()) {
      if (world.config.scenario?.name !== before.name) continue
      const gone = world.faults.replace(before.document.faults, after.document.faults, world.clock.nowMs)
      for (const name of gone) world.delays.release(name)
      world.stubs.replace(before.document.stubs, after.document.stubs, world.clock.nowMs)
    }
  }

  /** Ends every held request, without a response. */
  endDelays(): void {
    for (const sandbox of this.all()) sandbox.endDelays()
  }

  /** Also those that are not listed; least recently used first, the default last. */
  all(): readonly Sandbox[] {
    return [...this.#unaccepted.values(), ...this.#accepted.values(), this.#default]
  }

  /** The world of the default first; also those of sandboxes that are not listed: a fault may have fired there. */
  get worlds(): readonly World[] {
    return this.all()
      .toReversed()
      .map(({ world }) => world)
  }

  #make(name: string, lostExchanges: number | undefined): Sandbox {
    return new Sandbox(name, this.#configs, this.#context, { starts: this.#former.startsOf(name), lostExchanges })
  }

  #use(sandbox: Sandbox): void {
    const { name } = sandbox
    if (name === DEFAULT_SANDBOX || sandbox.isClosed) return
    this.#unaccepted.delete(name)
    const isNew = !this.#accepted.delete(name)
    this.#accepted.set(name, sandbox)
    if (!isNew) return
    this.memory.keep(WORLD_BYTES, sandbox)
    if (this.size > this.#max) this.#evictOne(sandbox)
  }

  #evictOne(wanted: Sandbox): void {
    const others = [...this.#accepted.values()].filter((each) => each !== wanted)
    const byWorth = [
      ...others.filter(({ hasChanges }) => !hasChanges),
      ...others.filter(({ hasChanges }) => hasChanges),
    ]
    byWorth.some((sandbox) => this.#evict(sandbox))
  }

  #evictUnaccepted(wanted: Sandbox): void {
    for (const sandbox of this.#unaccepted.values()) {
      if (this.#unaccepted.size <= MAX_UNACCEPTED_SANDBOXES) return
      if (sandbox !== wanted) this.#evict(sandbox)
    }
  }

  /** Drops an idle sandbox to make room, and remembers its name: a new sandbox by that name says so. */
  #evict(sandbox: Sandbox): boolean {
    const { name } = sandbox
    if (name === DEFAULT_SANDBOX || !sandbox.isIdle) return false
    const isUnaccepted = this.#unaccepted.get(name) === sandbox && !sandbox.hasEvictionNotice
    this.#former.noteEvicted(sandbox, isUnaccepted)
    if (!isUnaccepted) this.#onEvicted?.(name)
    return this.drop(name)
  }
}
