import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { simulate, type Simulated, START } from '../support/simulate.ts'

const LIST = '/api/v0/instances/'
const CONNECTIONS = '/api/v0/users/cloud_integrations/'
const TEMPLATES = '/api/v0/template/'

const advance = ({ control }: Simulated, seconds: number) => control.post('/_sim/clock/advance', { seconds })

const list = async (world: Simulated, { times = 1, path = LIST, key = 'renter-key' } = {}) => {
  for (let sent = 0; sent < times; sent += 1) expect(await world.as(key).get(path)).toMatchObject({ status: 200 })
}

const findingsOf = async ({ control }: Simulated): Promise<unknown> =>
  ((await control.get('/_sim/findings')).body as { findings: unknown }).findings

const tooFast = (operation: string, threshold: string, times: number, exchange: number) => ({
  kind: 'polling-faster-than-threshold',
  operation,
  text: `requests came faster than the threshold ${threshold}, and were accepted here`,
  advice: 'Poll no faster than the threshold: the service refuses what comes sooner.',
  times,
  exchange,
})

const off = () => simulate({}, { rateLimit: { enabled: false } })

describe('without a limiter, under a frozen clock', () => {
  test('requests at one instant say nothing of a pace', async () => {
    const world = off()
    await list(world, { times: 5 })
    expect(await findingsOf(world)).toEqual([])
  })

  test.each([
    { path: LIST, operation: 'instances.list', threshold: '2.0' },
    { path: CONNECTIONS, operation: 'cloud-connections.list', threshold: '2.9' },
  ])('$operation is found when the clock moved by less than $threshold', async ({ path, operation, threshold }) => {
    const world = off()
    await list(world, { times: 2, path })
    await advance(world, Number(threshold) - 0.001)
    await list(world, { times: 2, path })
    expect(await findingsOf(world)).toEqual([tooFast(operation, threshold, 2, 3)])
  })

  test('exactly the threshold later is soon enough, measured from what the contract lets through', async () => {
    const world = off()
    for (let sent = 0; sent < 3; sent += 1) {
      await list(world)
      await advance(world, 2)
    }
    expect(await findingsOf(world)).toEqual([])
    await list(world)
    await advance(world, 1.5)
    await list(world)
    await advance(world, 0.5)
    await list(world)
    expect(await findingsOf(world)).toEqual([tooFast('instances.list', '2.0', 1, 5)])
  })

  test('each key has a pace of its own, and an operation without a stated threshold has none', async () => {
    const world = off()
    await list(world)
    await list(world, { path: TEMPLATES })
    await advance(world, 1)
    await list(world, { key: 'host-key' })
    await list(world, { path: TEMPLATES })
    await world.as('nobody').get(LIST)
    expect(await findingsOf(world)).toEqual([])
  })

  test('of two that a fault held, the order in which they end does not matter', async () => {
    const world = off()
    await world.control.post('/_sim/faults', {
      name: 'slow',
      when: { times: 1 },
      effect: { latency_ms: 5000, stream: 'after' },
    })
    const slow = list(world)
    await advance(world, 1)
    await list(world)
    await advance(world, 4)
    await slow
    expect(await findingsOf(world)).toEqual([tooFast('instances.list', '2.0', 1, 1)])
  })

  test('a snapshot keeps who asked when, and a reset forgets it', async () => {
    const world = off()
    await list(world)
    await world.control.post('/_sim/snapshots', { name: 's' })
    await advance(world, 10)
    await world.control.post('/_sim/snapshots/s/restore')
    await advance(world, 1)
    await list(world)
    expect(await findingsOf(world)).toEqual([tooFast('instances.list', '2.0', 1, 2)])
    await world.control.post('/_sim/reset')
    await list(world)
    expect(await findingsOf(world)).toEqual([])
  })
})

describe('without a limiter, under a running clock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(START) }))
  afterEach(() => void vi.useRealTimers())

  test('requests that come together are found too', async () => {
    const world = simulate({}, { rateLimit: { enabled: false }, clock: { mode: 'real' } })
    await list(world, { times: 5 })
    vi.setSystemTime(Date.parse(START) + 2000)
    await list(world)
    expect(await findingsOf(world)).toEqual([tooFast('instances.list', '2.0', 4, 2)])
  })
})

describe('with a limiter', () => {
  test('that is set below the stated threshold, what it accepts too soon is found', async () => {
    const world = simulate({}, { rateLimit: { thresholds: { 'instances.list': 0.5, 'cloud-connections.list': 0 } } })
    await list(world)
    await list(world, { path: CONNECTIONS })
    await advance(world, 0.5)
    await list(world)
    await list(world, { path: CONNECTIONS })
    expect(await findingsOf(world)).toEqual([
      tooFast('instances.list', '2.0', 1, 3),
      tooFast('cloud-connections.list', '2.9', 1, 4),
    ])
  })

  test('what it refuses is found once, as refused', async () => {
    const world = simulate({}, { rateLimit: { thresholds: { 'instances.list': 0.5 } } })
    await list(world)
    await advance(world, 0.1)
    expect(await world.as('renter-key').get(LIST)).toMatchObject({ status: 429 })
    expect(await findingsOf(world)).toMatchObject([{ text: 'requests came faster than the threshold', times: 1 }])
  })

  test('that is set above the stated threshold, what it accepts is soon enough', async () => {
    const world = simulate({}, { rateLimit: { thresholds: { 'instances.list': 7 } } })
    await list(world)
    await advance(world, 7)
    await list(world)
    expect(await findingsOf(world)).toEqual([])
  })
})
