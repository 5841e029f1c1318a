import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import type { CommandIo } from '../cli/io.ts'
import { IoCommand } from '../cli/io-command.ts'
import { openSimulation, type SimulationOptions } from '../cli/simulation.ts'
import { withSimulatorOptions } from '../cli/simulator-options.ts'
import { parseCapture } from '../import/command.ts'
import { UnclearAnswerError } from '../import/captured-answers.ts'
import { SecretCleaner } from '../import/secrets.ts'
import { printable } from '../kernel/printable.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { MAX_CAPTURE_BYTES, readFile } from '../node/files/library.ts'
import { chosenIn, rulesIn } from '../sandbox/world-config.ts'
import { correctionsFor } from './corrections.ts'
import { type Exchange, readCapture } from './exchange.ts'
import { Judge } from './judge.ts'
import { observedFile } from './observed-file.ts'
import { Published } from './published.ts'
import { differing, formats, written } from './report.ts'

interface DriftOptions extends SimulationOptions {
  readonly format: (typeof formats)[number]
  readonly write?: string
  readonly source: string
}

/** `rental-sim drift`: what the real service answered, held against what the simulator says of it. */
export function driftCommand(io: CommandIo): Command {
  const command = new IoCommand('drift', io)
    .description('Tells where captured answers of the real service differ from what the simulator answers.')
    .argument('<captures...>', 'HAR files, single answers as JSON, or folders of them')
    .addOption(new Option('--format <name>', 'of the report').choices([...formats]).default('text'))
    .addOption(new Option('--write <file>', 'write the rules as they were seen, as a fixture with their evidence'))
    .addOption(new Option('--source <text>', 'who saw it, for that file').default('our own capture'))
  return withSimulatorOptions(command, ['dialect', 'rules', 'fixture', 'library']).action(
    (named: readonly string[], options: DriftOptions) => drift(named, options, io),
  )
}

function drift(named: readonly string[], { format, write, source, ...options }: DriftOptions, io: CommandIo): void {
  const { initial } = openSimulation(options, {}).engine.start.configs
  const judge = new Judge(new Published(rulesIn(initial)))
  let unread = 0
  const cleaners: SecretCleaner[] = []
  const telling = { exchanges: new Array<Exchange>(), answers: new Array<unknown>() }
  for (const file of named.flatMap(captureFiles)) {
    const value = parseCapture(file, readFile(file, MAX_CAPTURE_BYTES).text)
    try {
      const capture = readCapture(value)
      cleaners.push(new SecretCleaner([value, ...capture.exchanges.map(({ body }) => body)]))
      const { exchanges, answers } = judge.take(capture)
      telling.exchanges.push(...exchanges)
      telling.answers.push(...answers)
      unread += capture.unread
    } catch (error) {
      throw error instanceof UnclearAnswerError ? new UsageError(`${printable(file)} ${error.message}`) : error
    }
  }
  const verdicts = judge.verdicts()
  if (verdicts.length === 0) throw new UsageError('the captures have no exchange of an operation that is known')
  const hide = (text: string): string => cleaners.reduce((shown, cleaner) => cleaner.hide(shown), text)
  const report = { verdicts, notSeen: judge.notSeen(), others: judge.others, unread }
  io.stdout.write(hide(written(report, format)))
  if (write !== undefined) {
    const corrections = correctionsFor(telling, { dialect: initial.dialect, chosen: chosenIn(initial), source })
    writeFileSync(write, hide(observedFile(corrections, source)))
  }
  if (differing(report).length > 0) io.exitCode = 1
}

/** @returns the captures of a folder, or the file itself */
function captureFiles(path: string): readonly string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path]
  const files = readdirSync(path).filter((name) => /\.(har|json)$/.test(name))
  if (files.length === 0) throw new UsageError(`${printable(path)} has no captures: files that end in .har or .json`)
  return files.toSorted().map((name) => join(path, name))
}
