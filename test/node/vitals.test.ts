import { expect, test } from 'vitest'
import { openVitals } from '../../src/node/vitals.ts'

const DAY_MS = 86_400_000

test('the lag of the event loop is in milliseconds, and is none before somebody has asked', async () => {
  const vitals = openVitals()
  expect(vitals()).toMatchObject({ loop_lag_ms: 0 })
  let lagMs = 0
  await expect.poll(() => (lagMs = vitals().loop_lag_ms)).toBeGreaterThan(0)
  expect(lagMs).toBeLessThan(DAY_MS)
})
