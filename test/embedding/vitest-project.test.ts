import { expect, test } from 'vitest'
import { runVitest } from '../support/run-vitest.ts'

const suite = `import { expect } from 'vitest'
import { test } from 'rental-sim/vitest'

test.override('simulatorOptions', { scenario: 'flaky-listing' })

const list = (sim) => sim.fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } })

test('holds', async ({ sim, simUrl }) => {
  expect((await list(sim)).status).toBe(503)
  expect(sim).toHaveReceived({ operation: 'instances.list' })
  expect(await (await fetch(simUrl + '/_sim/clock')).json()).toMatchObject({ mode: 'real' })
})

test('expects another request', async ({ sim }) => {
  await list(sim)
  expect(sim).toHaveReceived({ operation: 'instances.list', user_id: 1002 })
})

test('sends a secret in the URL', async ({ sim }) => {
  await sim.fetch('/api/v0/instances/?api_key=renter-key', { headers: { Authorization: 'Bearer renter-key' } })
  expect(sim).toHaveNoFindings()
})
`

test('a project of its own sees which tests fail, and why', { timeout: 60_000 }, async () => {
  const { code, printed } = await runVitest(suite)
  expect({ code, totals: /Tests +\d.*passed.*/.exec(printed)?.[0] }, printed).toEqual({
    code: 1,
    totals: expect.stringMatching(/2 failed \| 1 passed \(3\)/) as unknown,
  })
  expect(printed).toContain(
    [
      'Error: expected {"gte":1} of {"operation":"instances.list","user_id":1002}; there were 0',
      'nearest that did not match:',
      '  exchange 1, GET /api/v0/instances/',
      '    user_id: expected 1002, got 1001',
    ].join('\n'),
  )
  expect(printed).toMatch(/the client should not have done this:\n {2}secret-in-url, 1 x: /)
})
