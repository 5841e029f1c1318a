import { expect } from 'vitest'
import { test } from 'rental-sim/vitest'

test.override('simulatorOptions', { clock: 'frozen' })

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

test('matchers see the options of the file and what a request changed', async ({ sim }) => {
  expect(sim.clock.mode).toBe('frozen')
  await sim.fetch('/api/v0/template/', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'trainer', image: 'pytorch/pytorch', colour: 'blue' }),
  })
  expect(sim).toHaveChanged({ collection: 'templates' })
  expect(sim).not.toHaveReceived({ operation: 'instances.list' })
  expect(sim).not.toHaveNoFindings()
  expect(sim).toHaveFindings([{ kind: 'unread-field' }])
})
