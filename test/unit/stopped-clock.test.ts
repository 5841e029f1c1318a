import { expect, test } from 'vitest'
import { Clock } from '../../src/kernel/clock.ts'

const START_MS = Date.parse('2026-01-01T00:00:00Z')

test('once a clock is stopped, real time wakes no sleeper, now or later', () => {
  const timers = new Set<() => void>()
  const after = (_ms: number, callback: () => void) => {
    timers.add(callback)
    return () => void timers.delete(callback)
  }
  const clock = new Clock({ mode: 'real' }, { nowMs: () => START_MS, after })
  clock.schedule(10, 'sleeper', () => undefined)
  expect(timers.size).toBe(1)
  clock.stop()
  expect(timers.size).toBe(0)
  clock.schedule(10, 'too late', () => undefined)
  expect(timers.size).toBe(0)
})

test('once a clock is stopped, nothing falls due any more, in a move that is under way or a later one', async () => {
  const clock = new Clock({ mode: 'frozen', atMs: START_MS })
  clock.schedule(30, 'sleeper', () => undefined)
  const stops = { atMs: START_MS + 10, text: 'stops', run: () => clock.stop() }
  const planned = { atMs: START_MS + 20, text: 'planned' }
  expect(await clock.advance(100, () => [stops, planned])).toEqual([stops])
  expect(await clock.advance(100, () => [{ atMs: START_MS + 150, text: 'later' }])).toEqual([])
})
