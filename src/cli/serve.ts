import { setImmediate as turn } from 'node:timers/promises'
import type { Command } from 'commander'
import type { CommandIo } from './io.ts'
import { IoCommand } from './io-command.ts'
import { isPath } from '../node/files/library.ts'
import { KEEP_ALIVE_SECONDS, listen, MAX_CONNECTIONS } from '../node/listen.ts'
import { isoInstant } from '../kernel/clock.ts'
import { DEFAULT_SANDBOX } from '../sandbox/sandboxes.ts'
import type { OpenSimulator } from '../server/open-simulator.ts'
import { version } from '../version.ts'
import { watchFiles } from '../node/files/watch.ts'
import { instanceId } from '../sandbox/running-server.ts'
import { inlineDocument } from './inline-document.ts'
import { banner } from './banner.ts'
import { jsonLine } from './log/json.ts'
import { defectsAs, type LogForm, logger } from './log/log.ts'
import { defaults } from '../sandbox/options.ts'
import { basePath, logOption, option, portOption, someText, unreachablePort, wholeNumber } from './options.ts'
import { openSimulation, type SimulationOptions } from './simulation.ts'
import { withSimulatorOptions } from './simulator-options.ts'

interface ServeOptions extends SimulationOptions {
  readonly port: number
  readonly host: string
  readonly watch: boolean
  readonly log: LogForm
  readonly keepAlive: number
  readonly maxConnections: number
  readonly basePath?: string
}

/** How long a server that stops waits for the responses that are under way. */
export const STOP_GRACE_MS = 500

/** `rental-sim serve`: runs until a signal stops it. */
export function serveCommand(io: CommandIo): Command {
  const command = new IoCommand('serve', io)
    .description('Serves the simulated interface (the default command).')
    .addOption(portOption(4010))
    .addOption(option('--host <address>', 'address to listen on').default('127.0.0.1').argParser(someText))
    .addOption(
      option('--watch', 'read changed fixture and scenario files again; existing sandboxes keep their data').default(
        false,
      ),
    )
    .addOption(
      option('--base-path <path>', 'the path under which a proxy serves it, such as /tools/sim').argParser(basePath),
    )
    .addOption(
      option('--keep-alive <seconds>', 'how long an idle connection is kept')
        .default(KEEP_ALIVE_SECONDS)
        .argParser(wholeNumber(1, 86_400)),
    )
    .addOption(
      option('--max-connections <number>', 'the most open connections; further ones are closed at once')
        .default(MAX_CONNECTIONS)
        .argParser(wholeNumber(1, 1_000_000)),
    )
    .addOption(logOption('standard output', 'pretty'))
  return withSimulatorOptions(command).action((options: ServeOptions) => serve(options, io))
}

async function serve(
  { log, host, port, watch, keepAlive: keepAliveSeconds, maxConnections, basePath: path, ...options }: ServeOptions,
  io: CommandIo,
): Promise<void> {
  const { stdout, stderr } = io
  const report = (line: string): void => void stderr.write(`${line}\n`)
  const { onConnectionsRefused, onUnreadable, ...listeners } = logger(log, stdout)
  const { simulator, keys } = openSimulation(
    { ...options, ...defectsAs(log, stderr), allowedHosts: [...(options.allowedHosts ?? []), host] },
    { ...listeners, basePath: path, instance: instanceId() },
  )
  const server = await listen(simulator, {
    host,
    port,
    basePath: path,
    keepAliveSeconds,
    maxConnections,
    onConnectionsRefused,
    onUnreadable,
  })
  stderr.write(unreachablePort(server.url))
  const { fixture, scenario, library } = options
  const files = [...fixture, ...(scenario === undefined ? [] : [scenario])].filter(
    (name) => isPath(name) && inlineDocument(name) === undefined,
  )
  const watched = watch
    ? watchFiles(
        { files, library },
        () => simulator.start.reload(simulator.sandboxes),
        (line) => {
          report(line)
          noteIn(simulator, line)
        },
      )
    : undefined
  if (watch && files.length === 0 && library === undefined)
    report('--watch has nothing to watch: name a fixture or a scenario by its path, or a library')
  const stopped = new Promise<void>((resolve) => io.onStop(resolve))

  const tell = (event: string, about: object): void =>
    void stdout.write(`${jsonLine(event, 'info', `${event} ${server.url}`, { url: server.url, ...about })}\n`)
  if (log === 'json') tell('listening', { version, ...startOf(options) })
  if (log === 'pretty') {
    const isOpen = options.controlToken === undefined && !isLoopback(host)
    stdout.write(banner(server.url, { ...startOf(options), keys: keys(), clock: clockOf(simulator), isOpen }))
  }
  await stopped
  watched?.close()
  await server.close(STOP_GRACE_MS)
  // Lines of the exchanges that ended go out at the end of a turn.
  await turn()
  if (log === 'json') tell('stopping', {})
}

/** Shows a line among the requests of every sandbox. */
function noteIn({ sandboxes }: Pick<OpenSimulator, 'sandboxes'>, line: string): void {
  for (const sandbox of sandboxes.all()) {
    sandbox.world.note(line.replaceAll('\n', ' '))
    sandbox.changed()
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || /^\[?::1\]?$/.test(host) || host.startsWith('127.')

function clockOf({ sandboxes }: Pick<OpenSimulator, 'sandboxes'>): string {
  const { mode, atMs } = sandboxes.get(DEFAULT_SANDBOX).world.clock.asStart
  return mode === 'real' || atMs === undefined ? mode : `frozen at ${isoInstant(atMs)}`
}

/** What worlds start from. A document that stands in place of a name may be long, and hold keys. */
const startOf = ({
  fixture,
  scenario,
  seed = defaults.seed,
  clock = defaults.clock,
  configFiles: config,
}: SimulationOptions) => ({
  fixture: fixture.map(nameOrDocument),
  scenario: scenario === undefined ? null : nameOrDocument(scenario),
  seed,
  clock,
  config,
})

const nameOrDocument = (text: string): string => (/^[^\s{]{1,200}$/.test(text) ? text : 'a document')
