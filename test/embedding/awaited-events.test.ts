import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

const START = '2026-01-01T00:00:00Z'
const renter = { Authorization: 'Bearer renter-key' }
const host = { Authorization: 'Bearer host-key', 'Content-Type': 'application/json' }

type Start = NonNullable<Parameters<typeof createSimulator>[0]>
const frozen = (options: Start = {}) => createSimulator({ config: false, clock: START, ...options })

describe('what comes as the clock moves on', () => {
  test('is nothing in a world where nothing is under way, though listings expire some day', async () => {
    const sim = frozen()
    expect(sim.clock.due).toEqual([])
    expect(await (await sim.fetch('/_sim/clock')).json()).toEqual({
      now: '2026-01-01T00:00:00.000Z',
      mode: 'frozen',
    })
  })

  test.each([
    {
      scenario: 'offer-snatched',
      due: [{ at: '2026-01-01T00:00:10.000Z', text: 'instances 900 gets user_id, offer_id' }],
    },
    { scenario: 'instance-vanishes', due: [{ at: '2026-01-01T00:01:00.000Z', text: 'instances 31 disappears' }] },
    {
      scenario: 'outage-window',
      due: [
        { at: '2026-01-01T00:01:00.000Z', text: 'fault outage begins' },
        { at: '2026-01-01T00:02:00.000Z', text: 'fault outage ends' },
      ],
    },
  ])('is what the scenario $scenario brings', async ({ scenario, due }) => {
    const sim = frozen()
    sim.scenario(scenario)
    expect(sim.clock.due).toEqual(due)
    expect(await (await sim.fetch('/_sim/clock')).json()).toMatchObject({ due })
  })

  test('is the end of a listing that a client made, however late, and of one of the fixture within a day', async () => {
    const sim = frozen({ scenario: 'expired-listing' })
    expect(sim.clock.due.map(({ text }) => text)).toEqual(['network volume offer 7001 expires'])
    const other = frozen()
    const end_date = Date.parse('2026-03-01T00:00:00Z') / 1000
    const body = JSON.stringify({ disk_id: 502, price_disk: 0.1, size: 100, end_date })
    await other.fetch('/api/v0/network_volume/', { method: 'POST', headers: host, body })
    expect(other.clock.due).toEqual([
      { at: '2026-03-01T00:00:00.000Z', text: expect.stringMatching(/^network volume offer \d+ expires$/) },
    ])
  })

  test('goes as it happens', async () => {
    const sim = frozen({ scenario: 'outage-window' })
    await sim.clock.advance(60)
    expect(sim.clock.due).toEqual([{ at: '2026-01-01T00:02:00.000Z', text: 'fault outage ends' }])
    await sim.clock.advance(60)
    expect(sim.clock.due).toEqual([])
  })
})

/** The hint of the second of two listings that come at once. */
async function hintOfSecond(sim: ReturnType<typeof createSimulator>): Promise<string | null> {
  await sim.fetch('/api/v0/instances/', { headers: renter })
  return (await sim.fetch('/api/v0/instances/', { headers: renter })).headers.get('x-sim-hint')
}

describe('the hint of a 429', () => {
  test('says that the clock stands, until when, and the call that moves it', async () => {
    expect(await hintOfSecond(frozen())).toBe(
      'the next request is accepted at 2026-01-01T00:00:02.000Z; the clock stands at 2026-01-01T00:00:00.000Z: advance it by 2 s with POST /_sim/clock/advance {"seconds": 2}',
    )
    expect(await hintOfSecond(frozen({ scenario: 'rate-limited-polling' }))).toContain('advance it by 30 s with ')
  })

  test('of a clock that runs says how long to wait', async () => {
    expect(await hintOfSecond(createSimulator({ config: false, clock: 'real' }))).toMatch(
      /^the next request is accepted in [\d.]+ s of the sandbox's clock$/,
    )
  })
})
