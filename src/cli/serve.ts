import { Command } from 'commander'
import { bundledFixtures } from '../harness/fixtures/bundled.ts'
import { sourceOf } from '../harness/fixtures/library.ts'
import type { ClockStart } from '../kernel/clock.ts'
import { withFiles } from '../node/library.ts'
import { listen } from '../node/listen.ts'
import { createSimulator } from '../simulator.ts'
import { banner, declaredKeys } from './banner.ts'
import { clockStart, nameList, option, portNumber } from './options.ts'

interface ServeOptions {
  readonly port: number
  readonly host: string
  readonly fixture: readonly string[]
  readonly seed: string
  readonly clock: ClockStart
  readonly rateLimit: boolean
  readonly log: 'pretty' | 'json' | 'silent'
}

/** `rental-sim serve`: runs until it is told to stop. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Serves the simulated interface (the default command).')
    .addOption(option('--port <number>', '0 takes any free port').default(4010).argParser(portNumber))
    .addOption(option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(
      option('--fixture <names>', 'fixtures to start from, by name or path, separated by commas')
        .default(['default'], 'default')
        .argParser(nameList),
    )
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
    .action(serve)
}

async function serve(options: ServeOptions): Promise<void> {
  const library = withFiles(bundledFixtures, options.fixture)
  const simulator = createSimulator({
    library,
    fixture: options.fixture,
    seed: options.seed,
    clock: options.clock,
    rateLimit: { enabled: options.rateLimit },
    onDefect: (error) => process.stderr.write(`${error.stack}\n`),
  })
  const server = await listen(simulator, options)
  if (options.log === 'json') process.stdout.write(`${JSON.stringify({ event: 'listening', url: server.url })}\n`)
  if (options.log === 'pretty')
    process.stdout.write(
      banner(server.url, declaredKeys(options.fixture.map((name) => sourceOf(library, 'fixture', name)))),
    )

  const stop = () => void server.close()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
