import { Command } from 'commander'
import { shippedFixtures, shippedScenarios, sourceOf } from '../harness/library.ts'
import type { ClockStart } from '../kernel/clock.ts'
import { isPath, withFiles } from '../node/library.ts'
import { listen } from '../node/listen.ts'
import { createSimulator } from '../simulator.ts'
import { watchFiles } from '../node/watch.ts'
import { banner, declaredKeys } from './banner.ts'
import { type LogForm, logger } from './log.ts'
import { clockStart, nameList, option, wholeNumber } from './options.ts'

interface ServeOptions {
  readonly port: number
  readonly host: string
  readonly fixture: readonly string[]
  readonly scenario?: string
  readonly watch: boolean
  readonly seed: string
  readonly clock: ClockStart
  readonly rateLimit: boolean
  readonly log: LogForm
  readonly controlToken?: string
  readonly maxSandboxes: number
  readonly journalSize: number
  readonly strict: boolean
}

/** `rental-sim serve`: runs until it is told to stop. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Serves the simulated interface (the default command).')
    .addOption(option('--port <number>', '0 takes any free port').default(4010).argParser(wholeNumber(0, 65_535)))
    .addOption(option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(
      option('--fixture <names>', 'fixtures to start from, by name or path, separated by commas')
        .default(['default'], 'default')
        .argParser(nameList),
    )
    .addOption(option('--scenario <name>', 'a scenario to start with, by name or path'))
    .addOption(option('--watch', 'read changed fixture and scenario files again').default(false))
    .addOption(option('--seed <text>', 'everything invented comes from it').default('rental-sim'))
    .addOption(
      option('--clock <start>', 'real, frozen, or an instant at which it is frozen')
        .default({ mode: 'real' }, 'real')
        .argParser(clockStart),
    )
    .addOption(option('--no-rate-limit', 'accept requests however frequent'))
    .addOption(
      option('--log <form>', 'what is written to standard output')
        .choices(['pretty', 'json', 'silent'])
        .default('pretty'),
    )
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
    .action(serve)
}

async function serve({
  fixture,
  scenario,
  rateLimit,
  log,
  host,
  port,
  watch,
  ...options
}: ServeOptions): Promise<void> {
  const fixtures = withFiles(shippedFixtures, fixture)
  const scenarios = withFiles(shippedScenarios, scenario === undefined ? [] : [scenario])
  const simulator = createSimulator({
    ...options,
    fixtures,
    scenarios,
    fixture,
    scenario,
    rateLimit: { enabled: rateLimit },
    onExchange: logger(log),
    onDefect: (error) => process.stderr.write(`${error.stack}\n`),
  })
  const server = await listen(simulator, { host, port })
  const watched = watch
    ? watchFiles([...fixture, ...(scenario === undefined ? [] : [scenario])].filter(isPath), simulator.reload, (line) =>
        process.stderr.write(`${line}\n`),
      )
    : undefined
  const stop = (): void => {
    watched?.close()
    void server.close()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)

  if (log === 'json') process.stdout.write(`${JSON.stringify({ event: 'listening', url: server.url })}\n`)
  if (log === 'pretty') {
    const keys = declaredKeys(fixture.map((name) => sourceOf(fixtures, 'fixture', name)))
    process.stdout.write(banner(server.url, keys))
  }
}
