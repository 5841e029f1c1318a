import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { folderForTest } from '../support/folders.ts'
import { simulate } from '../support/simulate.ts'

const STATES = '/_sim/pact/provider-states'

test.each([
  ['an instance is running', { instance_id: 31 }],
  ['an offer is free', { offer_id: 12345678 }],
  ['a template exists', { template_id: 9001, template_hash_id: '4e17788f74f075dd9aab7d0d4427968f' }],
  ['a volume is listed', { ask_contract_id: 7001, volume_offer_id: 28908979 }],
  ['an endpoint group exists', { endpoint_group_id: 4242 }],
  ['a cloud connection exists', { cloud_connection_id: 1 }],
])('well-stocked: %s, whatever the server started from, and says its ids', async (state, values) => {
  const { as, control } = simulate({ users: [{ id: 1001, name: 'me', api_keys: [{ key: 'renter-key' }] }] })
  const list = async () => (await as('renter-key').get('/api/v0/instances/')).body
  expect(await list()).toEqual({ instances_found: 0, instances: [] })
  expect(await control.post(STATES, { state })).toMatchObject({ status: 200, body: values })
  expect(await list()).toMatchObject({ instances_found: 1, instances: [{ id: 31, actual_status: 'running' }] })
  expect(await as('renter-key').put('/api/v0/asks/12345678/', { image: 'x' })).toMatchObject({ status: 200 })
})

test('the error of an unknown provider state has a scenario that makes it one', async () => {
  const wanted = { state: 'tea is ready' }
  const { body } = await simulate().control.post(STATES, wanted)
  const [yaml = ''] = /\{.*\}/.exec((body as { msg: string }).msg) ?? []
  expect(() => createSimulator().providerState.setUp(wanted.state)).toThrow('there is no provider state')
  const library = folderForTest()
  mkdirSync(join(library, 'scenarios'))
  writeFileSync(join(library, 'scenarios', 'mine.yaml'), yaml)
  const sim = createSimulator({ library })
  expect(sim.providerState.setUp(wanted.state)).toMatchObject({ offer_id: 12345678 })
})
