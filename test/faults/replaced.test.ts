import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

const down = (operation: 'instances.list' | 'templates.search') =>
  ({ name: 'down', match: { operation }, effect: { status: 503 } }) as const

test('a fault that takes the place of one with its name says so, in code and over HTTP', async () => {
  const sim = createSimulator({ config: false })
  expect(sim.faults.add(down('instances.list'))).not.toHaveProperty('msg')
  const msg = 'replaces the fault "down" that was there: give this one another name to have both'
  expect(sim.faults.add(down('templates.search'))).toMatchObject({ name: 'down', msg })
  const response = await sim.fetch('/_sim/faults', { method: 'POST', body: JSON.stringify(down('instances.list')) })
  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ msg })])
  expect(sim.faults.list()).toHaveLength(1)
  expect(sim.faults.list()[0]).not.toHaveProperty('msg')
})

test('a stub does, too, and one with another name does not', () => {
  const sim = createSimulator({ config: false })
  const stub = (name: string) => sim.stubs.add({ name, match: { path: '/health' }, answer: { body: 'fine' } })
  expect(stub('health')).not.toHaveProperty('msg')
  expect(stub('other')).not.toHaveProperty('msg')
  expect(stub('health')).toMatchObject({
    msg: 'replaces the stub "health" that was there: give this one another name to have both',
  })
})
