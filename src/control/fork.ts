import { z } from 'zod'
import { shortName } from '../kernel/names.ts'
import { strictObject } from '../kernel/wire.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import { call } from './call.ts'
import { clockState, shownClock } from './clock.ts'
import { SteeringError } from './error.ts'
import { exchangeOf } from './requests.ts'

/** The sandboxes that worlds before exchanges were opened in, the latest of each. */
const forks = new WeakMap<Exchange, Sandbox>()

/** The sandbox that has the world before an exchange, where somebody has opened it and it is still there. */
export function forkBefore(exchange: Exchange, sandboxes: Sandboxes): Sandbox | undefined {
  const forked = forks.get(exchange)
  return forked !== undefined && sandboxes.find(forked.name) === forked ? forked : undefined
}

const NOT_KEPT =
  'a sweep keeps those of its trials only; PUT /_sim/state and edits of rows leave none behind once they replaced 1 MiB'

export const fork = call('POST /requests/:id/fork', {
  summary: 'Opens the world before a request in another sandbox',
  takes: strictObject({
    sandbox: shortName.optional().describe('A sandbox that does not exist yet. Default: `<sandbox>-before-<id>`.'),
  }),
  shows: strictObject({
    sandbox: shortName,
    before: z.int().describe('The exchange.'),
    clock: shownClock,
  }),
  changesSandbox: false,
  act: ({ sandbox, sandboxes, params: { id } }, { sandbox: name }) => {
    const exchange = exchangeOf(sandbox, id)
    const { before } = exchange
    if (before === undefined)
      throw new SteeringError('conflict', `the world before exchange ${id} was not kept`, NOT_KEPT)
    const forked = openFork(sandboxes, name ?? `${sandbox.name}-before-${exchange.id}`, (recorders) =>
      sandbox.world.copyBefore(exchange, before, recorders),
    )
    forks.set(exchange, forked)
    return forked
  },
  show: (forked, { params: { id } }) => ({ sandbox: forked.name, before: Number(id), clock: clockState(forked.world) }),
})

export const forkNow = call('POST /fork', {
  summary: 'Copies the sandbox into another one',
  takes: strictObject({
    sandbox: shortName
      .optional()
      .describe('A sandbox that does not exist yet. Default: `<sandbox>-2`, or the next number that is free.'),
  }),
  shows: strictObject({ sandbox: shortName, clock: shownClock }),
  changesSandbox: false,
  act: ({ sandbox, sandboxes }, { sandbox: name }) =>
    openFork(sandboxes, name ?? numbered(sandbox.name, sandboxes), (recorders) => sandbox.world.copy(recorders)),
  show: (forked) => ({ sandbox: forked.name, clock: clockState(forked.world) }),
})

function numbered(name: string, sandboxes: Sandboxes): string {
  let number = 2
  while (sandboxes.find(`${name}-${number}`) !== undefined) number += 1
  return `${name}-${number}`
}

/** A sandbox that exists is somebody's: it is not replaced. */
function openFork(sandboxes: Sandboxes, name: string, open: Parameters<Sandbox['continueFrom']>[0]): Sandbox {
  if (!shortName.safeParse(name).success)
    throw new SteeringError('invalid_args', `sandbox: "${name}" is too long a name`, 'name the sandbox')
  if (sandboxes.find(name) !== undefined)
    throw new SteeringError('conflict', `there is a sandbox "${name}" already`, 'name another one, or drop it first')
  const forked = sandboxes.enter(name)
  forked.continueFrom(open)
  forked.use({ changes: true })
  forked.changed()
  return forked
}
