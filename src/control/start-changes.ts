import { z } from 'zod'
import { clockSpec } from '../testing/scenarios/clock-spec.ts'
import { dialects } from '../kernel/rules-in-force.ts'
import { seedText } from '../kernel/names.ts'
import { namedValues, strictObject } from '../kernel/wire.ts'
import { ruleChoices } from '../marketplace/rule-choices.ts'
import type { WorldConfigs } from '../sandbox/world-config.ts'

const document = namedValues(z.unknown())

/** In what a reset differs from the start of the server. */
export const changes = strictObject({
  fixture: z
    .union([z.string(), z.array(z.string()), document])
    .optional()
    .describe('A name, a list of names, or a fixture document.'),
  seed: z.union([seedText, z.number().transform(String)]).optional(),
  clock: clockSpec.optional(),
  scenario: z.union([z.string(), document]).optional().describe('A name, or a scenario document.'),
  dialect: z.enum(dialects).optional().describe('The dialect of the simulated service.'),
  rules: ruleChoices.optional().describe('Choices at single rules, by their ids.'),
})

export const startChanges = changes.extend({
  scenario: z
    .union([z.string(), document, z.null()])
    .optional()
    .describe('A name, a scenario document, or null for none.'),
})

/** In what a start differs from the one before; `rules` are all that are chosen. */
export type StartChanges = z.output<typeof startChanges>

/** What sandboxes start from. */
export interface Start {
  readonly configs: WorldConfigs
  /** Reads fixtures and scenarios again. @throws DocumentError when some cannot be used; then everything stays as it was */
  readonly reload: () => void
  /** @throws DocumentError, SteeringError when it cannot be used; then everything stays as it was */
  readonly replace: (to: StartChanges) => void
}
