import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { TOTALS_FOLDER } from '../../src/node/processes/write-totals.ts'

afterEach(() => {
  delete process.env[TOTALS_FOLDER]
})

test('a simulator that cannot write its totals says that the report misses it, and works', async () => {
  process.env[TOTALS_FOLDER] = '/no/such/folder'
  const simulator = createSimulator()
  const warned = once(process, 'warning')
  const response = await simulator.fetch('/api/v0/template/', { headers: { Authorization: 'Bearer renter-key' } })
  expect(response.status).toBe(200)
  expect(String((await warned)[0])).toMatch(
    /rental-sim: the report misses a simulator of this process: Error: ENOENT.*\/no\/such\/folder/,
  )
  await simulator.close()
})
