import { type DueEvent, instantMs, isoInstant } from '../../../kernel/clock.ts'
import { instanceSchedule } from '../../../marketplace/instances/schedule.ts'
import { listingSchedule } from '../../../marketplace/network-volumes/schedule.ts'
import { applyChangesTo, type World } from '../../../sandbox/world.ts'
import { counted, toSeconds } from '../parts/format.ts'

/** Of more listings nobody looks for the first that expires: each costs a row, on every page. */
export const MAX_LISTINGS = 1000

/** What happens next as the clock moves on. */
export interface NextEvent {
  /** ISO 8601. */
  readonly at: string
  /** `12:00:30`, with the date where it is another day. */
  readonly shortAt: string
  readonly text: string
}

export function nextEvent(world: World): NextEvent | undefined {
  const { nowMs, nowIso } = world.clock
  const held = world.delays.list().flatMap(({ until }) => (until === null ? [] : [instantMs(until)]))
  const others: readonly DueEvent[] = [
    ...instanceSchedule(world),
    ...world.timeline.nextEvents(applyChangesTo(world)),
    ...(world.tables.network_volume_offers.values().length > MAX_LISTINGS ? [] : listingSchedule(world)),
  ]
  const atMs = [...held, ...others.map((each) => each.atMs)]
    .filter((each) => each > nowMs)
    .reduce((earliest, each) => Math.min(earliest, each), Number.POSITIVE_INFINITY)
  if (atMs === Number.POSITIVE_INFINITY) return undefined
  const goOn = held.filter((each) => each === atMs).length
  const [first, ...more] = [
    ...(goOn === 0 ? [] : [counted(goOn, 'request goes on', 'requests go on')]),
    ...others.filter((each) => each.atMs === atMs).map(({ text }) => text),
  ]
  const at = isoInstant(atMs)
  return {
    at,
    shortAt: at.slice(0, 10) === nowIso.slice(0, 10) ? at.slice(11, 19) : toSeconds(at),
    text: `${first}${more.length === 0 ? '' : ` and ${more.length} more`}`,
  }
}
