import type { Command } from 'commander'
import {
  bareStart,
  DEFAULT_CLOCK,
  DEFAULT_JOURNAL_SIZE,
  DEFAULT_MAX_SANDBOXES,
  DEFAULT_MEMORY_BUDGET_MIB,
  DEFAULT_SEED,
} from '../bare-start.ts'
import { type Engine, engineOver, type Service, type ServingOptions } from '../engine.ts'
import { checkedFixture } from '../harness/checked-fixture.ts'
import type { ClockStart } from '../kernel/clock.ts'
import { safeBudgetMib } from '../node/heap.ts'
import { layered } from '../node/library.ts'
import { loadPages } from '../node/load-pages.ts'
import type { Sandboxes } from '../sandboxes.ts'
import { declaredKeys, type DeclaredKey } from '../harness/declared-keys.ts'
import { clockStart } from './clock-start.ts'
import { libraryOption, nameList, option, seedText, tokenOption, wholeNumber } from './options.ts'

/** The world that a simulator starts with. */
export interface WorldOptions {
  readonly fixture: readonly string[]
  readonly scenario?: string
  readonly library?: string
  readonly seed: string
  readonly clock: ClockStart
}

/** How a simulator is served. */
export interface ServerOptions {
  readonly rateLimit: boolean
  readonly controlToken?: string
  readonly allowedHost: readonly string[]
  readonly maxSandboxes: number
  readonly memoryBudget: number
  readonly journalSize: number
  readonly strict: boolean
}

export const withWorldOptions = (command: Command): Command =>
  command
    .addOption(
      option('--fixture <names>', 'fixtures to start from, by name or path, separated by commas')
        .default(['default'], 'default')
        .argParser(nameList),
    )
    .addOption(option('--scenario <name>', 'a scenario to start with, by name or path'))
    .addOption(libraryOption())
    .addOption(option('--seed <text>', 'everything invented comes from it').default(DEFAULT_SEED).argParser(seedText))
    .addOption(
      option('--clock <start>', 'real, frozen, or an instant at which it is frozen')
        .default(clockStart(DEFAULT_CLOCK), DEFAULT_CLOCK)
        .argParser(clockStart),
    )

export const withServerOptions = (command: Command): Command =>
  command
    .addOption(option('--no-rate-limit', 'accept requests however frequent'))
    .addOption(tokenOption('what every control call but health must carry as a bearer'))
    .addOption(
      option('--allowed-host <names>', 'names under which the control API answers without a token, separated by commas')
        .default([], 'addresses, localhost and names that are not public')
        .argParser((text, before: readonly string[]) => [...before, ...nameList(text)]),
    )
    .addOption(
      option('--max-sandboxes <number>', 'how many sandboxes there may be')
        .default(DEFAULT_MAX_SANDBOXES)
        .argParser(wholeNumber(2, 1_000_000)),
    )
    .addOption(
      option(
        '--memory-budget <MiB>',
        'how much may go into journals, rows and whatever else is kept; at most 40 % of the heap',
      )
        .default(DEFAULT_MEMORY_BUDGET_MIB)
        .argParser(wholeNumber(1, 1_000_000)),
    )
    .addOption(
      option('--journal-size <number>', 'how many exchanges each sandbox remembers')
        .default(DEFAULT_JOURNAL_SIZE)
        .argParser(wholeNumber(0, 1_000_000)),
    )
    .addOption(option('--strict', 'make a finding of every answer that rests on an assumption').default(false))

export type SimulationOptions = WorldOptions & Pick<ServerOptions, 'rateLimit'> & Partial<ServerOptions>

export interface Simulation {
  readonly engine: Engine
  /** The keys that its fixtures spell out. */
  readonly keys: () => readonly DeclaredKey[]
}

/**
 * A world of one shipped fixture starts at once, and the rest is read when a request needs it.
 * @throws DocumentError when a fixture, a scenario or the library cannot be used
 */
export async function openSimulation(options: SimulationOptions, further: ServingOptions): Promise<Simulation> {
  const engineOptions = engineOptionsOf(options, further)
  const { fixtures } = engineOptions
  const checked = options.scenario === undefined ? checkedFixture(fixtures, options.fixture) : undefined
  if (checked === undefined) {
    const { openCatalogued } = await import('./catalogued.ts')
    return openCatalogued(options, further)
  }
  const bare = bareStart(checked, engineOptions)
  const serviceOver = async (sandboxes: Sandboxes): Promise<Service> => {
    const whole = await import('../open-engine.ts')
    return whole.serviceOver(sandboxes, whole.catalogueOf(engineOptions), engineOptions)
  }
  return {
    engine: engineOver({ bare, initial: bare }, serviceOver, engineOptions),
    keys: () => declaredKeys(options.fixture.map((name) => fixtures.find(name)?.value)),
  }
}

/** @throws DocumentError when a file or the library cannot be used */
export function engineOptionsOf(options: SimulationOptions, further: ServingOptions) {
  const { fixture, scenario, library, seed, clock, rateLimit, controlToken, maxSandboxes, journalSize, strict } =
    options
  const { allowedHost, memoryBudget } = options
  return {
    ...further,
    fixture,
    scenario,
    seed,
    clock,
    controlToken,
    maxSandboxes,
    allowedHosts: allowedHost,
    memoryBudgetMib: safeBudgetMib(memoryBudget),
    journalSize,
    strict,
    ...layered({ library, fixture, scenario: scenario === undefined ? [] : [scenario] }),
    rateLimit: { enabled: rateLimit },
    pages: loadPages,
    onDefect: (error: Error) => process.stderr.write(`${error.stack}\n`),
  }
}
