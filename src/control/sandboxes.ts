import { z } from 'zod'
import { strictObject, type InputOf } from '../kernel/wire.ts'
import { DEFAULT_SANDBOX, type Sandboxes } from '../sandbox/sandboxes.ts'
import { call } from './call.ts'
import { shownClock, clockState } from './clock.ts'
import { SteeringError } from './error.ts'
import { randomSecret } from '../kernel/secret.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { World } from '../sandbox/world.ts'
import { nearest } from '../kernel/nearest.ts'
import { shortName } from '../kernel/names.ts'
import { dialects } from '../kernel/rules-in-force.ts'
import { mergedChoices } from '../marketplace/rule-choices.ts'
import { changedRows } from '../marketplace/tables.ts'
import { chosenIn } from '../sandbox/world-config.ts'
import { publishedKeys } from '../testing/fixtures/keys.ts'
import { activity } from './faults.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import { exchangeOf } from './requests.ts'

const shownDropped = strictObject({ dropped: z.array(z.string()) })

export const sandboxCalls = {
  list: call('GET /sandboxes', {
    summary: 'The sandboxes of this instance',
    shows: strictObject({
      instance: z.string(),
      sandboxes: z.array(
        shownClock.extend({
          name: z.string(),
          busy: z.int().describe('Requests under way.'),
          requests: z.int(),
          errors: z.int(),
        }),
      ),
    }),
    act: ({ sandboxes, instance }) => ({
      instance: instance.id,
      sandboxes: sandboxes.list().map(({ name, world: { clock, journal }, busy }) => ({
        name,
        now: clock.nowIso,
        mode: clock.mode,
        busy,
        requests: journal.length,
        errors: journal.entries().filter(isError).length,
      })),
    }),
  }),
  dropAll: call('DELETE /sandboxes', {
    summary: 'Deletes all sandboxes except the default',
    shows: shownDropped,
    changesSandbox: false,
    act: ({ sandboxes }) => ({ dropped: sandboxes.dropAll() }),
  }),
  drop: call('DELETE /sandboxes/:id', {
    summary: 'Deletes a sandbox',
    shows: shownDropped,
    changesSandbox: false,
    act: ({ sandboxes, params: { id: name } }) => {
      if (name === DEFAULT_SANDBOX)
        throw new SteeringError('conflict', 'the default sandbox always exists', 'reset it instead')
      if (!sandboxes.drop(name)) throw new SteeringError('not_found', `there is no sandbox "${name}"`)
      return { dropped: [name] }
    },
  }),
}

export const isError = ({ status }: Exchange): boolean => status === 0 || status >= 400

let run: string | undefined

/** A server that was started anew has other worlds. Drawn at first use, because an import needs no global of Node. */
const runId = (): string => (run ??= randomSecret().slice(0, 8))
const ids = new WeakMap<World, number>()
let last = 0

/** Another one after each reset, restore and clearing of the journal: what a page lists then is another list. */
export function worldId(world: World): string {
  const id = ids.get(world) ?? ++last
  ids.set(world, id)
  return `${runId()}.${id}.${world.journal.clearings}`
}

/** Another one after each change of the sandbox that can be seen: a page that shows it need not be renewed. */
export const stateId = ({ world, changes }: Sandbox): string => `${worldId(world)} ${world.journal.lastId} ${changes}`

const shownOverview = strictObject({
  sandbox: shortName,
  exists: z.boolean().describe('Whether anything has made the sandbox: reading it makes none.'),
  nearest: z.array(z.string()).describe('Sandboxes with a similar name, where it does not exist.'),
  world: z.string(),
  clock: shownClock,
  requests: z.int(),
  errors: z.int(),
  findings: z.int(),
  held: z.int(),
  faults: z.int().describe('Faults that can still fire.'),
  rows_changed: z.int().describe('Rows that differ from the start of the sandbox.'),
  rules: strictObject({ touched: z.int(), total: z.int() }),
  scenario: z.string().nullable(),
  dialect: z.enum(dialects),
  rules_chosen: z.int(),
  keys: z.array(strictObject({ key: z.string(), user: z.string() })).describe('The keys that the package publishes.'),
  sweep: z.boolean().describe('Whether a sweep runs here.'),
})
export type Overview = InputOf<typeof shownOverview>

export const overview = call('GET /overview', {
  summary: 'The sandbox in numbers',
  shows: shownOverview,
  act: ({ sandbox, sandboxes, sweep }): Overview => {
    const { name, world } = sandbox
    const { config, journal, rules, coverage, tables } = world
    const exists = sandboxes.find(name) !== undefined
    const entries = journal.entries()
    const { documented, assumed } = coverage.report(rules)
    return {
      sandbox: name,
      exists,
      nearest: exists
        ? []
        : nearest(
            name,
            sandboxes.list().map((each) => each.name),
            3,
          ),
      world: worldId(world),
      clock: clockState(world),
      requests: entries.length,
      errors: entries.filter(isError).length,
      findings: entries.filter(({ observations }) => observations.length > 0).length,
      held: world.delays.size,
      faults: activity(world).filter(({ can_fire }) => can_fire).length,
      rows_changed: changedSinceStart(world).length,
      rules: { touched: documented.touched + assumed.touched, total: documented.total + assumed.total },
      scenario: config.scenario?.name ?? null,
      dialect: rules.dialect,
      rules_chosen: Object.keys(mergedChoices(chosenIn(config))).length,
      keys: publishedKeys(tables.users.values()).map(({ key, user }) => ({ key, user: user.name })),
      sweep: sweep !== undefined,
    }
  },
})

/** The rows that differ from the start of the sandbox, those that are gone too. */
const changedSinceStart = ({ state: { rows, startRows } }: Pick<World, 'state'>) =>
  rows === startRows ? [] : changedRows(startRows, rows)

/** The same of a collection, by their ids. */
export const changedIds = (world: Pick<World, 'state'>, collection: string): readonly number[] =>
  changedSinceStart(world).flatMap((change) => (change.collection === collection ? [change.id] : []))

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
