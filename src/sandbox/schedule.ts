import { type Schedule, type DueEvent, MAX_UNIX_SECONDS } from '../kernel/clock.ts'
import { instanceSchedule } from '../marketplace/instances/schedule.ts'
import { listingSchedule } from '../marketplace/network-volumes/schedule.ts'
import { applyChangesTo, type World } from './world.ts'

/** The events of a world's rows and of its timeline: what a move of the clock runs. Of the timeline it lists the next instant only. */
export const scheduleOf =
  (world: World): Schedule =>
  () => [...eventsOfRows(world), ...world.timeline.nextEvents(applyChangesTo(world))]

/** All events to come in a world, in time order. */
export const upcomingEvents = (world: World): readonly DueEvent[] =>
  [...eventsOfRows(world), ...world.timeline.upcoming(applyChangesTo(world))]
    .filter(({ atMs }) => atMs > world.clock.nowMs && atMs <= MAX_UNIX_SECONDS * 1000)
    .toSorted((a, b) => a.atMs - b.atMs)

const eventsOfRows = (world: World): readonly DueEvent[] => [...listingSchedule(world), ...instanceSchedule(world)]
