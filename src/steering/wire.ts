import { z } from 'zod'
import { clockSpec, instant } from '../harness/clock-spec.ts'
import { MAX_SEED } from '../kernel/invention.ts'
import { shortName, strict } from '../kernel/wire.ts'

// What steers a sandbox, as the control API and code write it.

export const clockBody = strict({ at: instant.optional(), frozen: z.boolean().optional() }).refine(
  ({ at, frozen }) => at !== undefined || frozen !== undefined,
  'name at, frozen, or both',
)

const SECONDS_PER_CENTURY = 100 * 365.25 * 86_400

export const advanceBody = strict({ seconds: z.number().min(0).max(SECONDS_PER_CENTURY) })

const document = z.looseObject({})

export const resetBody = strict({
  fixture: z
    .union([z.string(), z.array(z.string()), document])
    .optional()
    .describe('A name, a list of names, or a fixture document.'),
  seed: z.union([z.string().max(MAX_SEED), z.number().transform(String)]).optional(),
  clock: clockSpec.optional(),
  scenario: z.union([z.string(), document]).optional().describe('A name, or a scenario document.'),
})

/** How a scenario is started, besides its parameters. */
export const activation = strict({
  clock: clockSpec.optional().describe("Wins over the scenario's own; else the sandbox's clock goes on as it is."),
})

export const snapshotBody = strict({
  name: shortName,
})
