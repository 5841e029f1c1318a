import { expect, test } from 'vitest'
import { simulate, START, START_SECONDS } from '../support/simulate.ts'

const like = (pattern: RegExp): unknown => expect.stringMatching(pattern)
const volume = (id: number, lasts: number) => ({
  network_disks: [{ id, user_id: 1002, size: 100 }],
  network_volume_offers: [{ id, disk_id: id, end_date: START_SECONDS + lasts }],
})
const expires = (id: number, time: string) => ({
  at: `2026-01-01T00:0${time}Z`,
  text: `network volume offer ${id} expires`,
})

test('the clock is shown, set forward, frozen and let run', async () => {
  const { control: calls } = simulate()
  const put = async (body: object) => (await calls.put('/_sim/clock', body)).body
  expect(await calls.get('/_sim/clock')).toEqual({ status: 200, body: { now: START, mode: 'frozen' } })
  const clock = { now: '2026-01-01T12:00:00.000Z', mode: 'frozen' }
  const noon = { ...clock, happened: [], clock }
  expect(await put({ at: '2026-01-01T12:00:00Z' })).toEqual(noon)
  expect(await put({ at: '2026-01-01T12:00:00Z' })).toEqual(noon)
  expect(await put({ frozen: true })).toEqual(noon)
  expect(await put({ at: '2200-01-01T00:00:00Z', frozen: false })).toMatchObject({ mode: 'real' })
  expect(await put({ frozen: true })).toMatchObject({ clock: { now: like(/^2200-01-01T00:00:/), mode: 'frozen' } })
})

test('advancing moves the clock by seconds and fractions of them', async () => {
  const { as, control: calls, last } = simulate({})
  for (const [seconds, now] of [
    [60, '2026-01-01T00:01:00.000Z'],
    [0.25, '2026-01-01T00:01:00.250Z'],
    [0, '2026-01-01T00:01:00.250Z'],
    [86_400 * 365, '2027-01-01T00:01:00.250Z'],
  ] as const) {
    expect(await calls.post('/_sim/clock/advance', { seconds })).toEqual({
      status: 200,
      body: { now, mode: 'frozen', happened: [], clock: { now, mode: 'frozen' } },
    })
  }
  await as('renter-key').get('/api/v0/instances/')
  expect(last().headers.get('date')).toBe('Fri, 01 Jan 2027 00:01:00 GMT')
})

test('going back in time is a conflict and moves nothing', async () => {
  const { control: calls } = simulate()
  const hint = 'a reset may set it back: POST /_sim/reset with {"clock": "2026-01-01T00:00:00Z"}'
  expect(await calls.put('/_sim/clock', { at: '2025-12-31T23:59:59.999Z' })).toEqual({
    status: 409,
    body: { error: 'conflict', msg: `the clock stands at ${START} and only moves forward`, hint },
  })
  expect(await calls.put('/_sim/clock', { at: '2001-01-01T00:00:00Z', frozen: false })).toMatchObject({ status: 409 })
  expect(await calls.get('/_sim/clock')).toEqual({ status: 200, body: { now: START, mode: 'frozen' } })
})

test('the receipt of an advance lists each listing that expired on the way, in time order, once', async () => {
  const parts = [volume(1, 300), volume(2, 100), volume(3, 200), volume(4, 200.5), volume(5, 301)]
  const { control: calls } = simulate({
    network_disks: parts.flatMap((part) => part.network_disks),
    network_volume_offers: parts.flatMap((part) => part.network_volume_offers),
  })
  expect(await calls.post('/_sim/clock/advance', { seconds: 300 })).toEqual({
    status: 200,
    body: {
      now: '2026-01-01T00:05:00.000Z',
      mode: 'frozen',
      happened: [expires(2, '1:40.000'), expires(3, '3:20.000'), expires(4, '3:20.500'), expires(1, '5:00.000')],
      clock: { now: '2026-01-01T00:05:00.000Z', mode: 'frozen' },
    },
  })
  expect(await calls.put('/_sim/clock', { at: '2026-01-01T00:06:00Z' })).toMatchObject({
    body: { happened: [expires(5, '5:01.000')] },
  })
  expect(await calls.post('/_sim/clock/advance', { seconds: 1000 })).toMatchObject({ body: { happened: [] } })
})
