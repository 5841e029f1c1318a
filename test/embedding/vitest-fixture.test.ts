import { describe, expect } from 'vitest'
import type { SimulatedSandbox, Simulator } from '../../src/index.ts'
import { test } from '../../src/vitest.ts'
import { START } from '../support/simulate.ts'

const LIST = '/api/v0/instances/'
const headers = { Authorization: 'Bearer renter-key' }

test.override('simulatorOptions', { clock: 'frozen', scenario: 'flaky-listing', rateLimit: { enabled: false } })

const seen: SimulatedSandbox[] = []
const simulators = new Set<Simulator>()

describe('the fixtures of a file', () => {
  test.for([1, 2, 3])('a test has a sandbox of its own, made as the options say: %i', async (_, { sim, simulator }) => {
    expect([sim.clock.now, sim.clock.mode, sim.scenario()?.name]).toEqual([START, 'frozen', 'flaky-listing'])
    expect(sim.journal.list()).toEqual([])
    const ask = async () => (await sim.fetch(LIST, { headers })).status
    const statuses = [await ask(), await ask(), await ask()]
    expect(statuses).toEqual([503, 503, 200])
    await sim.clock.advance(60)
    seen.push(sim)
    simulators.add(simulator)
    expect([new Set(seen.map(({ name }) => name)).size, simulators.size]).toEqual([seen.length, 1])
  })

  test('sandboxes of tests that are over are dropped', async ({ sim, simulator }) => {
    expect(seen).toHaveLength(3)
    const { sandboxes } = (await (await simulator.fetch('/_sim/sandboxes')).json()) as { sandboxes: { name: string }[] }
    const names = sandboxes.map(({ name }) => name)
    for (const { name } of seen) expect(names).not.toContain(name)
    expect(sim.journal.list()).toEqual([])
  })

  test('simUrl is the same sandbox over a port', async ({ sim, simUrl }) => {
    expect(simUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/~test-\d+$/)
    expect(simUrl).toBe(sim.url)
    expect((await fetch(simUrl + LIST, { headers })).status).toBe(503)
    expect(sim).toHaveReceived({ operation: 'instances.list' }, { eq: 1 })
    expect((await sim.fetch(LIST, { headers })).status).toBe(503)
    expect((await fetch(simUrl + LIST, { headers })).status).toBe(200)
  })

  test('simUrl has one port for the whole file', async ({ simUrl, simulator }) => {
    expect(new URL(simUrl).origin).toBe(simulator.url)
    expect((await fetch(simUrl + LIST, { headers })).status).toBe(503)
  })
})

describe('the sandboxes of a describe', () => {
  test.override('sandboxOptions', { scenario: 'empty-account', clock: '2031-05-01T00:00:00.000Z' })

  test('start from what it says', async ({ sim }) => {
    expect([sim.scenario()?.name, sim.clock.now]).toEqual(['empty-account', '2031-05-01T00:00:00.000Z'])
    expect(await (await sim.fetch(LIST, { headers })).json()).toEqual({ instances_found: 0, instances: [] })
  })

  describe('and of one within', () => {
    test.override('sandboxOptions', { clock: 'frozen' })
    test('from its own alone', ({ sim }) => {
      expect([sim.scenario()?.name, sim.clock.now]).toEqual(['flaky-listing', START])
    })
  })
})

test('the sandboxes beside it start as the file says', ({ sim }) => {
  expect([sim.scenario()?.name, sim.clock.now]).toEqual(['flaky-listing', START])
})

let first: string | undefined
test.for([1, 2])('a request that a fault still holds keeps no test from ending: %i', async (_, { sim }) => {
  sim.faults.clear()
  sim.faults.add({ name: 'f', effect: { hang: true } })
  const answer = sim.fetch(LIST, { headers }).catch(() => 'ended')
  expect(await Promise.race([answer, sim.clock.advance(1).then(() => 'held')])).toBe('held')
  expect(sim.name).not.toBe(first)
  first = sim.name
})
