import { type DueEvent, instantMs } from '../../../../kernel/clock.ts'
import { statedSeconds } from '../../../../marketplace/operation/rules.ts'
import { operations } from '../../../../marketplace/routes.ts'
import { instanceSchedule } from '../../../../marketplace/instances/schedule.ts'
import { listingSchedule } from '../../../../marketplace/network-volumes/schedule.ts'
import { applyChangesTo, type World } from '../../../../sandbox/world.ts'
import { MAX_LISTINGS } from '../../bar/next-event.ts'
import { counted } from '../../parts/format.ts'

/** Marks that lie nearer to each other than this share of the line are one. */
const NEAR = 0.025

/** What happens at about one instant. */
export interface DueGroup {
  readonly id: string
  /** Unix milliseconds of the first and of the last. */
  readonly atMs: number
  readonly lastMs: number
  readonly text: string
  readonly count: number
  /** Where it lies between now (0) and the last of all (1), closer together the further away. */
  readonly place: number
}

/** One kind of what is to come. */
export interface Lane {
  readonly label: string
  readonly kind: 'held' | 'window' | 'event'
  readonly groups: readonly DueGroup[]
}

/** What is to come, by kind; where there is nothing of a kind, it is left out. */
export function lanesOf(world: World): readonly Lane[] {
  const { nowMs } = world.clock
  const held = world.delays
    .list()
    .flatMap(({ fault, method, path, until }) =>
      until === null ? [] : [{ atMs: instantMs(until), text: `${method} ${path} goes on (fault ${fault})` }],
    )
  const windows = windowsOf(world).map(({ operation, untilMs }) => ({
    atMs: untilMs,
    text: `${operation} may be called again`,
  }))
  const hasFewListings = world.tables.network_volume_offers.values().length <= MAX_LISTINGS
  const kinds: readonly (readonly [string, Lane['kind'], readonly DueEvent[]])[] = [
    ['held requests', 'held', held],
    ['rate limits', 'window', windows],
    ['instances that boot', 'event', instanceSchedule(world)],
    ['scenario', 'event', world.timeline.upcoming(applyChangesTo(world))],
    ['listings that expire', 'event', hasFewListings ? listingSchedule(world) : []],
  ]
  const due = kinds.map(([label, kind, events]) => ({
    label,
    kind,
    events: events.filter(({ atMs }) => atMs > nowMs).toSorted((a, b) => a.atMs - b.atMs),
  }))
  const lastMs = Math.max(...due.map(({ events }) => (events.at(-1)?.atMs ?? nowMs) - nowMs))
  const place = (atMs: number): number => placeAt(atMs - nowMs, lastMs)
  return due
    .filter(({ events }) => events.length > 0)
    .map(({ label, kind, events }) => ({ label, kind, groups: grouped(label, events, place) }))
}

/** The rate limits that a key has to wait for. */
export const windowsOf = ({ clock, limiter, rules }: World) =>
  limiter.windows(clock.nowMs, (id) => {
    const operation = operations.find((each) => each.id === id)
    return operation && statedSeconds(operation, rules)
  })

/** Seconds and years have room on one line: a place is by the logarithm. */
export const placeAt = (ms: number, lastMs: number): number =>
  Math.log1p(ms / 1000) / Math.log1p(Math.max(1, lastMs) / 1000)

function grouped(label: string, events: readonly DueEvent[], place: (atMs: number) => number): readonly DueGroup[] {
  const groups: DueEvent[][] = []
  for (const event of events) {
    const group = groups.at(-1)
    if (group?.[0] !== undefined && place(event.atMs) - place(group[0].atMs) < NEAR) group.push(event)
    else groups.push([event])
  }
  return groups.flatMap(([first, ...more], at) =>
    first === undefined
      ? []
      : [
          {
            id: `due-${label.replaceAll(' ', '-')}-${at}`,
            atMs: first.atMs,
            lastMs: more.at(-1)?.atMs ?? first.atMs,
            text: more.length === 0 ? first.text : `${first.text}, and ${counted(more.length, 'more', 'more')}`,
            count: more.length + 1,
            place: place(first.atMs),
          },
        ],
  )
}
