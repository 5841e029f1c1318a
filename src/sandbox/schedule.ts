import type { Schedule, DueEvent } from '../kernel/clock.ts'
import { instanceSchedule } from '../marketplace/instances/status.ts'
import { listingSchedule } from '../marketplace/network-volumes/listing.ts'
import { applyChangesTo, type World } from './world.ts'

/** The events of a world's rows and of its timeline: what a move of the clock runs. Of the timeline it lists the next instant only. */
export const scheduleOf =
  (world: World): Schedule =>
  () => [...eventsOfRows(world), ...world.timeline.nextEvents(applyChangesTo(world))]

const eventsOfRows = (world: World): readonly DueEvent[] => [...listingSchedule(world), ...instanceSchedule(world)]
