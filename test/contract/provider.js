import { Verifier } from '@pact-foundation/pact'
import { createSimulator } from 'rental-sim'
import { stateHandlers } from 'rental-sim/pact'

/** A provider's test, of the pacts at these places. */
export async function main(pactUrls) {
  const sim = createSimulator({ clock: 'frozen' })
  const providerBaseUrl = await sim.listen()
  await new Verifier({ providerBaseUrl, stateHandlers: stateHandlers(sim), pactUrls, logLevel: 'error' })
    .verifyProvider()
    .catch(() => (process.exitCode = 1))
  await sim.close()
}
