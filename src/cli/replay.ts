import { existsSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { CommandIo } from './io.ts'
import { IoCommand } from './io-command.ts'
import { type Bundle, bundleSchema } from '../testing/journal/bundle.ts'
import { DocumentError, fileError } from '../testing/fixtures/problem.ts'
import { shippedScenarios } from '../testing/fixtures/library.ts'
import { readSource } from '../testing/fixtures/source.ts'
import { printable } from '../kernel/printable.ts'
import { check } from '../kernel/wire.ts'
import { controlCall, NoSimulatorError } from '../node/client/control-call.ts'
import { readFile } from '../node/files/library.ts'
import { type Difference, replay } from '../node/client/replay.ts'
import { withoutCredentials } from '../node/client/without-credentials.ts'
import { remoteOf, type RemoteOptions, withRemoteOptions } from './remote.ts'

/** `rental-sim bundle`: writes the exchanges of a running sandbox and its start to one file. */
export function bundleCommand(io: CommandIo): Command {
  const command = new IoCommand('bundle', io)
    .description('Writes the requests and answers of a running sandbox to one file, for replay.')
    .argument('<file>', 'where to write it')
  return withRemoteOptions(command, io).action(async (file: string, options: RemoteOptions) => {
    const response = bundleSchema.safeParse(await controlCall(remoteOf(options), 'bundle'))
    if (!response.success)
      throw new NoSimulatorError(`what answers at ${withoutCredentials(options.url)} is not a rental-sim`)
    const bundle = response.data
    writeFileSync(file, `${JSON.stringify(bundle, undefined, 2)}\n`)
    io.stdout.write(`${bundle.exchanges.length} exchanges in ${file}\n`)
  })
}

/** `rental-sim replay`: sends the requests of a bundle again, and prints where a response differs. */
export function replayCommand(io: CommandIo): Command {
  return new IoCommand('replay', io)
    .description('Starts the world of a bundle, sends the same requests, and exits 1 where an answer differs.')
    .argument('<file>', 'a file that bundle wrote')
    .action(async (file: string) => {
      const bundle = readBundle(file)
      const { exchanges, steered } = bundle
      const differences = await replay(bundle).catch((error: unknown) => {
        throw placed(error, file)
      })
      if (steered.length > 0) {
        io.stdout.write(`the sandbox was steered by ${printable(steered.join(', '))}, which a replay does not do\n`)
      }
      for (const difference of differences) io.stdout.write(inText(difference))
      const count = new Set(differences.map(({ exchange }) => exchange)).size
      io.stdout.write(
        count === 0 ? `${exchanges.length} answers are the same\n` : `${count} of ${exchanges.length} answers differ\n`,
      )
      if (count > 0) io.exitCode = 1
      else if (exchanges.length === 0)
        throw new DocumentError([{ file, path: ['exchanges'], message: 'is empty: nothing was replayed' }])
    })
}

/** @throws DocumentError for what `rental-sim bundle` did not write */
export function readBundle(file: string): Bundle {
  if (!existsSync(file) && shippedScenarios.find(file) !== undefined)
    throw fileError(
      file,
      `is a scenario, not a file: start it with rental-sim --scenario ${file}; replay takes what rental-sim bundle wrote`,
    )
  const { text } = readFile(file)
  if (text.trim() === '') throw fileError(file, 'is empty: write it anew with rental-sim bundle')
  const { data, problems } = check(bundleSchema, readSource(text, file).value)
  if (data !== undefined) return data
  throw new DocumentError(problems.map(({ path, message }) => ({ file, path, message })))
}

/** Adds the file of the bundle to problems of its world. */
function placed(error: unknown, file: string): unknown {
  if (error instanceof DocumentError) return new DocumentError(error.problems.map((problem) => ({ file, ...problem })))
  if (error instanceof RangeError) return fileError(file, error.message)
  return error
}

function inText({ exchange, request, what, recorded, replayed }: Difference): string {
  const from = Math.max(0, sharedLength(recorded, replayed) - 30)
  const cut = (text: string): string => `${from > 0 ? '…' : ''}${printable(text.slice(from, from + 120))}`
  return `exchange ${exchange}, ${printable(`${request}: ${what}`)}\n  recorded  ${cut(recorded)}\n  replayed  ${cut(replayed)}\n`
}

function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
