import { Command } from 'commander'
import { DocumentError } from '../harness/fixtures/problem.ts'
import { listen } from '../node/listen.ts'
import { type PactFile, readPacts } from '../node/pact-files.ts'
import { PactWitness, type Witnessed } from '../node/pact-witness.ts'
import { type VerificationResult, verifyPacts } from '../node/verify-pacts.ts'
import { pactReport } from '../report/pact-report.ts'
import type { Service } from '../service.ts'
import { SteeringError } from '../steering/error.ts'
import { scenarioFor } from '../steering/provider-state.ts'
import { jsonValue, option, pactOption, wholeNumber } from './options.ts'
import { openSimulation, withWorldOptions, type WorldOptions } from './simulation.ts'

interface PactOptions extends WorldOptions {
  readonly port: number
  readonly timeout: number
  readonly provider?: string
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
export function pactCommand(): Command {
  const verify = new Command('verify')
    .description(
      'Verifies pacts against the simulator. The clock stands still; there is no rate limit but a state says so.',
    )
    .argument('[pacts...]', 'pact files, folders of them, or URLs')
    .addOption(option('--port <number>', '0 takes any free port').default(0).argParser(wholeNumber(0, 65_535)))
    .addOption(
      option('--timeout <ms>', 'how long an answer may take').default(30_000).argParser(wholeNumber(1, 600_000)),
    )
    .addOption(option('--provider <name>', 'name of the provider, as the broker knows it'))
    .addOption(pactOption('--broker-base-url <url>', 'a Pact broker to fetch pacts from'))
    .addOption(pactOption('--broker-token <token>', 'bearer token for the broker'))
    .addOption(pactOption('--broker-username <name>', 'basic authentication for the broker'))
    .addOption(pactOption('--broker-password <text>', 'basic authentication for the broker'))
    .addOption(option('--consumer-version-selectors <json>', 'which pacts the broker gives').argParser(jsonValue))
    .addOption(option('--enable-pending', 'failures of pending pacts are shown and do not fail'))
    .addOption(option('--include-wip-pacts-since <date>', 'work in progress pacts since then'))
    .addOption(option('--publish', 'publish the results to the broker'))
    .addOption(option('--provider-version <version>', 'version that the results are published for'))
    .addOption(option('--provider-branch <name>', 'branch that the results are published for'))
  withWorldOptions(verify, 'frozen').action(verifyAll)
  return new Command('pact').description('The simulator as the provider in Pact verification.').addCommand(verify)
}

async function verifyAll(pacts: readonly string[], options: PactOptions, command: Command): Promise<void> {
  const { port, timeout, provider, brokerBaseUrl, publish, providerVersion, ...world } = options
  if (pacts.length === 0 && brokerBaseUrl === undefined)
    command.error('error: name pact files, folders of them, URLs, or --broker-base-url')
  if (brokerBaseUrl !== undefined && provider === undefined)
    command.error('error: --broker-base-url needs --provider, the name that the broker knows')
  if (publish === true && providerVersion === undefined) command.error('error: --publish needs --provider-version')

  const witness = new PactWitness()
  const { service } = openSimulation({ ...world, rateLimit: false }, { onExchange: witness.onExchange })
  const files = readPacts(pacts.filter((pact) => !isUrl(pact)))
  checkStates(service, files)
  const server = await listen(witness.over(service), { host: '127.0.0.1', port })
  try {
    const result = await verifyPacts(server.url, {
      timeout,
      provider: provider ?? 'rental-sim',
      pactUrls: [...files.map(({ file }) => file), ...pacts.filter(isUrl)],
      pactBrokerUrl: brokerBaseUrl,
      pactBrokerToken: options.brokerToken,
      pactBrokerUsername: options.brokerUsername,
      pactBrokerPassword: options.brokerPassword,
      consumerVersionSelectors: options.consumerVersionSelectors,
      enablePending: options.enablePending,
      includeWipPactsSince: options.includeWipPactsSince,
      publishVerificationResult: publish,
      providerVersion,
      providerVersionBranch: options.providerBranch,
    })
    conclude(result, witness.seen)
  } finally {
    await server.close()
  }
}

const isUrl = (pact: string): boolean => /^https?:\/\//.test(pact)

/** @throws DocumentError that names every interaction with an unknown state */
function checkStates({ catalogue }: Service, files: readonly PactFile[]): void {
  const problems = files.flatMap(({ file, interactions }) =>
    interactions.flatMap(({ description, states }) =>
      states
        .filter((state) => state !== '')
        .flatMap((state) => {
          try {
            scenarioFor(catalogue, state)
            return []
          } catch (error) {
            if (!(error instanceof SteeringError)) throw error
            return [{ file, path: [], message: `"${description}": ${error.message}` }]
          }
        }),
    ),
  )
  if (problems.length > 0) throw new DocumentError(problems)
}

/** Says which rules answered where a pact does not hold, and sets the exit code. */
function conclude({ result, interactionResults, errors }: VerificationResult, seen: readonly Witnessed[]): void {
  const isTold = seen.length === interactionResults.length
  const failed = interactionResults.flatMap((each, index) => {
    const witnessed = isTold ? seen[index] : undefined
    return each.result === 'OK' || witnessed === undefined ? [] : [{ ...witnessed, description: each.description }]
  })
  process.stdout.write(`\n${pactReport(failed)}`)
  for (const { interaction, mismatch } of interactionResults.length === 0 ? errors : [])
    process.stdout.write(`${interaction}: ${mismatch.message ?? ''}\n`)
  const count = interactionResults.length
  const bad = interactionResults.filter((each) => each.result !== 'OK').length
  process.stdout.write(
    count === 0 ? 'No interaction was verified.\n' : `${count - bad} of ${count} interactions verified.\n`,
  )
  if (seen.some(({ refusal }) => refusal !== undefined)) process.exitCode = 2
  else if (!result || count === 0) process.exitCode = 1
}
