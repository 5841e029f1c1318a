import { expect, test } from 'vitest'
import type { DueEvent } from '../../src/kernel/clock.ts'
import { Clock, ClockBoundsError, httpDate, isoInstant, MAX_UNIX_SECONDS } from '../../src/kernel/clock.ts'

const START_MS = Date.parse('2026-01-01T00:00:00Z')
const nothingDue = () => []

interface Timer {
  readonly atMs: number
  readonly callback: () => void
}

/** Real time that a test moves by hand; it calls back once it has moved far enough, or after its longest span. */
function handSet(startMs: number, longestMs = Number.POSITIVE_INFINITY) {
  let ms = startMs
  const timers = new Set<Timer>()
  return {
    timers,
    nowMs: () => ms,
    after: (byMs: number, callback: () => void) => {
      const timer = { atMs: ms + Math.min(byMs, longestMs), callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    pass: (byMs: number) => {
      ms += byMs
      for (const timer of [...timers].filter(({ atMs }) => atMs <= ms)) {
        timers.delete(timer)
        timer.callback()
      }
    },
  }
}

const frozen = () => new Clock({ mode: 'frozen', atMs: START_MS }, handSet(START_MS + 5e9))

function running(longestMs?: number) {
  const source = handSet(77, longestMs)
  return { source, clock: new Clock({ mode: 'real', atMs: START_MS }, source) }
}

/** Notes what happens, and at which instant of a clock since the start. */
function diary(clock: Clock) {
  const seen: string[] = []
  const note = (text: string) => () => void seen.push(`${text} @${clock.nowMs - START_MS}`)
  return {
    seen,
    note,
    due: (text: string, afterMs: number): DueEvent => ({ atMs: START_MS + afterMs, text, run: note(text) }),
    schedule: (text: string, byMs: number) => clock.schedule(byMs, text, note(text)),
  }
}

const written = (receipt: readonly DueEvent[]) => receipt.map(({ text, atMs }) => `${text} @${atMs - START_MS}`)

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
  test(`a ${mode} clock advances and keeps its mode`, async () => {
    const source = handSet(START_MS)
    const clock = new Clock({ mode, atMs: START_MS }, source)
    await clock.advance(1500, nothingDue)
    expect([clock.nowMs, clock.mode]).toEqual([START_MS + 1500, mode])
    source.pass(100)
    expect(clock.nowMs).toBe(START_MS + (mode === 'real' ? 1600 : 1500))
  })

  test(`a ${mode} clock refuses to go back or past the year 9999 and stays as it was`, async () => {
    const clock = new Clock({ mode, atMs: START_MS }, handSet(0))
    await expect(clock.set(START_MS - 1, 'frozen', nothingDue)).rejects.toThrow(ClockBoundsError)
    await expect(clock.advance(-1, nothingDue)).rejects.toThrow('the clock stands at 2026-01-01T00:00:00.000Z')
    await expect(clock.set(MAX_UNIX_SECONDS * 1000 + 1, 'frozen', nothingDue)).rejects.toThrow(ClockBoundsError)
    expect([clock.nowMs, clock.mode]).toEqual([START_MS, mode])
  })

  test(`a fork of a ${mode} clock starts alike, goes its own way and has no sleepers`, async () => {
    const source = handSet(77)
    const clock = new Clock({ mode, atMs: START_MS }, source)
    const { seen, schedule } = diary(clock)
    schedule('sleeper', 10)
    const fork = clock.fork()
    expect([fork.nowMs, fork.mode]).toEqual([START_MS, mode])
    expect(await fork.advance(1000, nothingDue)).toEqual([])
    expect([fork.nowMs, clock.nowMs, seen]).toEqual([START_MS + 1000, START_MS, []])
    source.pass(5)
    const ranMs = mode === 'real' ? 5 : 0
    expect([fork.nowMs, clock.nowMs]).toEqual([START_MS + 1000 + ranMs, START_MS + ranMs])
  })
}

test('a clock can be set to the last instant of its calendar', async () => {
  const clock = frozen()
  await clock.set(MAX_UNIX_SECONDS * 1000, 'frozen', nothingDue)
  expect(clock.nowIso).toBe('9999-12-31T23:59:59.000Z')
})

test('a clock can be set to where it stands', async () => {
  const clock = frozen()
  expect(await clock.set(START_MS, 'frozen', nothingDue)).toEqual([])
  expect(clock.nowMs).toBe(START_MS)
})

test('a clock changes between frozen and real without a jump', async () => {
  const source = handSet(77)
  const clock = new Clock({ mode: 'frozen', atMs: START_MS }, source)
  await clock.set(START_MS + 10, 'real', nothingDue)
  source.pass(5)
  expect([clock.nowMs, clock.mode]).toEqual([START_MS + 15, 'real'])
  await clock.set(undefined, 'frozen', nothingDue)
  source.pass(5)
  expect([clock.nowMs, clock.mode]).toEqual([START_MS + 15, 'frozen'])
  await clock.set(clock.nowMs, 'real', nothingDue)
  source.pass(5)
  expect([clock.nowMs, clock.mode]).toEqual([START_MS + 20, 'real'])
})

test('a real clock can be advanced while time passes between two looks at it', async () => {
  let ms = START_MS
  const clock = new Clock({ mode: 'real' }, { ...handSet(START_MS), nowMs: () => ms++ })
  await expect(clock.advance(0, nothingDue)).resolves.toEqual([])
  await expect(clock.set(undefined, 'real', nothingDue)).resolves.toEqual([])
})

test('a real clock does not follow real time that is set back', () => {
  const source = handSet(START_MS)
  const clock = new Clock({ mode: 'real' }, source)
  const before = clock.nowMs
  source.pass(-10_000)
  expect(clock.nowMs).toBeGreaterThanOrEqual(before)
})

test('what falls due happens in time order, each at its own instant', async () => {
  const clock = frozen()
  const { seen, due } = diary(clock)
  const schedule = [due('late', 90), due('early', 10), due('tie', 90), { atMs: START_MS + 50, text: 'silent' }]
  const receipt = await clock.advance(100, () => schedule)
  expect(seen).toEqual(['early @10', 'late @90', 'tie @90'])
  expect(written(receipt)).toEqual(['early @10', 'silent @50', 'late @90', 'tie @90'])
  expect(clock.nowMs).toBe(START_MS + 100)
})

test('a running clock stands still at each instant that it passes, and runs on from the last', async () => {
  const { source, clock } = running()
  const seen: [number, boolean, string][] = []
  const run = () => {
    source.pass(3)
    seen.push([clock.nowMs - START_MS, clock.stands, clock.mode])
  }
  await clock.advance(100, () => [{ atMs: START_MS + 40, text: 'due', run }])
  expect(seen).toEqual([[40, true, 'real']])
  source.pass(1)
  expect([clock.nowMs, clock.mode]).toEqual([START_MS + 101, 'real'])
})

test('only happenings later than the present instant and not beyond the target fall due', async () => {
  const clock = frozen()
  const { seen, due } = diary(clock)
  const schedule = [due('past', -1), due('present', 0), due('target', 100), due('beyond', 101)]
  expect(written(await clock.advance(100, () => schedule))).toEqual(['target @100'])
  expect(written(await clock.advance(1, () => schedule))).toEqual(['beyond @101'])
  expect(seen).toEqual(['target @100', 'beyond @101'])
})

test('the schedule is asked from the instant that was, and again from each that something fell due at', async () => {
  const spans: number[][] = []
  const clock = frozen()
  const { due } = diary(clock)
  for (const byMs of [1000, 500]) {
    await clock.advance(byMs, (afterMs, untilMs) => {
      spans.push([afterMs - START_MS, untilMs - START_MS])
      return [due('due', 300)]
    })
  }
  expect(spans).toEqual([
    [0, 1000],
    [300, 1000],
    [1000, 1500],
  ])
})

test('what happens can put on the schedule, and take off it, what falls due later in the same move', async () => {
  const clock = frozen()
  const { due } = diary(clock)
  let schedule: DueEvent[] = []
  const run = () => {
    schedule = [due('follows', 60)]
  }
  schedule = [{ ...due('first', 20), run }, due('taken off', 40)]
  expect(written(await clock.advance(100, () => schedule))).toEqual(['first @20', 'follows @60'])
})

test('time moves on, and the next thing happens, once what happens has been awaited', async () => {
  const clock = frozen()
  const { seen, note, due } = diary(clock)
  const settlers: (() => void)[] = []
  const promise = new Promise<void>((settle) => void settlers.push(settle))
  const run = () => promise.then(note('settled'))
  const moved = clock.advance(100, () => [{ ...due('slow', 10), run }, due('tie', 10), due('next', 20)])
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  expect([clock.nowMs - START_MS, seen]).toEqual([10, []])
  for (const settle of settlers) settle()
  await moved
  expect([clock.nowMs - START_MS, seen]).toEqual([100, ['settled @10', 'tie @10', 'next @20']])
})

test('under a frozen clock a sleeper waits for a move and is in its receipt, in time order', async () => {
  const source = handSet(77)
  const clock = new Clock({ mode: 'frozen', atMs: START_MS }, source)
  const { seen, due, schedule } = diary(clock)
  for (const byMs of [50, 20, 150]) schedule(`after ${byMs}`, byMs)
  source.pass(1000)
  expect([seen, source.timers.size]).toEqual([[], 0])
  const happened = ['after 20 @20', 'planned @30', 'planned too @50', 'after 50 @50']
  expect(written(await clock.advance(100, () => [due('planned', 30), due('planned too', 50)]))).toEqual(happened)
  expect(seen).toEqual(happened)
  expect(written(await clock.advance(100, nothingDue))).toEqual(['after 150 @150'])
})

test('a sleeper can go to sleep again within one move', async () => {
  const clock = frozen()
  const again = () => void clock.schedule(40, 'again', again)
  again()
  expect(written(await clock.advance(100, nothingDue))).toEqual(['again @40', 'again @80'])
})

test('under a running clock real time wakes each sleeper once, and one timer serves them all', () => {
  const { source, clock } = running()
  const { seen, schedule } = diary(clock)
  for (const byMs of [30, 10, 20]) schedule(`after ${byMs}`, byMs)
  expect([...source.timers].map(({ atMs }) => atMs)).toEqual([87])
  for (let passed = 0; passed < 50; passed++) source.pass(1)
  expect([seen, source.timers.size]).toEqual([['after 10 @10', 'after 20 @20', 'after 30 @30'], 0])
})

test('a timer that ends before its sleeper is due wakes none and is set again', () => {
  const { source, clock } = running(10)
  const { seen, schedule } = diary(clock)
  schedule('sleeper', 25)
  for (const byMs of [10, 10]) source.pass(byMs)
  expect([seen, source.timers.size]).toEqual([[], 1])
  source.pass(5)
  expect([seen, source.timers.size]).toEqual([['sleeper @25'], 0])
})

test('a sleeper that is taken back never wakes, under a frozen clock or a running one', async () => {
  const { source, clock } = running()
  const { seen, schedule } = diary(clock)
  const [first, second] = [schedule('first', 10), schedule('second', 20)]
  first()
  expect([...source.timers].map(({ atMs }) => atMs)).toEqual([97])
  source.pass(15)
  second()
  expect([seen, source.timers.size]).toEqual([[], 0])
  expect(await clock.set(START_MS + 100, 'frozen', nothingDue)).toEqual([])
})

test('sleepers outlast a change between frozen and real', async () => {
  const { source, clock } = running()
  const { seen, schedule } = diary(clock)
  schedule('sleeper', 30)
  await clock.set(START_MS + 10, 'frozen', nothingDue)
  source.pass(1000)
  expect([seen, source.timers.size]).toEqual([[], 0])
  await clock.set(undefined, 'real', nothingDue)
  source.pass(20)
  expect(seen).toEqual(['sleeper @30'])
})

test('instants are written as ISO 8601 and as HTTP dates', () => {
  const expected = ['2026-01-01T00:00:00.007Z', 'Thu, 01 Jan 2026 00:00:00 GMT']
  expect([isoInstant(START_MS + 7), httpDate(START_MS)]).toEqual(expected)
})
