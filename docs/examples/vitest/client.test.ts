import { test } from 'rental-sim/vitest'
import type { SimulatedSandbox } from 'rental-sim'
import { describe, expect } from 'vitest'
import { MarketplaceClient } from './client.ts'

test.override('simulatorOptions', { clock: 'frozen' })

const TEMPLATE = '4e17788f74f075dd9aab7d0d4427968f'

/** The client as it ships, with the marketplace of one test behind it. Its clock passes when the client waits. */
const clientOf = (sim: SimulatedSandbox) =>
  new MarketplaceClient({
    baseUrl: sim.url,
    apiKey: 'renter-key',
    fetch: sim.fetch,
    wait: (ms) => sim.clock.advance(ms / 1000),
  })

describe('the client', () => {
  test('shows the instance that it rented', async ({ sim }) => {
    const client = clientOf(sim)
    const id = await client.rent(12_345_678, TEMPLATE)
    expect(await client.instances()).toContainEqual(expect.objectContaining({ id, gpu_name: 'RTX 4090' }))
    expect(sim).toHaveNoFindings()
  })

  test('waits and asks for the list again after a 503', async ({ sim }) => {
    sim.scenario('flaky-listing', { failures: 1 })
    const client = clientOf(sim)
    expect(await client.instances()).toHaveLength(1)
    expect(sim).toHaveReceived({ operation: 'instances.list' }, { eq: 2 })
    expect(sim).toHaveNoFindings()
  })

  test('rents once, even when the offer is gone', async ({ sim }) => {
    sim.scenario('offer-gone')
    const client = clientOf(sim)
    await expect(client.rent(12_345_678, TEMPLATE)).rejects.toMatchObject({ code: 'no_such_ask' })
    expect(sim).toHaveReceived({ operation: 'instances.create' }, { eq: 1 })
  })

  test('says so when its key is unknown, over HTTP too', async ({ simUrl }) => {
    const client = new MarketplaceClient({ baseUrl: simUrl, apiKey: 'no-key' })
    await expect(client.instances()).rejects.toMatchObject({ code: 'auth_error' })
  })
})
