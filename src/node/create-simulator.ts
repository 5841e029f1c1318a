import { errorsAtCaller } from '../control/error.ts'
import type { FixtureChoice, Simulator, SimulatorOptions } from '../control/types.ts'
import { checkOptions, optionsSchema, defaults } from '../sandbox/options.ts'
import { openSimulator, type OpenSimulator, type Wiring } from '../server/open-simulator.ts'
import { simulatorInCode } from '../server/simulator.ts'
import { shippedFixtures, shippedScenarios } from '../testing/fixtures/library.ts'
import { isConfigOff } from './files/config-files.ts'
import { findConfig } from './files/find-config.ts'
import { withUserDocuments } from './files/library.ts'
import { readConfig } from './files/read-config.ts'
import { listen } from './listen.ts'
import { loadPages } from './load-pages.ts'
import { nodeFetch } from './node-fetch.ts'
import { joinSweep } from './processes/join-sweep.ts'
import { writeTotals } from './processes/write-totals.ts'
import { openVitals } from './vitals.ts'
import { getHeapStatistics } from 'node:v8'
import { mebibytes } from '../sandbox/memory.ts'

/**
 * A simulator of the Compute Rental Marketplace API. It needs no port; `listen()` gives it one.
 *
 * @throws DocumentError when the fixture, the scenario or the library cannot be used
 * @throws RangeError when a rate limit or the clock cannot be used
 * @example
 * await using sim = createSimulator({ clock: 'frozen' })
 * const answer = await sim.fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } })
 */
export const createSimulator: (options?: SimulatorOptions) => Simulator = errorsAtCaller((options = {}) =>
  createWired(options, joinSweep()),
)

/** The same, with what a sweep connects to it. */
export function createWired(options: SimulatorOptions, wiring: Wiring): Simulator {
  checkOptions(options)
  return simulatorInCode(openInNode(withConfig(options), wiring), listen, writeTotals)
}

/** A simulator with what only Node has: files of the user's own, pages, and what it knows of the process. */
export function openInNode(options: SimulatorOptions, wiring: Wiring): OpenSimulator {
  const { library, fixture, fixtures = shippedFixtures, scenario, scenarios = shippedScenarios } = options
  const named = { library, fixture: namesOf(fixture), scenario: namesOf(scenario) }
  const memoryBudgetMib = safeBudgetMib(options.memoryBudgetMib)
  return openSimulator(
    { ...options, memoryBudgetMib, ...withUserDocuments(named, { fixtures, scenarios }) },
    { pages: loadPages, vitals: openVitals(), nodeFetch, ...wiring },
  )
}

const namesOf = (choice: FixtureChoice = []): readonly string[] =>
  [choice].flat().filter((name) => typeof name === 'string')

/**
 * Options of a simulator in code, and where they leave something open, those of the project's config.
 * @throws DocumentError when the config cannot be used
 */
export function withConfig(options: SimulatorOptions): SimulatorOptions {
  const found = options.config === false || isConfigOff(process.env) ? undefined : findConfig()
  if (found === undefined) return options
  const given: { -readonly [Name in keyof SimulatorOptions]: SimulatorOptions[Name] } = { ...options }
  for (const name of optionsSchema.keyof().options) if (given[name] === undefined) delete given[name]
  return { ...readConfig(found).options, ...given }
}

/** Of the old generation; the rest is for the program, for requests under way, and for garbage not yet collected. */
const SAFE_SHARE = 0.4

/** Three semi-spaces of 16 MiB: V8 counts them into its limit, and rows and journals never stay there. */
const YOUNG_GENERATION = mebibytes(48)

/** A memory budget in MiB: what was asked for, but at most the safe share of the heap. */
function safeBudgetMib(wantedMib: number = defaults.memoryBudgetMib): number {
  const oldGeneration = getHeapStatistics().heap_size_limit - YOUNG_GENERATION
  const safeMib = Math.floor((oldGeneration * SAFE_SHARE) / mebibytes(1))
  return Math.max(1, Math.min(wantedMib, safeMib))
}
