import { expect, test } from 'vitest'
import { Clock, ClockBoundsError, type Due, httpDate, isoInstant } from '../../src/kernel/clock.ts'

const START_MS = Date.parse('2026-01-01T00:00:00Z')
const nothingDue = () => []

/** Real time that a test moves by hand. */
function handSet(ms: number) {
  return { ms, nowMs: () => ms, pass: (byMs: number) => (ms += byMs) }
}

const frozen = () => new Clock({ mode: 'frozen', atMs: START_MS }, handSet(START_MS + 5e9))

test('a frozen clock stands still while real time passes', () => {
  const source = handSet(1_000_000)
  const clock = new Clock({ mode: 'frozen', atMs: START_MS }, source)
  source.pass(60_000)
  expect({ mode: clock.mode, nowMs: clock.nowMs, nowSeconds: clock.nowSeconds, nowIso: clock.nowIso }).toEqual({
    mode: 'frozen',
    nowMs: START_MS,
    nowSeconds: START_MS / 1000,
    nowIso: '2026-01-01T00:00:00.000Z',
  })
})

test('a frozen clock without an instant stands where real time was', () => {
  const source = handSet(1_000_000)
  const clock = new Clock({ mode: 'frozen' }, source)
  source.pass(5)
  expect(clock.nowMs).toBe(1_000_000)
})

test('a real clock runs with real time, from real time or from an instant', () => {
  const source = handSet(1_000_000)
  const [now, later] = [new Clock({ mode: 'real' }, source), new Clock({ mode: 'real', atMs: START_MS }, source)]
  source.pass(250)
  expect([now.nowMs, later.nowMs]).toEqual([1_000_250, START_MS + 250])
})

for (const mode of ['real', 'frozen'] as const) {
  test(`a ${mode} clock advances and keeps its mode`, () => {
    const source = handSet(START_MS)
    const clock = new Clock({ mode, atMs: START_MS }, source)
    clock.advance(1500, nothingDue)
    expect([clock.nowMs, clock.mode]).toEqual([START_MS + 1500, mode])
    source.pass(100)
    expect(clock.nowMs).toBe(START_MS + (mode === 'real' ? 1600 : 1500))
  })

  test(`a ${mode} clock refuses to go back and stays as it was`, () => {
    const clock = new Clock({ mode, atMs: START_MS }, handSet(0))
    expect(() => clock.set(START_MS - 1, 'frozen', nothingDue)).toThrow(ClockBoundsError)
    expect(() => clock.advance(-1, nothingDue)).toThrow('the clock stands at 2026-01-01T00:00:00.000Z')
    expect([clock.nowMs, clock.mode]).toEqual([START_MS, mode])
  })
}

test('a clock can be set to where it stands', () => {
  const clock = frozen()
  expect(clock.set(START_MS, 'frozen', nothingDue)).toEqual([])
  expect(clock.nowMs).toBe(START_MS)
})

test('a clock changes between frozen and real without a jump', () => {
  const source = handSet(77)
  const clock = new Clock({ mode: 'frozen', atMs: START_MS }, source)
  clock.set(START_MS + 10, 'real', nothingDue)
  source.pass(5)
  expect([clock.nowMs, clock.mode]).toEqual([START_MS + 15, 'real'])
  clock.set(clock.nowMs, 'frozen', nothingDue)
  source.pass(5)
  expect([clock.nowMs, clock.mode]).toEqual([START_MS + 15, 'frozen'])
})

test('a real clock can be advanced while time passes between two looks at it', () => {
  let ms = START_MS
  const clock = new Clock({ mode: 'real' }, { nowMs: () => ms++ })
  expect(() => clock.advance(0, nothingDue)).not.toThrow()
})

test('a real clock does not follow real time that is set back', () => {
  const source = handSet(START_MS)
  const clock = new Clock({ mode: 'real' }, source)
  const before = clock.nowMs
  source.pass(-10_000)
  expect(clock.nowMs).toBeGreaterThanOrEqual(before)
})

test('what falls due happens in time order, each at its own instant', () => {
  const clock = frozen()
  const seen: [string, number, string][] = []
  const due = (text: string, afterMs: number): Due => ({
    atMs: START_MS + afterMs,
    text,
    happen: () => seen.push([text, clock.nowMs - START_MS, clock.mode]),
  })
  const receipt = clock.advance(100, () => [
    due('late', 90),
    due('early', 10),
    due('tie', 90),
    { ...due('silent', 50) },
  ])
  expect(seen).toEqual([
    ['early', 10, 'frozen'],
    ['silent', 50, 'frozen'],
    ['late', 90, 'frozen'],
    ['tie', 90, 'frozen'],
  ])
  expect(receipt.map(({ text, atMs }) => [text, atMs - START_MS])).toEqual([
    ['early', 10],
    ['silent', 50],
    ['late', 90],
    ['tie', 90],
  ])
  expect(clock.nowMs).toBe(START_MS + 100)
})

test('the agenda is asked for the span from the instant that was to the one that will be', () => {
  const spans: number[][] = []
  const clock = frozen()
  for (const byMs of [1000, 500]) {
    clock.advance(byMs, (afterMs, untilMs) => {
      spans.push([afterMs - START_MS, untilMs - START_MS])
      return []
    })
  }
  expect(spans).toEqual([
    [0, 1000],
    [1000, 1500],
  ])
})

test('instants are written as ISO 8601 and as HTTP dates', () => {
  expect([isoInstant(START_MS + 7), httpDate(START_MS)]).toEqual([
    '2026-01-01T00:00:00.007Z',
    'Thu, 01 Jan 2026 00:00:00 GMT',
  ])
})
