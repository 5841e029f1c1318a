import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import type { CommandIo } from '../cli/io.ts'
import { IoCommand } from '../cli/io-command.ts'
import { withSimulatorOptions } from '../cli/simulator-options.ts'
import { parseCapture } from '../import/command.ts'
import { UnclearAnswerError } from '../import/captured-answers.ts'
import { SecretCleaner } from '../import/secrets.ts'
import { printable } from '../kernel/printable.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { MAX_CAPTURE_BYTES, readFile } from '../node/files/library.ts'
import type { SimulatorOptions } from '../sandbox/options.ts'
import { openEngine } from '../server/open-engine.ts'
import { readCapture } from './exchange.ts'
import { Judge } from './judge.ts'
import { differing, formats, written } from './report.ts'

interface DriftOptions extends Pick<SimulatorOptions, 'dialect' | 'rules'> {
  readonly format: (typeof formats)[number]
}

/** `rental-sim drift`: what the real service answered, held against what the simulator says of it. */
export function driftCommand(io: CommandIo): Command {
  const command = new IoCommand('drift', io)
    .description('Tells where captured answers of the real service differ from what the simulator answers.')
    .argument('<captures...>', 'HAR files, single answers as JSON, or folders of them')
    .addOption(new Option('--format <name>', 'of the report').choices([...formats]).default('text'))
  return withSimulatorOptions(command, ['dialect', 'rules']).action(
    async (named: readonly string[], { dialect, rules, format }: DriftOptions) => {
      const response = await openEngine({ dialect, rules }).respond(new Request('http://localhost/openapi.json'))
      const judge = new Judge(await response.json())
      let unread = 0
      const cleaners: SecretCleaner[] = []
      for (const file of named.flatMap(captureFiles)) {
        const value = parseCapture(file, readFile(file, MAX_CAPTURE_BYTES).text)
        try {
          const capture = readCapture(value)
          cleaners.push(new SecretCleaner([value, ...capture.exchanges.map(({ body }) => body)]))
          judge.take(capture)
          unread += capture.unread
        } catch (error) {
          throw error instanceof UnclearAnswerError ? new UsageError(`${printable(file)} ${error.message}`) : error
        }
      }
      const verdicts = judge.verdicts()
      if (verdicts.length === 0) throw new UsageError('the captures have no exchange of an operation that is known')
      const report = { verdicts, notSeen: judge.notSeen(), others: judge.others, unread }
      const text = cleaners.reduce((shown, cleaner) => cleaner.hide(shown), written(report, format))
      io.stdout.write(text)
      if (differing(report).length > 0) io.exitCode = 1
    },
  )
}

/** @returns the captures of a folder, or the file itself */
function captureFiles(path: string): readonly string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path]
  const files = readdirSync(path).filter((name) => /\.(har|json)$/.test(name))
  if (files.length === 0) throw new UsageError(`${printable(path)} has no captures: files that end in .har or .json`)
  return files.toSorted().map((name) => join(path, name))
}
