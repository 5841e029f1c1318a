import { z } from 'zod'
import { nearest } from '../kernel/nearest.ts'
import { shortName } from '../kernel/names.ts'
import { dialects } from '../kernel/rules-in-force.ts'
import { type InputOf, strictObject } from '../kernel/wire.ts'
import { mergedChoices } from '../marketplace/rule-choices.ts'
import { changedRows } from '../marketplace/tables.ts'
import { chosenIn } from '../sandbox/world-config.ts'
import type { World } from '../sandbox/world.ts'
import { publishedKeys } from '../testing/fixtures/keys.ts'
import { call } from './call.ts'
import { clockState, shownClock } from './clock.ts'
import { activity } from './faults.ts'
import { isError } from './journal.ts'
import { worldId } from './world-id.ts'

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
