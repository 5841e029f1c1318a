import { Command } from 'commander'
import { collectSooner } from '../node/heap.ts'
import { isPath } from '../node/library.ts'
import { listen } from '../node/listen.ts'
import { watchFiles } from '../node/watch.ts'
import { banner } from './banner.ts'
import { type LogForm, logger } from './log.ts'
import { option, someText, wholeNumber } from './options.ts'
import { openSimulation, type SimulationOptions } from './simulation.ts'
import { withSimulatorOptions } from './simulator-options.ts'

interface ServeOptions extends SimulationOptions {
  readonly port: number
  readonly host: string
  readonly watch: boolean
  readonly log: LogForm
}

/** How long a server that is stopping waits until its output is read. */
const PATIENCE_MS = 500

/** `rental-sim serve`: runs until it is told to stop. */
export function serveCommand(): Command {
  const command = new Command('serve')
    .description('Serves the simulated interface (the default command).')
    .addOption(option('--port <number>', '0 takes any free port').default(4010).argParser(wholeNumber(0, 65_535)))
    .addOption(option('--host <address>', 'address to listen on').default('127.0.0.1').argParser(someText))
    .addOption(
      option('--watch', 'read changed fixture and scenario files again; what sandboxes hold stays').default(false),
    )
    .addOption(
      option('--log <form>', 'what is written to standard output')
        .choices(['pretty', 'json', 'silent'])
        .default('pretty'),
    )
  return withSimulatorOptions(command).action(serve)
}

async function serve({ log, host, port, watch, ...options }: ServeOptions): Promise<void> {
  const further = logger(log)
  const asked = { ...options, allowedHosts: [...(options.allowedHosts ?? []), host] }
  const watchable = watch
    ? (await import('./catalogued.ts')).openCatalogued(asked, { ...further, holdsDocuments: true })
    : undefined
  const { engine, keys } = watchable ?? (await openSimulation(asked, further))
  collectSooner()
  const server = await listen(engine, { host, port })
  const { fixture, scenario, library } = options
  const files = [...fixture, ...(scenario === undefined ? [] : [scenario])].filter(isPath)
  const watched = watchable && watchFiles({ files, library }, watchable.engine.reload, report)
  if (watched && files.length === 0 && library === undefined)
    report('--watch has nothing to watch: name a fixture or a scenario by its path, or a library')
  const stop = (): void => {
    watched?.close()
    void server.close()
    process.exitCode = 0
    // Output that nobody reads keeps a process; this timer does not.
    setTimeout(() => process.exit(0), PATIENCE_MS).unref()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)

  if (log === 'json') process.stdout.write(`${JSON.stringify({ event: 'listening', url: server.url })}\n`)
  if (log === 'pretty') process.stdout.write(banner(server.url, keys()))
}

const report = (line: string): void => void process.stderr.write(`${line}\n`)
