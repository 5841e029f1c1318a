import { EvictedNames } from './evicted-names.ts'
import { type Holder, type Holders, MemoryBudget } from './memory-budget.ts'
import type { ActiveScenario } from '../testing/scenarios/read.ts'
import { CountedDocuments, countDocuments } from './counted-documents.ts'
import { Sandbox, type SandboxContext } from './sandbox.ts'
import type { WorldConfigs, World } from './world.ts'
import { putBounded } from '../kernel/put-bounded.ts'
import type { Recorder } from '../testing/recorder.ts'

/** The sandbox that always exists. */
export const DEFAULT_SANDBOX = 'default'

/** Sandboxes in which every request was refused: one more evicts the oldest of them, and no other sandbox. */
export const MAX_UNACCEPTED_SANDBOXES = 100

/** Names of evicted sandboxes that are remembered: the first response of a new sandbox by that name says that it is one. */
export const MAX_EVICTED_NAMES = 10_000

/** Names of dropped sandboxes for which it is remembered how many worlds they had. */
export const MAX_DROPPED_NAMES = 10_000

export interface SandboxLimits {
  readonly sandboxes: number
  readonly memoryBytes: number
}

interface Surroundings {
  /** The name of the server. */
  readonly instance?: string
  /** Is told of each sandbox that goes for want of room, but for those that saw refused requests only. */
  readonly onEvicted?: ((name: string) => void) | undefined
}

/**
 * The sandboxes of a server, made on first use; beyond the maximum the least recently used idle one goes, those first
 * in which nothing was changed. A sandbox is listed once a request of it was accepted or a control call changed it.
 */
export class Sandboxes implements Holders {
  readonly budget: MemoryBudget
  readonly #configs: WorldConfigs
  readonly #max: number
  readonly #context: SandboxContext
  /** Each map has the least recently used first. */
  readonly #unaccepted = new Map<string, Sandbox>()
  readonly #unchanged = new Map<string, Sandbox>()
  readonly #changed = new Map<string, Sandbox>()
  readonly #evicted = new EvictedNames(MAX_EVICTED_NAMES)
  readonly #evictedUnaccepted = new EvictedNames(MAX_EVICTED_NAMES / 10)
  /** How many worlds began, by the names of dropped sandboxes. */
  readonly #startsOfDropped = new Map<string, number>()
  /** Listeners by the name of a sandbox that is not there yet. */
  readonly #awaited = new Map<string, Set<() => void>>()
  readonly #default: Sandbox
  readonly #onEvicted: Surroundings['onEvicted']
  /** The documents in what the budget has counted; undefined once some of them may have gone. */
  #counted: CountedDocuments | undefined = new CountedDocuments()
  #uses = 0

  /** @param recorders what records the exchanges of all sandboxes */
  constructor(
    configs: WorldConfigs,
    limits: SandboxLimits,
    recorders: readonly Recorder[] = [],
    { instance = '', onEvicted }: Surroundings = {},
  ) {
    this.#configs = configs
    this.#max = limits.sandboxes
    this.budget = new MemoryBudget(limits.memoryBytes, this)
    this.#onEvicted = onEvicted
    this.#context = {
      instance,
      recorders,
      budget: this.budget,
      used: (sandbox) => this.#use(sandbox),
      documents: () => (this.#counted ??= this.#count().documents),
    }
    this.#default = this.#make(DEFAULT_SANDBOX, false)
    this.#default.keepDocuments('what it starts with')
  }

  get size(): number {
    return this.#accepted + 1
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
    const wasEvicted = this.#evicted.take(name) || this.#evictedUnaccepted.take(name)
    const sandbox = this.#make(name, wasEvicted)
    this.#unaccepted.set(name, sandbox)
    if (this.#unaccepted.size > MAX_UNACCEPTED_SANDBOXES) this.#evictUnaccepted(sandbox)
    for (const tell of this.#awaited.get(name) ?? []) tell()
    return sandbox
  }

  /** The same for reading: where there is none, a fresh one is returned and not kept. */
  look(name: string): Sandbox {
    return this.find(name) ?? this.#make(name, this.#evicted.has(name) || this.#evictedUnaccepted.has(name))
  }

  find(name: string): Sandbox | undefined {
    if (name === DEFAULT_SANDBOX) return this.#default
    return this.#changed.get(name) ?? this.#unchanged.get(name) ?? this.#unaccepted.get(name)
  }

  /** Calls back once, when a sandbox of that name is made, unless it is told to stop. */
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

  /** The default first, then those whose first request is under way, then by latest use. */
  list(): readonly Sandbox[] {
    const accepted = [...this.#changed.values(), ...this.#unchanged.values()].toSorted((a, b) => b.lastUse - a.lastUse)
    const begun = [...this.#unaccepted.values()].filter(({ busy }) => busy > 0).toReversed()
    return [this.#default, ...begun, ...accepted]
  }

  drop(name: string): boolean {
    const sandbox = name === DEFAULT_SANDBOX ? undefined : this.find(name)
    if (sandbox === undefined) return false
    sandbox.close()
    putBounded(this.#startsOfDropped, name, sandbox.starts, MAX_DROPPED_NAMES)
    for (const map of this.#maps) map.delete(name)
    return true
  }

  /** Drops all but the default. @returns the names of those that were listed */
  dropAll(): readonly string[] {
    const names = [...this.#unchanged.keys(), ...this.#changed.keys()]
    for (const name of [...names, ...this.#unaccepted.keys()]) this.drop(name)
    return names
  }

  /** Replaces the faults and the stubs of a reloaded scenario in the sandboxes that run it. */
  renewFaultsAndStubs(before: ActiveScenario, after: ActiveScenario): void {
    for (const { world } of this.holders()) {
      if (world.config.scenario?.name !== before.name) continue
      const gone = world.faults.replace(before.document.faults, after.document.faults, world.clock.nowMs)
      for (const name of gone) world.delays.release(name)
      world.stubs.replace(before.document.stubs, after.document.stubs)
    }
  }

  /** Ends every held request, without a response. */
  endDelays(): void {
    for (const sandbox of this.holders()) sandbox.endDelays()
  }

  holders(): readonly Sandbox[] {
    return [...this.#maps.flatMap((map) => [...map.values()]), this.#default]
  }

  /** The world of the default first; also those of sandboxes that are not listed: a fault may have fired there. */
  get worlds(): readonly World[] {
    return this.holders()
      .toReversed()
      .map(({ world }) => world)
  }

  documentBytes(): ReadonlyMap<Sandbox, number> {
    const { documents, bytesOf } = this.#count()
    this.#counted = documents
    return bytesOf
  }

  forget(holder: Holder): boolean {
    const isGone = holder instanceof Sandbox && this.#evict(holder)
    if (isGone) this.#counted = undefined
    return isGone
  }

  #count() {
    return countDocuments(this.holders().toReversed())
  }

  get #accepted(): number {
    return this.#unchanged.size + this.#changed.size
  }

  get #maps() {
    return [this.#unaccepted, this.#unchanged, this.#changed]
  }

  #make(name: string, wasEvicted: boolean): Sandbox {
    const starts = this.#startsOfDropped.get(name) ?? 0
    return new Sandbox(name, this.#configs, this.#context, { starts, wasEvicted })
  }

  #use(sandbox: Sandbox): void {
    sandbox.lastUse = this.#uses += 1
    const { name } = sandbox
    if (name === DEFAULT_SANDBOX || sandbox.isClosed) return
    const isNew = this.#unaccepted.delete(name) || (!this.#unchanged.has(name) && !this.#changed.has(name))
    const place = sandbox.hasChanges ? this.#changed : this.#unchanged
    for (const map of [this.#unchanged, this.#changed]) map.delete(name)
    place.set(name, sandbox)
    if (isNew && this.size > this.#max) this.#evictIdle(sandbox)
  }

  #evictIdle(wanted: Sandbox): void {
    for (const map of [this.#unchanged, this.#changed]) {
      for (const sandbox of map.values()) {
        if (this.size <= this.#max) return
        if (map === this.#unchanged && sandbox.hasChanges) this.#moveToChanged(sandbox)
        else if (sandbox !== wanted) this.#evict(sandbox)
      }
    }
  }

  /** An entry of a timeline changes a sandbox between its uses, which shows only here. */
  #moveToChanged(sandbox: Sandbox): void {
    this.#unchanged.delete(sandbox.name)
    this.#changed.set(sandbox.name, sandbox)
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
    const isUnaccepted = this.#unaccepted.get(name) === sandbox && !sandbox.isEvictionUntold
    ;(isUnaccepted ? this.#evictedUnaccepted : this.#evicted).add(name)
    if (!isUnaccepted) this.#onEvicted?.(name)
    return this.drop(name)
  }
}
