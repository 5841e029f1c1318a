import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { rulesInForce } from '../../src/marketplace/rule-choices.ts'
import { LiveSweep } from '../../src/sweep/live-sweep.ts'
import { progressTo } from '../../src/sweep/run/progress.ts'
import { runSweep } from '../../src/sweep/run/run-sweep.ts'
import { call, judged, ran, trialFault, trialOf, usualCalls } from './facts.ts'

const trial = trialOf('transient')
/** A verdict that is bad. */
const result = judged(trial, { exitCode: 1, calls: [call({ fault: trialFault })] })

/** What is printed when so many of 30 trials are over. */
const told = (isTTY: boolean, ...done: readonly (readonly [done: number, secondsLeft: number])[]) => {
  const lines: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write: (line: string, _, taken) => {
      lines.push(line)
      taken()
    },
  })
  const tell = progressTo(Object.assign(stream, { isTTY }))
  for (const [at, secondsLeft] of done) {
    const live = new LiveSweep([])
    live.plan(Array<typeof trial>(30).fill(trial))
    for (const each of live.trials.slice(0, at)) each.result = result
    live.secondsLeft = secondsLeft
    tell(live)
  }
  return lines
}

test('a terminal shows each trial in one line, which ends with the last', () => {
  expect(told(true, [1, 300.4], [2, 89.6], [30, 0])).toEqual([
    '\rrental-sim: 1 of 30 trials, 1 bad, 5 min left\u001b[K',
    '\rrental-sim: 2 of 30 trials, 2 bad, 90 s left\u001b[K',
    '\rrental-sim: 30 of 30 trials, 30 bad, 0 s left\u001b[K\n',
  ])
})

test('a file has a line for each tenth', () => {
  const done = Array.from({ length: 30 }, (_, at) => [at + 1, 90] as const)
  expect(told(false, ...done)).toEqual(
    [3, 6, 9, 12, 15, 18, 21, 24, 27, 30].map((at) => `rental-sim: ${at} of 30 trials, ${at} bad, 2 min left\n`),
  )
})

/** A run of a trial. @param isLate whether it is not over within its limit */
const runOnce = (isLate: boolean) => {
  const calls = [call({ fault: trialFault })]
  return Promise.resolve(isLate ? ran({ exitCode: null, timedOut: true, calls }) : ran({ calls }))
}

test('the time that is left has room for trials that run again alone, with twice the limit', async () => {
  const left: number[] = []
  const live = new LiveSweep([])
  await runSweep({
    command: [],
    only: ['transient'],
    everyCall: false,
    jobs: 1,
    minLimitMs: 60_000,
    expectations: {},
    live,
    run: (under, { limitMs }) =>
      under === undefined
        ? Promise.resolve(ran({ calls: usualCalls }))
        : runOnce(under.id.endsWith('/first/503') && limitMs === 60_000),
    inForce: rulesInForce('documented', []),
    onChange: (over) => {
      if (over !== undefined) left.push(Math.round(live.secondsLeft ?? -1))
    },
    signal: new AbortController().signal,
  })
  expect(live.trials.map(({ trial }) => trial.id)[2]).toBe('instances.list/transient/first/503')
  expect(left.slice(0, 2).every((seconds) => seconds < 60)).toBe(true)
  expect(left.slice(2, -1).every((seconds) => seconds >= 120)).toBe(true)
  expect(left.at(-1)).toBe(0)
})
