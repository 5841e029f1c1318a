import { type Agenda, type Due, MAX_UNIX_SECONDS } from '../kernel/clock.ts'
import { instanceAgenda } from '../marketplace/instances/schedule.ts'
import { listingAgenda } from '../marketplace/network-volumes/schedule.ts'
import { makerIn, type World } from './world.ts'

/** What falls due first in a span of a world's time, and some of what does later: all that a move of the clock reads. */
export const agendaOf =
  (world: World): Agenda =>
  (afterMs, untilMs) =>
    [...ofRows(world), ...world.timeline.next(makerIn(world))].filter(({ atMs }) => atMs > afterMs && atMs <= untilMs)

/** All that is to come in a world, in time order. */
export const comingIn = (world: World): readonly Due[] =>
  [...ofRows(world), ...world.timeline.agenda(makerIn(world))]
    .filter(({ atMs }) => atMs > world.clock.nowMs && atMs <= MAX_UNIX_SECONDS * 1000)
    .toSorted((a, b) => a.atMs - b.atMs)

const ofRows = (world: World): readonly Due[] => [...listingAgenda(world), ...instanceAgenda(world)]
