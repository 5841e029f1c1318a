import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Command } from 'commander'
import type { CommandIo } from '../cli/io.ts'
import { IoCommand } from '../cli/io-command.ts'
import { DocumentError } from '../testing/fixtures/problem.ts'
import { printable, printableLines } from '../kernel/printable.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { listen } from '../node/listen.ts'
import { type PactFile, readPacts } from './files.ts'
import { PactWitness, type WitnessedInteraction } from './witness.ts'
import { type VerificationResult, verifyPacts } from './verify.ts'
import { pactReport } from './report.ts'
import { writeCommand } from './write-command.ts'
import type { OpenSimulator } from '../server/open-simulator.ts'
import { SteeringError } from '../control/error.ts'
import { checkStates } from '../control/provider-state.ts'
import { stateParams } from '../control/state-params.ts'
import { jsonObjects, option, pactOption, portOption, timeoutOption } from '../cli/options.ts'
import { defectsTo, openSimulation, type SimulationOptions } from '../cli/simulation.ts'
import { withSimulatorOptions } from '../cli/simulator-options.ts'

interface PactOptions extends SimulationOptions {
  readonly port: number
  readonly timeout: number
  readonly provider?: string
  readonly allowPlugins?: boolean
  readonly brokerBaseUrl?: string
  readonly brokerToken?: string
  readonly brokerUsername?: string
  readonly brokerPassword?: string
  readonly consumerVersionSelectors?: object[]
  readonly enablePending?: boolean
  readonly includeWipPactsSince?: string
  readonly publish?: boolean
  readonly providerVersion?: string
  readonly providerBranch?: string
}

/** `rental-sim pact verify`: the simulator as the provider of pacts. */
export function pactCommand(io: CommandIo): Command {
  const verify = new IoCommand('verify', io)
    .description('Verifies pacts against the simulator. Rate limits are off unless a provider state turns them on.')
    .argument('[pacts...]', 'pact files, folders of them, or URLs')
    .addOption(portOption(0))
    .addOption(timeoutOption(30_000))
    .addOption(option('--provider <name>', 'name of the provider, as the broker knows it'))
    .addOption(option('--allow-plugins', 'lets pacts load Pact plugins, which are programs'))
    .addOption(pactOption('--broker-base-url <url>', 'a Pact broker to fetch pacts from'))
    .addOption(pactOption('--broker-token <token>', 'bearer token for the broker'))
    .addOption(pactOption('--broker-username <name>', 'basic authentication for the broker'))
    .addOption(pactOption('--broker-password <text>', 'basic authentication for the broker'))
    .addOption(option('--consumer-version-selectors <json>', 'selects the pacts of the broker').argParser(jsonObjects))
    .addOption(option('--enable-pending', 'failures of pending pacts are shown and do not fail'))
    .addOption(option('--include-wip-pacts-since <date>', 'work in progress pacts since then'))
    .addOption(option('--publish', 'publish the results to the broker'))
    .addOption(option('--provider-version <version>', 'version that the results are published for'))
    .addOption(option('--provider-branch <name>', 'branch that the results are published for'))
  withSimulatorOptions(verify, ['fixture', 'scenario', 'library', 'seed', 'clock']).action(
    (pacts: readonly string[], options: PactOptions) => verifyAll(pacts, options, verify, io),
  )
  return new IoCommand('pact', io)
    .description('Verifies pacts against the simulator, or writes one from a test run.')
    .enablePositionalOptions()
    .addCommand(verify)
    .addCommand(writeCommand(io))
}

async function verifyAll(
  pacts: readonly string[],
  options: PactOptions,
  command: Command,
  io: CommandIo,
): Promise<void> {
  const { port, timeout, publish, ...world } = options
  const source = sourceIn(options)
  const complaint = optionsProblem(pacts, source, publish ?? false)
  if (complaint !== undefined) command.error(`error: ${complaint}`)

  const witness = new PactWitness()
  if (world.configFiles !== undefined) io.stderr.write(`rental-sim: config ${world.configFiles}\n`)
  const { simulator } = openSimulation({
    ...world,
    rateLimit: { enabled: false },
    onExchange: witness.onExchange,
    ...defectsTo(io.stderr),
  })
  const files = readPacts(
    pacts.filter((pact) => !isUrl(pact)),
    options.allowPlugins ?? false,
  )
  checkPacts(simulator, files)
  const withHttp = files.filter(({ interactions }) => interactions.length > 0)
  const messages = files.flatMap((file) => file.messages)
  const urls = pacts.filter(isUrl)
  if (withHttp.length + urls.length === 0 && source.pactBrokerUrl === undefined)
    throw new UsageError(
      `nothing to verify: the pacts have no HTTP interaction. ${messagesLeftOut(messages)}`.trimEnd(),
    )
  const server = await listen(witness.over(simulator), { host: '127.0.0.1', port })
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-pacts-'))
  try {
    const copies = withHttp.map(({ file, httpText }, index) => {
      const copy = join(folder, `${index}-${basename(file)}`)
      writeFileSync(copy, httpText)
      return copy
    })
    const result = await verifyPacts(server.url, {
      ...source,
      timeout,
      provider: source.provider ?? 'rental-sim',
      pactUrls: [...copies, ...urls],
      consumerVersionSelectors: options.consumerVersionSelectors,
      enablePending: options.enablePending,
      publishVerificationResult: publish,
    })
    if (messages.length > 0) io.stdout.write(`\n${messagesLeftOut(messages)}\n`)
    printResult(result, witness.seen, io)
  } finally {
    await server.close()
    rmSync(folder, { recursive: true })
  }
}

/** `2 messages are left out, because the simulator sends none: "rented", "deleted"` */
const messagesLeftOut = (messages: readonly string[]): string =>
  messages.length === 0
    ? ''
    : `${messages.length} ${messages.length === 1 ? 'message is' : 'messages are'} left out, because the simulator sends none: ${messages.map((each) => `"${printable(each)}"`).join(', ')}`

/** The options of the verifier. An empty one is left out: a shell makes it of a variable that is not set. */
const sourceIn = (options: PactOptions) => ({
  provider: options.provider || undefined,
  pactBrokerUrl: options.brokerBaseUrl || undefined,
  pactBrokerToken: options.brokerToken || undefined,
  pactBrokerUsername: options.brokerUsername || undefined,
  pactBrokerPassword: options.brokerPassword || undefined,
  includeWipPactsSince: options.includeWipPactsSince || undefined,
  providerVersion: options.providerVersion || undefined,
  providerVersionBranch: options.providerBranch || undefined,
})

/** Which options are missing, or do not go together. */
function optionsProblem(
  pacts: readonly string[],
  source: ReturnType<typeof sourceIn>,
  publish: boolean,
): string | undefined {
  const { provider, pactBrokerUrl, pactBrokerToken: token, pactBrokerUsername: name, pactBrokerPassword } = source
  if (pacts.length === 0 && pactBrokerUrl === undefined)
    return 'name pact files, folders of them, URLs, or --broker-base-url'
  if (pactBrokerUrl !== undefined && provider === undefined)
    return '--broker-base-url needs --provider, the name that the broker knows'
  if (publish && source.providerVersion === undefined) return '--publish needs --provider-version'
  if (publish && pactBrokerUrl === undefined && !pacts.some(isUrl))
    return '--publish needs a broker to publish to: pacts by their URLs there, or --broker-base-url'
  if ((name === undefined) !== (pactBrokerPassword === undefined))
    return '--broker-username and --broker-password belong together'
  if (token !== undefined && name !== undefined) return 'give --broker-token, or --broker-username, not both'
  return undefined
}

const isUrl = (pact: string): boolean => /^https?:\/\//.test(pact)

/** @throws DocumentError that names every interaction with states that cannot be set up */
function checkPacts({ documents }: OpenSimulator, files: readonly PactFile[]): void {
  const problems = files.flatMap(({ file, interactions }) =>
    interactions.flatMap(({ description, states }) => {
      try {
        checkStates(
          documents,
          states.map(({ name, params }) => ({ name, params: stateParams(params) })),
        )
        return []
      } catch (error) {
        if (!(error instanceof SteeringError || error instanceof DocumentError)) throw error
        return [{ file, path: [], message: `"${description}": ${error.message}` }]
      }
    }),
  )
  if (problems.length > 0) throw new DocumentError(problems)
}

/** Prints which rules answered where an interaction failed, and sets the exit code. */
function printResult(
  { result, interactionResults, errors, pendingErrors }: VerificationResult,
  seen: readonly WitnessedInteraction[],
  io: CommandIo,
): void {
  const areWitnessed = seen.length === interactionResults.length
  const failed = interactionResults.flatMap(({ description, ...each }, index) => {
    const witnessed = areWitnessed ? seen[index] : undefined
    if (each.result === 'OK' || witnessed === undefined) return []
    return [{ ...witnessed, description, isPending: pendingErrors.some(isAbout(description)) }]
  })
  const refusals = seen.flatMap(({ refusal }) => (refusal === undefined ? [] : [refusal]))
  const unloaded = errors.filter((error) => !interactionResults.some(({ description }) => isAbout(description)(error)))
  io.stdout.write(`\n${printableLines(pactReport(failed))}`)
  for (const refusal of areWitnessed ? [] : refusals) io.stdout.write(`${printableLines(refusal)}\n`)
  for (const { interaction, mismatch } of unloaded)
    io.stdout.write(`${printableLines(`${interaction}: ${mismatch.message ?? 'it could not be verified'}`)}\n`)
  const count = interactionResults.length
  const held = interactionResults.filter((each) => each.result === 'OK').length
  const onlyPending = result && count > 0 && held === 0
  io.stdout.write(count === 0 ? 'No interaction was verified.\n' : `${held} of ${count} interactions verified.\n`)
  if (onlyPending)
    io.stdout.write('Every interaction is pending and failed. That fails no pact, but it verifies nothing either.\n')
  if (!result || held === 0) io.exitCode = refusals.length > 0 || count === 0 ? 2 : 1
}

/** Pact names an interaction by its pact, its states and, at the end, its description. */
const isAbout =
  (description: string) =>
  ({ interaction }: { readonly interaction: string }): boolean =>
    interaction.endsWith(` - ${description}`)
