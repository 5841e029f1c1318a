import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CommandIo } from '../cli/io.ts'
import { IoCommand } from '../cli/io-command.ts'
import { openSimulation, type SimulationOptions } from '../cli/simulation.ts'
import { withSimulatorOptions } from '../cli/simulator-options.ts'
import { SecretCleaner } from '../import/secrets.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { chosenIn, rulesIn } from '../sandbox/world-config.ts'
import { correctionsFor } from './corrections.ts'
import type { Answer, Exchange } from './exchange.ts'
import { Judge } from './judge.ts'
import { observedFile } from './observed-file.ts'
import { probeService } from './probe-service.ts'
import { Published } from './published.ts'
import { readCaptures } from './read-captures.ts'
import { differing, formats, written } from './report.ts'

interface DriftOptions extends SimulationOptions {
  readonly format: (typeof formats)[number]
  readonly write?: string
  readonly source: string
  readonly url?: string
  readonly timeout: number
}

type Pause = (seconds: number) => Promise<void>

/** `rental-sim drift`: what the real service answered, held against what the simulator says of it. */
export function driftCommand(io: CommandIo, pause: Pause = (seconds) => sleep(seconds * 1000)): Command {
  const command = new IoCommand('drift', io)
    .description('Shows where captured answers of the real service differ from those of the simulator.')
    .argument('[captures...]', 'HAR files, single answers as JSON, or folders of them')
    .addOption(new Option('--format <name>', 'of the report').choices([...formats]).default('text'))
    .addOption(new Option('--url <address>', 'ask this service, with the key in RENTAL_API_KEY, instead of captures'))
    .addOption(
      new Option('--timeout <seconds>', 'for each of its answers').default(30).argParser((text) => {
        if (Number(text) > 0 && Number(text) <= 600) return Number(text)
        throw new InvalidArgumentError('It is a number of seconds up to 600.')
      }),
    )
    .addOption(new Option('--write <file>', 'write the rules as they were seen, as a fixture with their evidence'))
    .addOption(new Option('--source <text>', 'the source that the file names').default('our own capture'))
  return withSimulatorOptions(command, ['dialect', 'rules', 'fixture', 'library']).action(
    (named: readonly string[], options: DriftOptions) => drift(named, options, io, pause),
  )
}

async function drift(
  named: readonly string[],
  { format, write, source, url, timeout, ...options }: DriftOptions,
  io: CommandIo,
  pause: Pause,
): Promise<void> {
  if (named.length > 0 === (url !== undefined)) throw new UsageError('name captures, or a service with --url')
  const { initial } = openSimulation(options, {}).engine.start.configs
  const judge = new Judge(new Published(rulesIn(initial)))
  let unread = 0
  const notRead: string[] = []
  const cleaners: SecretCleaner[] = []
  const telling = { exchanges: new Array<Exchange>(), answers: new Array<Answer>() }
  for (const read of readCaptures(named)) {
    if ('notRead' in read) {
      notRead.push(read.notRead)
      continue
    }
    const { value, capture } = read
    cleaners.push(new SecretCleaner([value, ...capture.exchanges.map(({ body }) => body)]))
    const { exchanges, answers } = judge.take(capture)
    telling.exchanges.push(...exchanges)
    telling.answers.push(...answers)
    unread += capture.unread
  }
  if (cleaners.length === 0 && notRead.length > 0) throw new UsageError(notRead.join('\n'))
  const held = { dialect: initial.dialect, chosen: chosenIn(initial), source }
  if (url !== undefined) {
    const key = io.env['RENTAL_API_KEY']
    if (key === undefined) throw new UsageError('set RENTAL_API_KEY to a key of the service')
    cleaners.push(new SecretCleaner([{ api_key: key }]))
    const say = (line: string): void => void io.stderr.write(`rental-sim: ${line}\n`)
    const probed = await probeService({ url: serviceAt(url), key, timeoutSeconds: timeout, say, pause }, held)
    cleaners.push(new SecretCleaner(probed.exchanges.map(({ body }) => body)))
    telling.exchanges.push(...judge.take(probed).exchanges)
  }
  const verdicts = judge.verdicts()
  if (verdicts.length === 0) throw new UsageError('the captures have no exchange of an operation that is known')
  const hide = (text: string): string => cleaners.reduce((shown, cleaner) => cleaner.hide(shown), text)
  const report = { verdicts, notSeen: judge.notSeen(), others: judge.others, unread, notRead }
  io.stdout.write(hide(written(report, format)))
  if (write !== undefined) {
    const corrections = correctionsFor(telling, held)
    writeFileSync(write, hide(observedFile(corrections, source)))
  }
  if (differing(report).length > 0) io.exitCode = 1
}

function serviceAt(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search !== '')
    throw new UsageError('--url is the address of a service, http or https, without a key in it')
  return url
}
