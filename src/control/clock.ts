import { z } from 'zod'
import { awaitedEvents, scheduleOf } from '../sandbox/schedule.ts'
import { instant } from '../testing/scenarios/clock-spec.ts'
import { ClockBoundsError, type DueEvent, isoInstant, instantMs } from '../kernel/clock.ts'
import { strictObject, type InputOf } from '../kernel/wire.ts'
import type { ClockState, Receipt, ShownEvent } from './types.ts'
import { type World, applyChangesTo } from '../sandbox/world.ts'
import { call } from './call.ts'
import { SteeringError } from './error.ts'
import { instanceSchedule } from '../marketplace/instances/status.ts'
import { listingSchedule } from '../marketplace/network-volumes/listing.ts'
import { statedSeconds } from '../marketplace/operation/rate-limit.ts'
import { operations } from '../marketplace/routes.ts'

/** A clock as calls show it. */
export const shownClock = strictObject({ now: z.iso.datetime(), mode: z.enum(['real', 'frozen']) }).meta({
  id: 'Clock',
})

/** An event, as receipts and the clock show it. */
const shownEvent = strictObject({ at: z.iso.datetime(), text: z.string() })

/** A client that waits for one of the first waits for no later one. */
const MAX_DUE = 10

/** What is to come, earliest first. */
export const dueIn = (world: World): readonly ShownEvent[] => awaitedEvents(world).slice(0, MAX_DUE).map(presentDue)

export const clockState = ({ clock }: World): ClockState => ({ now: clock.nowIso, mode: clock.mode })

const SECONDS_PER_CENTURY = 100 * 365.25 * 86_400

const shownReceipt = strictObject({
  ...shownClock.shape,
  happened: z.array(shownEvent).describe('What fell due, in time order.'),
  clock: shownClock,
  msg: z.string().optional().describe('Where the seconds look like milliseconds: what to write.'),
})

/** Half a minute and more in whole seconds, written in milliseconds; whole days are meant. */
const areMilliseconds = (seconds: number): boolean =>
  seconds >= 30_000 && seconds % 1000 === 0 && seconds % 86_400 !== 0

/** Every call that may change the clock answers with it under `clock`. */
const withClock = ({ now, mode, happened, msg }: Receipt) => ({
  now,
  mode,
  happened,
  clock: { now, mode },
  ...(msg !== undefined && { msg }),
})

/** What to write in an advance without seconds. */
const secondsAreMissing = {
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined ? 'is missing: write {"seconds": 60}' : undefined,
}

export const clockCalls = {
  get: call('GET /clock', {
    summary: 'The instant, the mode, and the next changes',
    shows: strictObject({
      ...shownClock.shape,
      due: z
        .array(shownEvent)
        .optional()
        .describe('What comes next as the clock moves on, earliest first, at most ten; left out where nothing does.'),
    }),
    act: ({ sandbox: { world } }) => {
      const due = dueIn(world)
      return { ...clockState(world), ...(due.length > 0 && { due }) }
    },
  }),
  set: call('PUT /clock', {
    summary: 'Sets, freezes or runs the clock; answers with the changes that fell due',
    takes: strictObject({ at: instant.optional(), frozen: z.boolean().optional() }).refine(
      ({ at, frozen }) => at !== undefined || frozen !== undefined,
      'name at, frozen, or both',
    ),
    shows: shownReceipt,
    act: async ({ sandbox: { world } }, { at: atMs, frozen }) => {
      const mode = frozen === undefined ? world.clock.mode : frozen ? 'frozen' : 'real'
      return receipt(world, world.clock.set(atMs, mode, scheduleOf(world)))
    },
    tells: ({ at, frozen }) =>
      [
        at !== undefined && `clock set to ${isoInstant(at)}`,
        frozen !== undefined && `clock ${frozen ? 'frozen' : 'runs'}`,
      ]
        .filter((part) => part !== false)
        .join(', '),
    show: withClock,
  }),
  advance: call('POST /clock/advance', {
    summary: 'Moves the clock forward; answers with the changes that fell due, in time order',
    takes: strictObject({ seconds: z.number(secondsAreMissing).min(0).max(SECONDS_PER_CENTURY) }),
    shows: shownReceipt,
    act: async ({ sandbox: { world } }, { seconds }) => ({
      ...(await receipt(world, world.clock.advance(Math.round(seconds * 1000), scheduleOf(world)))),
      ...(areMilliseconds(seconds) && {
        msg: `${seconds} seconds are ${Math.round(seconds / 360) / 10} hours: for ${seconds} milliseconds write ${seconds / 1000}`,
      }),
    }),
    tells: ({ seconds }) => `clock +${seconds} s`,
    show: withClock,
  }),
}

const presentDue = ({ atMs, text, outcome }: DueEvent): ShownEvent => ({
  at: isoInstant(atMs),
  text: outcome?.() ?? text,
})

/**
 * Reads the clock as soon as the move is over, before another move that waits can begin.
 * @throws SteeringError `conflict` when the instant lies in the past, or too far ahead
 */
async function receipt(world: World, moving: Promise<readonly DueEvent[]>): Promise<Receipt> {
  try {
    const happened = await moving
    return { ...clockState(world), happened: happened.map(presentDue) }
  } catch (error) {
    throw error instanceof ClockBoundsError
      ? new SteeringError(
          'conflict',
          error.message,
          'a reset may set it back: POST /_sim/reset with {"clock": "2026-01-01T00:00:00Z"}',
        )
      : error
  }
}

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
    upcoming: upcomingIn(world)
      .toSorted((a, b) => a.atMs - b.atMs)
      .slice(0, MAX_UPCOMING)
      .map(({ atMs, kind, text }) => ({ at: isoInstant(atMs), kind, text })),
    held_until_released: world.delays.list().filter(({ until }) => until === null).length,
  }),
})

/** `instance 32 is running` for `instance 32 runs`. */
export const inProgress = (text: string): string =>
  text.replace(/ loads$/, ' is loading').replace(/ runs$/, ' is running')

function upcomingIn(world: World) {
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
