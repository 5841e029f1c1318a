import type { Agenda } from './kernel/clock.ts'
import { makeChange } from './resources/change.ts'
import { instanceAgenda } from './resources/instances/agenda.ts'
import { listingAgenda } from './resources/network-volumes/agenda.ts'
import type { World } from './world.ts'

/** What falls due in a span of a world's time. */
export const agendaOf =
  (world: World): Agenda =>
  (afterMs, untilMs) => {
    const timeline = world.timeline.agenda((change) => makeChange(world.tables, world.invention, change))
    return [...listingAgenda(world), ...instanceAgenda(world), ...timeline].filter(
      ({ atMs }) => atMs > afterMs && atMs <= untilMs,
    )
  }
