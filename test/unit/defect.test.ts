import { expect, test } from 'vitest'
import { openSimulator } from '../../src/server/open-simulator.ts'

const LIST = '/api/v0/instances/'
const KEY = { Authorization: 'Bearer renter-key' }

/** A server with an instance in its world that no check would have let in. */
function broken() {
  const defects: Error[] = []
  const simulator = openSimulator({ rateLimit: { enabled: false }, onDefect: (error) => void defects.push(error) })
  const sandbox = simulator.sandboxes.get('default')
  sandbox.world.tables.instances.put({ id: 99, user_id: 1001, offer_id: 5, env: 7 } as never)
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await simulator.respond(new Request(`http://sim.test${path}`, { headers: KEY, ...init }))
    return { status: response.status, body: (await response.json()) as unknown }
  }
  return { ask, defects, sandbox }
}

test('a failure within the simulator is answered as its own fault and logged once, and the next request is served', async () => {
  const { ask, defects, sandbox } = broken()
  expect(await ask(LIST)).toEqual({
    status: 500,
    body: { error: 'simulator_defect', msg: `the simulator failed: ${defects[0]?.message}` },
  })
  expect([defects.length, sandbox.busy]).toEqual([1, 0])
  expect(sandbox.world.journal.entries()).toMatchObject([{ status: 500, rules: [], hint: 'the simulator failed' }])
  expect(await ask('/api/v0/users/cloud_integrations/')).toMatchObject({ status: 200 })
})
