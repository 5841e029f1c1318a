import { z } from 'zod'
import { type DueEvent, instantMs, isoInstant } from '../kernel/clock.ts'
import { type InputOf, strictObject } from '../kernel/wire.ts'
import { instanceSchedule } from '../marketplace/instances/status.ts'
import { listingSchedule } from '../marketplace/network-volumes/listing.ts'
import { statedSeconds } from '../marketplace/operation/rate-limit.ts'
import { operations } from '../marketplace/routes.ts'
import { applyChangesTo, type World } from '../sandbox/world.ts'
import { call } from './call.ts'
import { clockState, shownClock } from './clock.ts'

/** More listings are not searched for those that expire. */
const MAX_LISTINGS = 1000
const MAX_UPCOMING = 200

const kinds = ['held', 'instance', 'scenario', 'listing', 'limit'] as const

const shownUpcoming = shownClock.extend({
  upcoming: z.array(strictObject({ at: z.iso.datetime(), kind: z.enum(kinds), text: z.string() })),
  held_until_released: z.int().describe('Requests that wait for the end of their fault, whatever the clock says.'),
})
export type Upcoming = InputOf<typeof shownUpcoming>

export const upcoming = call('GET /clock/upcoming', {
  summary: 'The coming changes by the clock, earliest first',
  shows: shownUpcoming,
  act: ({ sandbox: { world } }): Upcoming => ({
    ...clockState(world),
    upcoming: dueIn(world)
      .toSorted((a, b) => a.atMs - b.atMs)
      .slice(0, MAX_UPCOMING)
      .map(({ atMs, kind, text }) => ({ at: isoInstant(atMs), kind, text })),
    held_until_released: world.delays.list().filter(({ until }) => until === null).length,
  }),
})

/** `instance 32 is running` for `instance 32 runs`. */
export const inProgress = (text: string): string =>
  text.replace(/ loads$/, ' is loading').replace(/ runs$/, ' is running')

function dueIn(world: World) {
  const { clock, delays, tables, limiter, rules } = world
  const held = delays
    .list()
    .flatMap(({ fault, method, path, until }) =>
      until === null ? [] : [{ atMs: instantMs(until), text: `${method} ${path} continues (fault ${fault})` }],
    )
  const windows = limiter.windows(clock.nowMs, (id) => {
    const operation = operations.find((each) => each.id === id)
    return operation && statedSeconds(operation, rules)
  })
  const sources: readonly (readonly [(typeof kinds)[number], readonly DueEvent[]])[] = [
    ['held', held],
    ['instance', instanceSchedule(world).map((each) => ({ ...each, text: inProgress(each.text) }))],
    ['scenario', world.timeline.upcoming(applyChangesTo(world))],
    ['listing', tables.network_volume_offers.values().length > MAX_LISTINGS ? [] : listingSchedule(world)],
    ['limit', windows.map(({ operation, untilMs }) => ({ atMs: untilMs, text: `${operation} may be called again` }))],
  ]
  return sources.flatMap(([kind, events]) =>
    events.filter(({ atMs }) => atMs > clock.nowMs).map(({ atMs, text }) => ({ atMs, kind, text })),
  )
}
