import { z } from 'zod'
import { bytesOfWritten, type MatchList } from '../testing/faults/match-list.ts'
import { heldRequest } from '../testing/faults/pending-delays.ts'
import {
  presentFault,
  type Replacing,
  type ShownFault,
  presentAdded,
  presentStub,
  type ShownStub,
} from '../testing/faults/present.ts'
import { type Fault, faultSchema } from '../testing/faults/schema.ts'
import { MAX_COMPARED_STEPS, whyUnmet } from '../testing/faults/faults.ts'
import { whyNoCaller } from '../testing/faults/reachability.ts'
import { Steps } from '../kernel/steps.ts'
import { shortName } from '../kernel/names.ts'
import { strictObject, type InputOf } from '../kernel/wire.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { call } from './call.ts'
import { SteeringError, unknownName } from './error.ts'
import type { World } from '../sandbox/world.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import { Candidate } from '../testing/journal/match.ts'
import { stubSchema } from '../testing/stubs/schema.ts'

export const faultsOf = ({ world }: Sandbox): readonly ShownFault[] =>
  world.faults.list().map(({ written, matched, fired }) => presentFault(written, matched, fired))

/** How many faults a sandbox may have: every request is compared with each. */
export const MAX_FAULTS = 1000

const shownFault = strictObject({
  name: shortName,
  match: z.looseObject({}),
  when: z.looseObject({}),
  effect: z.looseObject({}).optional(),
  must_fire: z.boolean(),
  matched: z.int(),
  fired: z.int(),
}).meta({ id: 'Fault' })

/** Says of an added fault or stub that it took the place of one with its name. */
const shownReplacing = z.string().optional().describe('Where it took the place of one with its name: that.')

/** What an answer says besides; nothing where there is nothing to say. */
export const besides = (texts: readonly string[]): { readonly msg?: string } =>
  texts.length === 0 ? {} : { msg: texts.join('; ') }

/** Says of each of some faults that no caller of a world is one of its match. */
export const unmetFaults = ({ tables }: World, faults: readonly Fault[]): readonly string[] =>
  faults.flatMap(({ name, match }) => {
    const why = whyNoCaller(match, tables.users.values())
    return why === undefined ? [] : [`the fault "${name}" meets no operation: ${why}`]
  })

/**
 * Adds a fault or a stub, or replaces the one of its name.
 * @returns what it replaced, in words
 * @throws SteeringError where there is no room for it
 */
function addTo<Written extends Pick<Fault, 'name' | 'match'>>(
  list: MatchList<Written>,
  written: Written,
  sandbox: Sandbox,
  { noun, max }: { readonly noun: 'fault' | 'stub'; readonly max: number },
): Replacing {
  const names = list.names()
  const isReplaced = names.includes(written.name)
  if (names.length >= max && !isReplaced)
    throw new SteeringError('conflict', `there are ${max} ${noun}s already`, 'delete one')
  const bytes = bytesOfWritten(written)
  sandbox.memory.need(`this ${noun}`, bytes, sandbox)
  sandbox.memory.keep(bytes, sandbox)
  const { controlCallsMade, clock } = sandbox.world
  controlCallsMade.add(`POST /_sim/${noun}s`)
  list.add(written, clock.nowMs)
  return isReplaced
    ? { msg: `replaces the ${noun} "${written.name}" that was there: give this one another name to have both` }
    : {}
}

interface Removal<Written extends Pick<Fault, 'name' | 'match'>> {
  readonly listOf: (world: World) => MatchList<Written>
  /** Ends what it does to requests that are under way. */
  readonly release?: (world: World, name: string) => void
  readonly clearing: string
  readonly removing: string
}

/** The calls that take faults or stubs away: all, or one. */
function removalCalls<Written extends Pick<Fault, 'name' | 'match'>>(
  noun: 'fault' | 'stub',
  { listOf, release, clearing, removing }: Removal<Written>,
) {
  const shows = strictObject({ removed: z.array(shortName) })
  return {
    clear: call(`DELETE /${noun}s`, {
      summary: clearing,
      shows,
      act: ({ sandbox: { world } }) => {
        world.controlCallsMade.add(`DELETE /_sim/${noun}s`)
        const removed = listOf(world).clear()
        for (const name of removed) release?.(world, name)
        return removed
      },
      tells: () => `all ${noun}s deleted`,
      show: (removed) => ({ removed }),
    }),
    remove: call(`DELETE /${noun}s/:name`, {
      summary: removing,
      shows,
      act: ({ sandbox: { world }, params: { name } }) => {
        const list = listOf(world)
        if (!list.remove(name)) throw unknownName(noun, name, list.names())
        world.controlCallsMade.add(`DELETE /_sim/${noun}s`)
        release?.(world, name)
      },
      tells: (_, { params: { name } }) => `${noun} ${name} deleted`,
      show: (_, { params: { name } }) => ({ removed: [name] }),
    }),
  }
}

/** Faults that tests add and remove; removing one releases the requests that it holds. */
export const faultCalls = {
  list: call('GET /faults', {
    summary: 'The faults, with their hits, and the requests that they hold',
    shows: strictObject({ faults: z.array(shownFault), held: z.array(heldRequest) }),
    act: ({ sandbox }) => ({ faults: faultsOf(sandbox), held: sandbox.world.delays.list() }),
  }),
  add: call('POST /faults', {
    summary: 'Adds a fault, or replaces the one of this name',
    takes: faultSchema,
    shows: shownFault
      .extend({
        msg: z
          .string()
          .optional()
          .describe('Where it took the place of one with its name, or no user is the caller of its match: that.'),
      })
      .meta({ id: 'AddedFault' }),
    act: ({ sandbox }, fault) => {
      const { world } = sandbox
      const { faults, stubs, delays } = world
      const why = whyUnmet(
        fault,
        stubs.list().map(({ written }) => written),
        new Steps(MAX_COMPARED_STEPS),
      )
      if (why !== undefined) throw new SteeringError('invalid_args', `match: ${why}`)
      const replacing = addTo(faults, fault, sandbox, { noun: 'fault', max: MAX_FAULTS })
      delays.release(fault.name)
      const replaced = replacing.msg === undefined ? [] : [replacing.msg]
      return { ...presentFault(fault, 0, 0), ...besides([...replaced, ...unmetFaults(world, [fault])]) }
    },
    tells: ({ name }) => `fault ${name} added`,
  }),
  ...removalCalls('fault', {
    listOf: ({ faults }) => faults,
    release: ({ delays }, name) => delays.release(name),
    clearing: 'Deletes all faults and releases held requests',
    removing: 'Deletes a fault and releases its held requests',
  }),
}

const stubsOf = ({ world }: Sandbox): readonly ShownStub[] =>
  world.stubs.list().map(({ written, matched }) => presentStub(written, matched))

/** How many stubs calls may add to a sandbox: a request that no operation takes is compared with each. */
export const MAX_STUBS = 1000

const shownStub = strictObject({
  name: shortName,
  match: z.looseObject({}),
  answer: strictObject({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.unknown().optional() }),
  matched: z.int(),
})

/** Answers to calls that no operation takes. */
export const stubCalls = {
  list: call('GET /stubs', {
    summary: 'The stubs, with the number of requests that each answered',
    shows: strictObject({ stubs: z.array(shownStub) }),
    act: ({ sandbox }) => stubsOf(sandbox),
    show: (stubs) => ({ stubs }),
  }),
  add: call('POST /stubs', {
    summary: 'Adds a stub, or replaces the one of this name',
    takes: stubSchema,
    shows: shownStub.extend({
      yields_to: z
        .array(z.string())
        .describe('Operations that its path covers: where the dialect serves them, they answer for themselves.'),
      msg: shownReplacing,
    }),
    act: ({ sandbox }, stub) => {
      const replacing = addTo(sandbox.world.stubs, stub, sandbox, { noun: 'stub', max: MAX_STUBS })
      return { ...presentAdded(stub), ...replacing }
    },
    tells: ({ name }) => `stub ${name} added`,
  }),
  ...removalCalls('stub', {
    listOf: (world) => world.stubs,
    clearing: 'Deletes all stubs',
    removing: 'Deletes a stub',
  }),
}

const ids = z.array(z.int())

const shownActivity = strictObject({
  name: shortName,
  can_fire: z.boolean().describe('False once it has fired as often as its `times` says.'),
  left: z.int().nullable().describe('On how many further requests it fires; null without a limit.'),
  fired_on: ids.describe('The latest requests that it fired on.'),
  limited_first: ids.describe('Requests for it that the rate limit refused first: they do not count.'),
  others_first: ids.describe('Requests for it that another fault met first.'),
})
export type FaultActivity = InputOf<typeof shownActivity>

/** Of a list of requests. */
const MAX_NAMED = 20

/** How many steps the comparison of requests with faults may take. */
const MAX_ACTIVITY_STEPS = 2_000_000

export const faultActivity = call('GET /faults/activity', {
  summary: 'The effects of each fault, and the requests that other refusals met first',
  shows: strictObject({ faults: z.array(shownActivity) }),
  act: ({ sandbox: { world } }) => {
    const steps = new Steps(MAX_ACTIVITY_STEPS)
    return activity(world).map((each) => ({ ...each, ...requestsOf(world, each.name, steps) }))
  },
  show: (faults) => ({ faults }),
})

/** Which faults can still fire. */
export const activity = ({ faults }: World) =>
  faults.list().map(({ written: { name, when }, fired }) => {
    const left = when.times === undefined ? null : Math.max(0, when.times - fired)
    return { name, left, can_fire: left !== 0 }
  })

function requestsOf({ faults, journal, controlLog }: World, name: string, steps: Steps) {
  const found = faults.list().find(({ written }) => written.name === name)
  const added = controlLog.list().findLast(({ text }) => text === `fault ${name} added`)?.after ?? 0
  const isForIt = (exchange: Exchange): boolean =>
    found !== undefined && new Candidate(exchange, steps).misses(found.written.match).length === 0
  const since = journal.entries().filter(({ id }) => id > added)
  const named = (wanted: (exchange: Exchange) => boolean): number[] =>
    since
      .filter(wanted)
      .slice(-MAX_NAMED)
      .map(({ id }) => id)
  return {
    fired_on: named(({ fault }) => fault?.name === name),
    limited_first: named((exchange) => isLimited(exchange) && isForIt(exchange)),
    others_first: named((exchange) => exchange.fault !== null && exchange.fault.name !== name && isForIt(exchange)),
  }
}

const isLimited = ({ status, fault, rules }: Exchange): boolean =>
  status === 429 && fault === null && rules.some((id) => id.startsWith('rate-limit.'))
