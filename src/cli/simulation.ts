import type { Command } from 'commander'
import { inlineSource, type Source } from '../harness/fixtures/source.ts'
import { type FixtureChoice, type Library, shippedFixtures, shippedScenarios, sourceOf } from '../harness/library.ts'
import type { ClockStart } from '../kernel/clock.ts'
import { withFiles, withFolder } from '../node/library.ts'
import { loadPages } from '../node/load-pages.ts'
import { openEngine, type Engine, type EngineOptions } from '../engine.ts'
import { declaredKeys, type DeclaredKey } from './banner.ts'
import { clockStart } from './clock-start.ts'
import { libraryOption, nameList, option, wholeNumber } from './options.ts'

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
  readonly maxSandboxes: number
  readonly journalSize: number
  readonly strict: boolean
}

export const withWorldOptions = (command: Command, clock: 'real' | 'frozen' = 'real'): Command =>
  command
    .addOption(
      option('--fixture <names>', 'fixtures to start from, by name or path, separated by commas')
        .default(['default'], 'default')
        .argParser(nameList),
    )
    .addOption(option('--scenario <name>', 'a scenario to start with, by name or path'))
    .addOption(libraryOption())
    .addOption(option('--seed <text>', 'everything invented comes from it').default('rental-sim'))
    .addOption(
      option('--clock <start>', 'real, frozen, or an instant at which it is frozen')
        .default(clockStart(clock), clock)
        .argParser(clockStart),
    )

export const withServerOptions = (command: Command): Command =>
  command
    .addOption(option('--no-rate-limit', 'accept requests however frequent'))
    .addOption(option('--control-token <text>', 'what every control call but health must carry as a bearer'))
    .addOption(
      option('--max-sandboxes <number>', 'how many sandboxes there may be')
        .default(10_000)
        .argParser(wholeNumber(2, 1_000_000)),
    )
    .addOption(
      option('--journal-size <number>', 'how many exchanges each sandbox remembers')
        .default(1000)
        .argParser(wholeNumber(0, 1_000_000)),
    )
    .addOption(option('--strict', 'make a finding of every answer that rests on an assumption').default(false))

export interface Simulation {
  readonly engine: Engine
  /** The keys that its fixtures spell out. */
  readonly keys: readonly DeclaredKey[]
}

/** @throws DocumentError when a fixture, a scenario or the library cannot be used */
export function openSimulation(
  {
    fixture,
    scenario,
    library,
    rateLimit,
    seed,
    clock,
    controlToken,
    maxSandboxes,
    journalSize,
    strict,
  }: WorldOptions & Pick<ServerOptions, 'rateLimit'> & Partial<ServerOptions>,
  further: Pick<EngineOptions, 'onExchange' | 'tally'> = {},
): Simulation {
  const fixtures = withFiles(withFolder(shippedFixtures, library, 'fixtures'), fixture)
  const scenarios = withFiles(
    withFolder(shippedScenarios, library, 'scenarios'),
    scenario === undefined ? [] : [scenario],
  )
  const engine = openEngine({
    ...further,
    seed,
    clock,
    controlToken,
    maxSandboxes,
    journalSize,
    strict,
    fixtures,
    scenarios,
    fixture,
    scenario,
    rateLimit: { enabled: rateLimit },
    pages: loadPages,
    onDefect: (error) => process.stderr.write(`${error.stack}\n`),
  })
  const started = scenario === undefined ? undefined : engine.catalogue.scenario(scenario).document.fixture
  return { engine, keys: declaredKeys(sourcesOf(started ?? fixture, fixtures)) }
}

/** The documents that the world starts from. */
function sourcesOf(choice: FixtureChoice, fixtures: Library): readonly Source[] {
  if (typeof choice === 'string') return [sourceOf(fixtures, 'fixture', choice)]
  return Array.isArray(choice)
    ? choice.map((name) => sourceOf(fixtures, 'fixture', String(name)))
    : [inlineSource(choice)]
}
