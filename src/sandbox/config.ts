import { z } from 'zod'
import { strictObject } from '../kernel/wire.ts'
import { clockSpec } from '../testing/scenarios/clock-spec.ts'
import { optionsSchema } from './options.ts'

const name = z.string().min(1, 'is empty: leave it out')

const PORT = 'is not a port: write a whole number from 0 to 65535, as in port: 4011'

const ofServe = {
  port: 'serve.port',
  host: 'serve.host',
  watch: 'serve.watch',
  log: 'serve.log',
  basePath: 'serve.basePath',
  keepAlive: 'serve.keepAlive',
  maxConnections: 'serve.maxConnections',
} as const

/**
 * A config of a project: the options of a simulator that can be written down. Fixtures and scenarios are named here; what
 * they say stands in files of their own.
 */
export const configDocument = strictObject(() => {
  const {
    fixtures: _fixtures,
    scenarios: _scenarios,
    config: _config,
    onExchange: _onExchange,
    onDefect: _onDefect,
    ...written
  } = optionsSchema.shape
  return {
    $schema: z.string().optional().describe('For editors.'),
    ...written,
    fixture: z
      .union([name, z.array(name).min(1)])
      .optional()
      .describe('fixtures to start from, by name or path'),
    scenario: name.optional().describe('a scenario to start with, by name or path'),
    library: written.library.describe(
      'a folder with fixtures/ and scenarios/, known by their names; by default ./rental-sim, where it is',
    ),
    clock: clockSpec
      .optional()
      .describe('real, frozen (at 2026-01-01T00:00:00Z), an instant at which it is frozen, or { at, frozen }'),
    serve: z
      .object({ port: z.union([z.int().min(0).max(65_535), z.string().regex(/^\d{1,5}$/, PORT)], PORT).optional() })
      .catchall(z.union([z.string(), z.number(), z.boolean()]))
      .optional()
      .describe('what only the command serve has, by the names of its options: { port: 4011, watch: true }'),
  }
}, ofServe)

/** What `rental-sim.config.ts` exports by default, and `.yaml` and `.json` say. */
export type Config = Readonly<z.input<typeof configDocument>>
