import { test } from 'rental-sim/vitest'
import { expect } from 'vitest'

/** The client: it asks once more when the list is not available. */
async function listInstances(fetch: typeof globalThis.fetch, url: string): Promise<readonly { id: number }[]> {
  const ask = () => fetch(`${url}/api/v0/instances/`, { headers: { Authorization: 'Bearer renter-key' } })
  let response = await ask()
  if (response.status === 503) response = await ask()
  return ((await response.json()) as { instances: readonly { id: number }[] }).instances
}

test('gets its list although the first answer is 503', async ({ sim }) => {
  sim.scenario('first-listing-fails')
  expect(await listInstances(sim.fetch, sim.url)).toMatchObject([{ id: 31 }])
  // Without the fault in rental-sim/scenarios/first-listing-fails.yaml it asks once.
  expect(sim).toHaveReceived({ operation: 'instances.list' }, { eq: 2 })
})
