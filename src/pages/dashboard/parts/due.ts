import { type DueEvent, instantMs, isoInstant } from '../../../kernel/clock.ts'
import { instanceSchedule } from '../../../marketplace/instances/status.ts'
import { listingSchedule } from '../../../marketplace/network-volumes/listing.ts'
import { applyChangesTo, type World } from '../../../sandbox/world.ts'
import { counted, toSeconds } from './format.ts'

/** Of more listings nobody looks for those that expire: each costs a row, on every page. */
const MAX_LISTINGS = 1000

/** What is to come of one kind. */
export interface Due {
  readonly label: string
  readonly kind: 'held' | 'event' | 'window'
  /** Earliest first. */
  readonly events: readonly DueEvent[]
}

/** `instance 32 is running` for `instance 32 runs`. */
export const inProgress = (text: string): string =>
  text.replace(/ loads$/, ' is loading').replace(/ runs$/, ' is running')

/** What happens by itself as the clock of a world moves on. @param ofTimeline what is to be told of its scenario */
export function dueOf(world: World, ofTimeline: readonly DueEvent[]): readonly Due[] {
  const { clock, delays, tables } = world
  const held = delays
    .list()
    .flatMap(({ fault, method, path, until }) =>
      until === null ? [] : [{ atMs: instantMs(until), text: `${method} ${path} goes on (fault ${fault})` }],
    )
  const hasFewListings = tables.network_volume_offers.values().length <= MAX_LISTINGS
  const kinds: readonly Due[] = [
    { label: 'held requests', kind: 'held', events: held },
    {
      label: 'instances that boot',
      kind: 'event',
      events: instanceSchedule(world).map((each) => ({ ...each, text: inProgress(each.text) })),
    },
    { label: 'scenario', kind: 'event', events: ofTimeline },
    { label: 'listings that expire', kind: 'event', events: hasFewListings ? listingSchedule(world) : [] },
  ]
  return kinds.map((due) => ({ ...due, events: toCome(due.events, clock.nowMs) }))
}

export const toCome = (events: readonly DueEvent[], nowMs: number): readonly DueEvent[] =>
  events.filter(({ atMs }) => atMs > nowMs).toSorted((a, b) => a.atMs - b.atMs)

/** What happens next as the clock moves on. */
export interface NextEvent {
  /** ISO 8601. */
  readonly at: string
  /** `12:00:30`, with the date where it is another day. */
  readonly shortAt: string
  readonly text: string
}

export function nextEvent(world: World): NextEvent | undefined {
  const due = dueOf(world, world.timeline.nextEvents(applyChangesTo(world)))
  const atMs = Math.min(...due.map(({ events }) => events[0]?.atMs ?? Infinity))
  if (atMs === Infinity) return undefined
  const [first, ...more] = due.flatMap(({ kind, events }) => {
    const texts = events.filter((each) => each.atMs === atMs).map(({ text }) => text)
    return kind === 'held' && texts.length > 0
      ? [counted(texts.length, 'held request continues', 'held requests continue')]
      : texts
  })
  const at = isoInstant(atMs)
  return {
    at,
    shortAt: at.slice(0, 10) === world.clock.nowIso.slice(0, 10) ? at.slice(11, 19) : toSeconds(at),
    text: `${first}${more.length === 0 ? '' : ` and ${more.length} more`}`,
  }
}
