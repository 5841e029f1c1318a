import { expect } from 'vitest'
import { test } from 'rental-sim/vitest'

const headers = { Authorization: 'Bearer renter-key' }

test('a test has a sandbox of its own', async ({ sim }) => {
  const { status } = await sim.fetch('/api/v0/instances/', { headers })
  expect(status).toBe(200)
  expect(sim).toHaveReceived({ operation: 'instances.list' }, { eq: 1 })
  expect(sim).toHaveNoFindings()
})

test('a test has a base URL of its own', async ({ sim, simUrl }) => {
  const { status } = await fetch(`${simUrl}/api/v0/instances/`, { headers })
  expect(status).toBe(200)
  expect(sim).toHaveReceived({ operation: 'instances.list' }, { eq: 1 })
})
