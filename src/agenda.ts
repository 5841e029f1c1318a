import type { Agenda } from './kernel/clock.ts'
import { instanceAgenda } from './resources/instances/agenda.ts'
import { listingAgenda } from './resources/network-volumes/agenda.ts'
import { makerIn, type World } from './world.ts'

/** What falls due in a span of a world's time. */
export const agendaOf =
  (world: World): Agenda =>
  (afterMs, untilMs) => {
    const timeline = world.timeline.agenda(makerIn(world))
    return [...listingAgenda(world), ...instanceAgenda(world), ...timeline].filter(
      ({ atMs }) => atMs > afterMs && atMs <= untilMs,
    )
  }
