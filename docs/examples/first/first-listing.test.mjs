import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createSimulator } from 'rental-sim'

/** The client: it asks once more when the list is not available. */
async function listInstances(fetch, url) {
  const ask = () => fetch(`${url}/api/v0/instances/`, { headers: { Authorization: 'Bearer renter-key' } })
  let response = await ask()
  if (response.status === 503) response = await ask()
  return (await response.json()).instances
}

test('gets its list although the first answer is 503', async () => {
  const sim = createSimulator({ scenario: 'first-listing-fails' })
  const instances = await listInstances(sim.fetch, sim.url)
  deepEqual(
    instances.map(({ id }) => id),
    [31],
  )
  // Without the fault in rental-sim/scenarios/first-listing-fails.yaml it asks once.
  equal(sim.journal.verify({ operation: 'instances.list' }, { eq: 2 }).count, 2)
})
