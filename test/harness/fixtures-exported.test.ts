import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { AT, call, exported, people, simulatorOf, type Simulator } from '../support/fixture-files.ts'

/** The default fixture after some use: rows that are new, changed and gone. */
async function used(): Promise<Simulator> {
  const simulator = createSimulator({
    seed: 'mine',
    clock: { mode: 'frozen', atMs: AT },
    rateLimit: { enabled: false },
  })
  const uses: readonly (readonly [string, string, object, string?])[] = [
    ['POST', '/api/v0/template/', { name: 'secret', image: 'i', docker_login_pass: 'hunter2-and-more' }],
    ['PUT', '/api/v0/template/', { hash_id: '4e17788f74f075dd9aab7d0d4427968f', desc: 'edited' }],
    ['POST', '/api/v0/template/', { name: 'last', image: 'i' }],
    ['PUT', '/api/v0/asks/12345678/', { image: 'library/ubuntu', env: '-e A=1' }],
    ['PUT', '/api/v0/asks/50000001/', { image: 'library/ubuntu' }],
    ['PUT', '/api/v0/endptjobs/4242/', { min_load: 5 }],
    ['POST', '/api/v0/network_volume/', { disk_id: 502, size: 10 }, 'host-key'],
    ['POST', '/api/v0/network_volumes/unlist/', { id: 7001 }, 'host-key'],
  ]
  for (const [method, path, body, key] of uses)
    expect(await call(simulator, method, path, body, key)).toMatchObject({ status: 200 })
  const { templates } = (await exported(simulator)) as { templates: readonly { id: number; name: string }[] }
  const last = templates.find(({ name }) => name === 'last')
  expect(await call(simulator, 'DELETE', '/api/v0/template/', { template_id: last?.id })).toMatchObject({
    status: 200,
  })
  return simulator
}

const seen = async (simulator: Simulator) => ({
  templates: await call(simulator, 'GET', '/api/v0/template/'),
  instances: await call(simulator, 'GET', '/api/v0/instances/'),
  listings: await call(simulator, 'POST', '/api/v0/network_volumes/search/', { q: { limit: 1000 } }),
  clouds: await call(simulator, 'GET', '/api/v0/users/cloud_integrations/'),
  created: await call(simulator, 'POST', '/api/v0/template/', { name: 'next', image: 'i' }),
})

describe('an exported state', () => {
  test('reads back as a fixture file, whatever the seed of the server', async () => {
    const simulator = await used()
    const state = await exported(simulator)
    const again = simulatorOf(
      { 'export.json': JSON.stringify(state) },
      { seed: 'another', rateLimit: { enabled: false } },
    )
    expect(await exported(again)).toEqual(state)
    expect(await seen(again)).toEqual(await seen(simulator))
  })

  test('is taken in by another server', async () => {
    const simulator = await used()
    const state = await exported(simulator)
    const other = simulatorOf({ 'people.yaml': people }, { rateLimit: { enabled: false } })
    expect(await call(other, 'PUT', '/_sim/state', state)).toEqual({ status: 200, body: { imported: true } })
    expect(await exported(other)).toEqual(state)
    expect(await seen(other)).toEqual(await seen(simulator))
  })

  test('holds no secret', async () => {
    const text = JSON.stringify(await exported(await used()))
    for (const secret of ['renter-key', 'host-key', 'hunter2']) expect(text).not.toContain(secret)
  })

  test('a bad document changes nothing', async () => {
    const simulator = await used()
    const before = await exported(simulator)
    const bad = { ...(before as object), offers: [{ id: 1, host_id: 99 }] }
    expect(await call(simulator, 'PUT', '/_sim/state', bad)).toMatchObject({
      status: 400,
      body: { error: 'invalid_args' },
    })
    expect(await exported(simulator)).toEqual(before)
  })
})
