import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Command, Option } from 'commander'
import { commandEnvironment } from '../cli/exec.ts'
import type { CommandIo } from '../cli/io.ts'
import { IoCommand } from '../cli/io-command.ts'
import { option } from '../cli/options.ts'
import { readBundle } from '../cli/replay.ts'
import { defectsTo, openSimulation, type SimulationOptions } from '../cli/simulation.ts'
import { withSimulatorOptions } from '../cli/simulator-options.ts'
import { weakest } from '../kernel/evidence.ts'
import { printable } from '../kernel/printable.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { rulesById } from '../marketplace/rule-id.ts'
import { listen } from '../node/listen.ts'
import { runCommand } from '../node/processes/run-command.ts'
import { openSimulator } from '../server/open-simulator.ts'
import { pactDocument } from './pact-document.ts'
import { kindOf, type Recorded, recordedFrom, recordedIn } from './recorded.ts'
import { type Rehearsal, rehearse } from './rehearse.ts'
import { openStage } from './stage.ts'

interface WriteOptions extends SimulationOptions {
  readonly consumer: string
  readonly provider: string
  readonly bundle: readonly string[]
  readonly output?: string
}

/** `rental-sim pact write`: what a client asked and got, as a consumer pact. */
export function writeCommand(io: CommandIo): Command {
  const command = new IoCommand('write', io)
    .description('Runs tests against a simulator and writes what their client relied on as a consumer pact.')
    .argument('[command...]', 'the tests, with RENTAL_SIM_URL and RENTAL_SIM_API_KEY set')
    .passThroughOptions()
    .addOption(new Option('--consumer <name>', 'the name of the client').makeOptionMandatory())
    .addOption(option('--provider <name>', 'the name of the service').default('marketplace'))
    .addOption(option('--output <file>', 'the pact to write; without it pacts/<consumer>-<provider>.json'))
    .addOption(
      new Option('--bundle <file>', 'take the exchanges of a bundle, also several times')
        .default([], 'none')
        .argParser((file, before: readonly string[]) => [...before, file]),
    )
  return withSimulatorOptions(command, ['fixture', 'scenario', 'library', 'seed', 'clock']).action(
    (words: readonly string[], options: WriteOptions) => write(words, options, io),
  )
}

async function write(
  words: readonly string[],
  { consumer, provider, bundle, output, ...world }: WriteOptions,
  io: CommandIo,
): Promise<void> {
  if (words.length === 0 && bundle.length === 0)
    throw new UsageError('name the tests, as in: pact write --consumer mine -- npm test; or --bundle <file>')
  const recorded = bundle.flatMap((file) => recordedIn(readBundle(file)))
  if (words.length > 0) recorded.push(...(await runTests(words, world, io)))
  if (io.exitCode !== 0) throw new UsageError('the tests failed, so no pact is written')
  if (recorded.length === 0)
    throw new UsageError('the simulator was asked nothing: give the client RENTAL_SIM_URL, or name a --bundle')
  const kinds = new Map(recorded.map((each) => [each.isInjected ? '' : kindOf(each), each]))
  const injected = recorded.filter(({ isInjected }) => isInjected).length
  kinds.delete('')
  const file = output ?? `pacts/${[consumer, provider].map((name) => name.replaceAll(/[^\w.-]+/g, '_')).join('-')}.json`
  const stage = openStage({ ...world, ...defectsTo(io.stderr) })
  const found: Rehearsal[] = []
  const left: string[] = []
  for (const [kind, each] of kinds) {
    const rehearsal = each.body === undefined ? undefined : await rehearse(each, stage)
    if (rehearsal === undefined) left.push(kind)
    else found.push(rehearsal)
  }
  if (found.length > 0) {
    const response = await openSimulator().respond(new Request('http://localhost/openapi.json'))
    const document = pactDocument(consumer, provider, found, await response.json())
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(document, undefined, 2)}\n`)
  }
  const say = (line: string): void => void io.stdout.write(`${printable(line)}\n`)
  say(found.length === 0 ? 'no interaction, so no pact is written' : `${found.length} interactions in ${file}`)
  for (const each of found) say(`  ${basisOf(each).padEnd(10)}  ${each.kind}`)
  for (const kind of left) say(`left out, because no provider state gives this answer: ${kind}`)
  if (injected > 0) say(`left out, because a fault answered: ${injected} of ${recorded.length} exchanges`)
  if (found.length === 0) io.exitCode = 2
}

/** Sets the exit code to that of the tests. */
async function runTests(words: readonly string[], world: SimulationOptions, io: CommandIo) {
  const recorded: Recorded[] = []
  const { simulator, keys } = openSimulation({
    ...world,
    onExchange: (exchange) => void recorded.push(recordedFrom(exchange)),
    ...defectsTo(io.stderr),
  })
  const server = await listen(simulator, { host: '127.0.0.1', port: 0 })
  try {
    io.exitCode = await runCommand(words, commandEnvironment(io.env, server.url, keys(), world), io)
  } finally {
    await server.close()
  }
  return recorded
}

/** `documented`, or how well the weakest assumption behind the answer is supported. */
function basisOf({ rules: ids }: Rehearsal): string {
  const assumed = ids.flatMap((id) => rulesById.get(id)?.support?.strength ?? [])
  return weakest(assumed)?.replace('-', ' ') ?? 'documented'
}
