import { z } from 'zod'
import { shortName } from '../kernel/names.ts'
import { Steps } from '../kernel/steps.ts'
import { type InputOf, strictObject } from '../kernel/wire.ts'
import type { World } from '../sandbox/world.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import { Candidate } from '../testing/journal/match.ts'
import { call } from './call.ts'

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
const MAX_COMPARED_STEPS = 2_000_000

export const faultActivity = call('GET /faults/activity', {
  summary: 'The effects of each fault, and the requests that other refusals met first',
  shows: strictObject({ faults: z.array(shownActivity) }),
  act: ({ sandbox: { world } }) => {
    const steps = new Steps(MAX_COMPARED_STEPS)
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
