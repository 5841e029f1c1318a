import type { RowWrite } from '../kernel/writes.ts'
import { limitedOnDemand } from '../marketplace/operation/rules.ts'
import { collections } from '../marketplace/collections.ts'
import { forkTables } from '../marketplace/tables.ts'
import { Faults } from '../testing/faults/faults.ts'
import { PendingDelays } from '../testing/faults/pending-delays.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import { Journal } from '../testing/journal/journal.ts'
import { Uncounting } from '../testing/journal/uncounting.ts'
import { notAccepted } from '../testing/rate-limit/not-accepted.ts'
import { slotOf } from '../testing/rate-limit/rate-limiter.ts'
import type { Recorder } from '../testing/recorder.ts'
import { Stubs } from '../testing/stubs/stubs.ts'
import { WorldMoment } from './moment.ts'
import { named, openRecorders } from './recorders.ts'
import type { World } from './world.ts'

/** Thrown where the journal does not hold what the world before an exchange is made from. */
export class NotReachedError extends Error {
  /** What to do instead. */
  readonly hint: string

  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

/**
 * The world as it was before an exchange of its journal: the later writes are taken back in a copy of the tables, and
 * the clock, the faults, the stubs, the timeline and the intervals of the limiter are those of then. It has the exchanges
 * before, and no coverage or findings.
 * @param recorders what else records its exchanges
 * @throws NotReachedError
 */
export function worldBefore(world: World, exchange: Exchange, recorders: readonly Recorder[]): World {
  const { id, startedMs, moment, writesBefore } = exchange
  if (!(moment instanceof WorldMoment))
    throw new NotReachedError(`the world of exchange ${id} was not kept`, NO_WORLD_HINT)
  const later = world.journal.entries().filter((each) => each.id >= id)
  checkCounters(world, later, exchange, moment)
  const writes = world.writes.fork(writesBefore)
  const tables = forkTables(world.tables, writes)
  for (const write of laterWrites(world, writesBefore))
    for (const name of collections) if (name === write.collection) tables[name].undo(write)
  const clock = world.clock.fork({ mode: moment.mode, atMs: startedMs })
  const journal = world.journal.before(id, (each) => each.endedMs <= startedMs && !wroteAfter(each, writesBefore))
  const own = openRecorders(world.config, clock).map((each) => (each instanceof Journal ? journal : each))
  const uncounting = new Uncounting(later.map(({ counted }) => counted))
  return {
    ...world,
    steered: new Set(world.steered),
    acts: world.acts.fork(id),
    writes,
    moment: undefined,
    clock,
    tables,
    limiter: world.limiter.before(
      startedMs,
      latestBefore(world, exchange, isAccepted),
      latestBefore(world, exchange, isInTime),
    ),
    ...named([...own, ...recorders]),
    faults: Faults.earlier(moment.faults, uncounting),
    stubs: Stubs.earlier(moment.stubs, uncounting),
    timeline: world.timeline.at(startedMs),
    delays: new PendingDelays(),
  }
}

const wroteAfter = ({ writes = [] }: Exchange, count: number): boolean => writes.some(({ nth }) => nth > count)

/** The writes after the first so many, latest first. @throws NotReachedError where some of them are not known */
function laterWrites({ writes, journal }: World, count: number): readonly RowWrite[] {
  const known = [...journal.entries().flatMap((each) => each.writes ?? []), ...writes.others]
  const later = known.filter(({ nth }) => nth > count).toSorted((a, b) => b.nth - a.nth)
  if (later.length < writes.count - count) throw new NotReachedError(UNKNOWN_WRITES, UNKNOWN_WRITES_HINT)
  return later
}

const NO_WORLD_HINT = 'a sweep keeps the exchanges of its trials only'

const UNKNOWN_WRITES = 'rows were changed since by what the journal does not hold'
const UNKNOWN_WRITES_HINT =
  'that is PUT /_sim/state, an exchange that was dropped or cleared, or one that a fault still holds: let it go on, or start with a larger --journal-size'

/** The counters of faults and stubs are taken back by the exchanges that moved them, so each of these must be known. */
function checkCounters({ journal }: World, later: readonly Exchange[], { id }: Exchange, moment: WorldMoment): void {
  if (moment.faults.length + moment.stubs.length === 0) return
  const missing = journal.lastId - id + 1 - later.length
  if (missing === 0) return
  throw new NotReachedError(
    `faults or stubs have counted requests since that the journal does not hold: ${missing}`,
    'let go of what a fault holds; a journal that dropped or lost them reaches no further back',
  )
}

/** When the last request before an exchange was accepted, for each interval that this one or a later one began. */
function latestBefore(
  { journal }: World,
  { id }: Exchange,
  begins: (exchange: Exchange) => boolean,
): ReadonlyMap<string, number | undefined> {
  const last = new Map<string, number | undefined>()
  const accepted = journal.entries().filter(begins)
  for (const each of accepted) if (each.id >= id) last.set(slotOfExchange(each), undefined)
  for (const each of accepted) {
    const slot = slotOfExchange(each)
    if (each.id < id && last.has(slot)) last.set(slot, Math.max(each.startedMs, last.get(slot) ?? 0))
  }
  return last
}

/** A fault may refuse as the limiter does, but only what the limiter has accepted. */
const isAccepted = ({ operation, basis, rules }: Exchange): boolean =>
  operation !== null && (basis === 'injected' || !rules.some((id) => notAccepted.has(id)))

/** Whether the stated threshold would have accepted it, too. */
const isInTime = (exchange: Exchange): boolean =>
  isAccepted(exchange) &&
  !exchange.rules.some((id) => id === limitedOnDemand.id || id === `${exchange.operation}.rate-limit`)

const slotOfExchange = ({ operation, keyDigest }: Exchange): string => slotOf(operation ?? '', keyDigest ?? '')
