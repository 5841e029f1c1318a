import { expect, test } from 'vitest'
import { simulate, type Simulated } from '../support/simulate.ts'

const LIST = '/api/v0/instances/'
const NOWHERE = '/api/v0/nowhere/'
const options = { rateLimit: { enabled: false } }

interface Totals {
  readonly coverage: {
    readonly operations: readonly { readonly id: string; readonly hits: number }[]
    readonly unmatched: { readonly requests: number }
    readonly injected: { readonly answers: number }
  }
  readonly findings: readonly { readonly kind: string; readonly times: number; readonly sandbox?: string }[]
}

async function totals({ control }: Simulated) {
  const { coverage, findings } = (await control.get('/_sim/totals')).body as Totals
  return {
    listed: coverage.operations.find(({ id }) => id === 'instances.list')?.hits,
    unmatched: coverage.unmatched.requests,
    injected: coverage.injected.answers,
    findings: findings.map(({ kind, times, sandbox }) => [kind, times, sandbox]),
  }
}

test('of a simulator that was asked nothing are all zero, and have the form of coverage', async () => {
  const world = simulate()
  const { body: coverage } = await world.control.get('/_sim/coverage')
  expect(await world.control.get('/_sim/totals')).toEqual({ status: 200, body: { coverage, findings: [] } })
})

test('count all sandboxes, and each asked by its own name gets the same', async () => {
  const world = simulate(undefined, options)
  for (const sandbox of ['', '/~a', '/~b']) await world.as('renter-key').get(`${sandbox}${LIST}`)
  await world.as('renter-key').get(`/~b${NOWHERE}`)
  const all = { listed: 3, unmatched: 1, injected: 0, findings: [['unmatched-request', 1, 'b']] }
  expect(await totals(world)).toEqual(all)
  expect((await world.control.get('/~b/_sim/totals')).body).toEqual((await world.control.get('/_sim/totals')).body)
})

test('count what was dropped, evicted and reset', async () => {
  const world = simulate(undefined, { ...options, maxSandboxes: 2 })
  for (const sandbox of ['/~a', '/~b', '']) {
    await world.as('renter-key').get(`${sandbox}${LIST}`)
    await world.as('renter-key').get(`${sandbox}${NOWHERE}`)
  }
  await world.control.delete('/_sim/sandboxes')
  await world.control.post('/_sim/reset')
  expect(await totals(world)).toEqual({
    listed: 3,
    unmatched: 3,
    injected: 0,
    findings: [['unmatched-request', 3, 'a']],
  })
  expect((await world.control.get('/_sim/coverage')).body).toMatchObject({ unmatched: { requests: 0 } })
})

test('count nothing twice when a snapshot is restored', async () => {
  const world = simulate(undefined, options)
  await world.as('renter-key').get(NOWHERE)
  await world.control.post('/_sim/snapshots', { name: 's' })
  for (const _ of [1, 2]) {
    await world.control.post('/_sim/snapshots/s/restore')
    await world.as('renter-key').get(NOWHERE)
  }
  expect(await totals(world)).toMatchObject({ unmatched: 3, findings: [['unmatched-request', 3, 'default']] })
})

test('count what a fault answered apart', async () => {
  const world = simulate(undefined, { ...options, scenario: 'flaky-listing' })
  await world.as('renter-key').get(LIST)
  expect(await totals(world)).toEqual({ listed: 0, unmatched: 0, injected: 1, findings: [] })
})

test('count a fault that fired in a sandbox with refused requests alone', async () => {
  const fault = { name: 'slow', match: { operation: 'templates.create' }, effect: { latency_ms: 1 }, must_fire: true }
  const scenario = { name: 's', description: 'd', faults: [fault] }
  const world = simulate(undefined, { ...options, scenario })
  expect(await totals(world)).toMatchObject({ findings: [['fault-never-fired', 1, undefined]] })
  const refused = world.as('renter-key').post('/~a/api/v0/template/', { name: 1 })
  await world.simulator.sandbox('a').clock.advance(1)
  expect(await refused).toMatchObject({ status: 400 })
  expect(await totals(world)).toMatchObject({ findings: [] })
})

test('count a request that ends after its world was left', async () => {
  const world = simulate(undefined, { ...options, scenario: 'hanging-request' })
  const held = world.as('renter-key').get(`${LIST}?api_key=renter-key`)
  await world.simulator.clock.advance(0)
  await world.control.post('/_sim/reset')
  await expect(held).rejects.toThrow(TypeError)
  const { findings, injected } = await totals(world)
  expect({ injected, findings }).toEqual({ injected: 1, findings: [['secret-in-url', 1, 'default']] })
})
