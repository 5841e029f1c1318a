import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SimulatorContainer } from './simulator.js'

let simulator
before(async () => {
  simulator = await new SimulatorContainer().withLibrary('./library').withCommand(['--fixture', 'mine']).start()
})
after(() => simulator?.stop())

const list = (url) => fetch(`${url}/api/v0/instances/`, { headers: { Authorization: 'Bearer anna-key' } })

test('the instances of the fixture are listed', async () => {
  const { instances } = await (await list(simulator.url('listed'))).json()
  assert.deepEqual(
    instances.map(({ label }) => label),
    ['mounted'],
  )
})

test('a fault of one test is not that of another', async () => {
  const fault = { name: 'down', match: { operation: 'instances.list' }, effect: { status: 503 } }
  await fetch(`${simulator.url('down')}/_sim/faults`, { method: 'POST', body: JSON.stringify(fault) })
  assert.equal((await list(simulator.url('down'))).status, 503)
  assert.equal((await list(simulator.url('up'))).status, 200)
})
