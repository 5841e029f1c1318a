import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { checkWritable } from '../cli/report-file.ts'
import type { CommandIo } from '../cli/io.ts'
import { IoCommand } from '../cli/io-command.ts'
import { openSimulation, type SimulationOptions } from '../cli/simulation.ts'
import { withSimulatorOptions } from '../cli/simulator-options.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { chosenIn } from '../sandbox/world-config.ts'
import { observedFile } from './observed-file.ts'
import { probeService } from './probe-service.ts'
import { readCaptures } from './read-captures.ts'
import { differing, formats, written } from './report.ts'
import { DriftRun } from './run.ts'
import { cloudConnectionStory } from './stories/cloud-connections.ts'
import { instanceStory, rentStory } from './stories/instances.ts'
import { networkVolumeStory } from './stories/network-volumes.ts'
import { madeTemplateStory, templateStory } from './stories/templates.ts'
import { serviceAt, watchCommand } from './watch-command.ts'

interface DriftOptions extends SimulationOptions {
  readonly format: (typeof formats)[number]
  readonly write?: string
  readonly source: string
  readonly texts?: boolean
  readonly url?: string
  readonly proxy?: boolean
  readonly keep?: string
  readonly timeout: number
  readonly makeTemplate?: boolean
  readonly rent?: number
  readonly maxDph?: number
}

type Pause = (seconds: number) => Promise<void>

/** `rental-sim drift`: what the real service answered, held against what the simulator says of it. */
export function driftCommand(io: CommandIo, pause: Pause = (seconds) => sleep(seconds * 1000)): Command {
  const command = new IoCommand('drift', io)
    .description('Shows where captured answers of the real service differ from those of the simulator.')
    .argument('[captures...]', 'HAR files, bundles, single answers as JSON, or folders of them; with --proxy a command')
    .addOption(new Option('--format <name>', 'of the report').choices([...formats]).default('text'))
    .addOption(new Option('--url <address>', 'ask this service, with the key in RENTAL_API_KEY, instead of captures'))
    .addOption(new Option('--make-template', 'make, edit and delete a template of that service, too'))
    .addOption(new Option('--rent <offer>', 'rent, stop and destroy an instance of this offer, too').argParser(Number))
    .addOption(new Option('--max-dph <price>', 'the most that the instance may cost, $/hour').argParser(Number))
    .addOption(new Option('--proxy', 'run a command that asks this service through a proxy: -- npm test'))
    .addOption(new Option('--keep <file>', 'write what went through the proxy as a HAR file, without secrets'))
    .addOption(
      new Option('--timeout <seconds>', 'for each of its answers').default(30).argParser((text) => {
        if (Number(text) > 0 && Number(text) <= 600) return Number(text)
        throw new InvalidArgumentError('It is a number of seconds up to 600.')
      }),
    )
    .addOption(new Option('--write <file>', 'write the rules as they were seen, as a fixture with their evidence'))
    .addOption(new Option('--texts', 'compare the words of refusals, too'))
    .addOption(new Option('--source <text>', 'the source that the file names').default('our own capture'))
  return withSimulatorOptions(command, ['dialect', 'rules', 'fixture', 'library']).action(
    (named: readonly string[], options: DriftOptions) => drift(named, options, io, pause),
  )
}

async function drift(
  named: readonly string[],
  { format, write, source, texts, url, proxy, keep, timeout, makeTemplate, rent, maxDph, ...options }: DriftOptions,
  io: CommandIo,
  pause: Pause,
): Promise<void> {
  if (proxy === true && (url === undefined || named.length === 0))
    throw new UsageError('--proxy takes a service and a command: --proxy --url https://the.service -- npm test')
  if (proxy !== true && named.length > 0 === (url !== undefined))
    throw new UsageError('name captures, or a service with --url')
  if (write !== undefined && !/\.ya?ml$/i.test(write))
    throw new UsageError(`--write writes YAML: name it ${write.replace(/\.\w*$/, '')}.yaml`)
  for (const file of [write ?? [], keep ?? []].flat()) checkWritable(file)
  if (proxy !== true && keep !== undefined) throw new UsageError('--keep is for --proxy')
  if ((makeTemplate === true || rent !== undefined) && (url === undefined || proxy === true))
    throw new UsageError('--make-template and --rent are for a service that --url names')
  if ((rent === undefined) !== (maxDph === undefined) || Number.isNaN(rent) || Number.isNaN(maxDph))
    throw new UsageError(
      '--rent takes the id of an offer, and the most that it may cost: --rent 45669396 --max-dph 0.2',
    )
  const { initial } = openSimulation(options).simulator.start.configs
  const settings = { dialect: initial.dialect, chosen: chosenIn(initial) }
  const session = new DriftRun(settings, texts)
  let code = 0
  if (url === undefined) await takeCaptures(named, session)
  else if (proxy === true) code = await watchCommand({ command: named, service: serviceAt(url), keep }, session, io)
  else {
    const key = io.env['RENTAL_API_KEY']
    if (key === undefined) throw new UsageError('set RENTAL_API_KEY to a key of the service')
    session.hideSecrets([{ api_key: key }])
    const say = (line: string): void => void io.stderr.write(`rental-sim: ${line}\n`)
    const stories = [
      instanceStory,
      cloudConnectionStory,
      networkVolumeStory,
      templateStory,
      ...(makeTemplate === true ? [madeTemplateStory] : []),
      ...(maxDph === undefined ? [] : [rentStory(maxDph)]),
    ]
    const asked = { stories, offer: rent ?? 0, mark: `rental-sim drift ${Date.now().toString(36)}` }
    const service = { url: serviceAt(url), key, timeoutSeconds: timeout, say, pause }
    await session.take(await probeService(service, asked), '', [])
  }
  io.exitCode = code
  const report = session.report()
  if (report.verdicts.length === 0 && report.open.length === 0) {
    const nothing = `${proxy === true ? 'what went through has' : 'the captures have'} no ${session.notRead.length > 0 ? 'other ' : ''}exchange of an operation that is known`
    if (code === 0) throw new UsageError([...session.notRead, nothing].join('\n'))
    io.stderr.write(`rental-sim: ${nothing}\n`)
    return
  }
  io.stdout.write(session.hide(written(report, format)))
  if (write !== undefined) writeFileSync(write, session.hide(await observedFile(session, source)))
  if (code === 0 && differing(report).length > 0) io.exitCode = 1
}

async function takeCaptures(named: readonly string[], session: DriftRun): Promise<void> {
  let count = 0
  for (const read of readCaptures(named)) {
    if ('notRead' in read) session.notRead.push(read.notRead)
    else {
      await session.take(read.capture, read.file, [read.value])
      count += 1
    }
  }
  if (count === 0) throw new UsageError(session.notRead.join('\n'))
}
