import { writeFileSync } from 'node:fs'
import { Verifier } from '@pact-foundation/pact'
import { createSimulator } from 'rental-sim'
import { stateHandlers } from 'rental-sim/pact'

const pact = {
  consumer: { name: 'example' },
  provider: { name: 'marketplace' },
  interactions: [
    {
      description: 'a listing of nothing',
      providerStates: [{ name: 'the account is empty' }],
      request: { method: 'GET', path: '/api/v0/instances/', headers: { Authorization: 'Bearer renter-key' } },
      response: { status: 200, body: { instances_found: 0, instances: [] } },
    },
  ],
  metadata: { pactSpecification: { version: '3.0.0' } },
}
writeFileSync('pact.json', JSON.stringify(pact))

const sim = createSimulator({ clock: 'frozen' })
await new Verifier({
  providerBaseUrl: await sim.listen(),
  stateHandlers: stateHandlers(sim),
  pactUrls: ['pact.json'],
  logLevel: 'error',
}).verifyProvider()
await sim.close()
