import { AwaitedNames } from './awaited-names.ts'
import { FormerSandboxes } from './former-sandboxes.ts'
import { type Holder, type Holders, MemoryBudget } from './memory-budget.ts'
import type { ActiveScenario } from '../testing/scenarios/read.ts'
import { CountedDocuments, countDocuments } from './counted-documents.ts'
import { Sandbox, type SandboxContext } from './sandbox.ts'
import type { WorldConfigs, World } from './world.ts'
import type { Recorder } from '../testing/recorder.ts'

/** The sandbox that always exists. */
export const DEFAULT_SANDBOX = 'default'

/** Sandboxes in which every request was refused: one more evicts the oldest of them, and no other sandbox. */
export const MAX_UNACCEPTED_SANDBOXES = 100

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
  readonly #former = new FormerSandboxes()
  readonly #awaited = new AwaitedNames()
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
    this.#default = this.#make(DEFAULT_SANDBOX, undefined)
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
    const sandbox = this.#make(name, this.#former.takeEviction(name))
    this.#former.takeKept(name)
    this.#unaccepted.set(name, sandbox)
    if (this.#unaccepted.size > MAX_UNACCEPTED_SANDBOXES) this.#evictUnaccepted(sandbox)
    this.#awaited.came(name)
    return sandbox
  }

  /** The same for reading: where there is none, a fresh one is returned and not kept. */
  look(name: string): Sandbox {
    return this.find(name) ?? this.#make(name, this.#former.lostExchanges(name))
  }

  find(name: string): Sandbox | undefined {
    if (name === DEFAULT_SANDBOX) return this.#default
    return this.#changed.get(name) ?? this.#unchanged.get(name) ?? this.#unaccepted.get(name)
  }

  /** Calls back once, when a sandbox of that name is made, unless it is told to stop. */
  await(name: string, listener: () => void): () => void {
    return this.#awaited.await(name, listener)
  }

  /** The default first, then those whose first request is under way, then by latest use. */
  list(): readonly Sandbox[] {
    const accepted = [...this.#changed.values(), ...this.#unchanged.values()].toSorted((a, b) => b.lastUse - a.lastUse)
    const begun = [...this.#unaccepted.values()].filter(({ busy }) => busy > 0).toReversed()
    return [this.#default, ...begun, ...accepted]
  }

  /** @param isKept whether `restore` shall bring it back, as long as there is memory for it */
  drop(name: string, { isKept = false } = {}): boolean {
    const sandbox = name === DEFAULT_SANDBOX ? undefined : this.find(name)
    if (sandbox === undefined) return false
    sandbox.close()
    this.#former.dropped(sandbox)
    for (const map of this.#maps) map.delete(name)
    if (isKept) this.#former.keep(sandbox)
    return true
  }

  /** Drops all but the default, and those that were kept. @returns the names of those that were listed */
  dropAll(): readonly string[] {
    const names = [...this.#unchanged.keys(), ...this.#changed.keys()]
    for (const name of [...names, ...this.#unaccepted.keys()]) this.drop(name)
    this.letGo()
    return names
  }

  /** Brings back a sandbox that was dropped and kept, without the requests that it held. Undefined where it is kept no more. */
  restore(name: string): Sandbox | undefined {
    const sandbox = this.#former.takeKept(name)
    sandbox?.reopen()
    sandbox?.use()
    this.#awaited.came(name)
    return sandbox
  }

  /** Lets go of the sandboxes that were dropped and kept. */
  letGo(): void {
    this.#former.forgetKept()
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

  #make(name: string, lostExchanges: number | undefined): Sandbox {
    return new Sandbox(name, this.#configs, this.#context, { starts: this.#former.startsOf(name), lostExchanges })
  }

  #use(sandbox: Sandbox): void {
    const isLatest = sandbox.lastUse === this.#uses
    sandbox.lastUse = this.#uses += 1
    const { name } = sandbox
    if (name === DEFAULT_SANDBOX || sandbox.isClosed) return
    const [place, other] = sandbox.hasChanges ? [this.#changed, this.#unchanged] : [this.#unchanged, this.#changed]
    // The latest used is the last of its map already.
    if (isLatest && place.has(name)) return
    const isNew = !place.delete(name) && !other.delete(name)
    this.#unaccepted.delete(name)
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
    this.#former.evicted(sandbox, isUnaccepted)
    if (!isUnaccepted) this.#onEvicted?.(name)
    return this.drop(name)
  }
}
