import type { Schedule, DueEvent } from '../kernel/clock.ts'
import { instanceSchedule } from '../marketplace/instances/status.ts'
import { listingSchedule } from '../marketplace/network-volumes/listing.ts'
import { applyChangesTo, type World } from './world.ts'

/** The events of a world's rows and of its timeline: what a move of the clock runs. Of the timeline it lists the next instant only. */
export const scheduleOf =
  (world: World): Schedule =>
  () => [...eventsOfRows(world), ...world.timeline.nextEvents(applyChangesTo(world))]

const DAY_MS = 86_400_000

/**
 * The events for which a test may wait, earliest first: boots, the timeline, faults that begin or end, and listings that
 * expire within a day or that the sandbox has changed. The others end too late to matter.
 */
export function awaitedEvents(world: World): readonly DueEvent[] {
  const { clock, faults, state, tables, timeline } = world
  const { nowMs } = clock
  const started = state.startRows.network_volume_offers
  const changed = tables.network_volume_offers.values().filter((row) => started.get(row.id) !== row)
  const soon = listingSchedule(world).filter(({ atMs }) => atMs <= nowMs + DAY_MS)
  const listings = new Map([...soon, ...listingSchedule(world, changed)].map((event) => [event.text, event]))
  const spans = faults.list().flatMap(({ name, sinceMs, written: { when } }) => {
    const [from, to] = when.between ?? []
    return from === undefined || to === undefined
      ? []
      : [
          { atMs: sinceMs + from * 1000, text: `fault ${name} begins` },
          { atMs: sinceMs + to * 1000, text: `fault ${name} ends` },
        ]
  })
  return [...instanceSchedule(world), ...timeline.upcoming(applyChangesTo(world)), ...spans, ...listings.values()]
    .filter(({ atMs }) => atMs > nowMs)
    .toSorted((a, b) => a.atMs - b.atMs)
}

const eventsOfRows = (world: World): readonly DueEvent[] => [...listingSchedule(world), ...instanceSchedule(world)]
