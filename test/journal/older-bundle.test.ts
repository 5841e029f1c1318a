import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { bundleSchema } from '../../src/testing/journal/bundle.ts'

test('a bundle that calls a response by its older name is the same', async () => {
  const simulator = createSimulator({ clock: 'frozen' })
  await simulator.fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } })
  const bundle = bundleSchema.parse(await (await simulator.fetch('/_sim/bundle')).json())
  const older = bundle.exchanges.map(({ response: answer, ...rest }) => ({ ...rest, answer }))
  expect(bundleSchema.parse({ ...bundle, exchanges: older })).toEqual(bundle)
  const both = bundle.exchanges.map((each) => ({ ...each, answer: each.response }))
  expect(bundleSchema.safeParse({ ...bundle, exchanges: both }).success).toBe(false)
})
