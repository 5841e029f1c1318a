import { describe, expect, test } from 'vitest'
import { hammers } from '../../src/sweep/hammering.ts'
import { call, trialFault, usualCalls } from './facts.ts'

const limited = (fields = {}) =>
  call({
    status: 429,
    happened: false,
    fault: trialFault,
    responseBody: '{"detail":"API requests too frequent endpoint threshold=2.0"}',
    ...fields,
  })
const unavailable = (realEndedMs: number) => call({ status: 503, happened: false, fault: trialFault, realEndedMs })

describe('after a refusal of the rate limit', () => {
  test('a retry within its window hammers', () => {
    expect(hammers([limited(), call({ realEndedMs: 1999 })], usualCalls)).toBe(true)
  })
  test('a retry after its window does not, in real time or on the clock of the sandbox', () => {
    expect(hammers([limited(), call({ realEndedMs: 2000 })], usualCalls)).toBe(false)
    expect(hammers([limited(), call({ realEndedMs: 5, endedMs: 2000 })], usualCalls)).toBe(false)
  })
  test('the same request of the next test is not a retry', () => {
    expect(hammers([limited(), call({ realEndedMs: 5 })], [call(), call()])).toBe(false)
  })
  test('another request is not a retry', () => {
    expect(hammers([limited(), call({ realEndedMs: 5, path: '/api/v0/template/' })], usualCalls)).toBe(false)
  })
})

/** Whether a request that is made again after each of these pauses is too much. */
const after = (pauses: readonly number[]) =>
  hammers(
    [0, ...pauses].map((_, at) => unavailable(pauses.slice(0, at).reduce((sum, each) => sum + each, 0))),
    usualCalls,
  )

const hung = (startedMs: number) =>
  call({ status: 0, happened: false, fault: trialFault, startedMs, endedMs: startedMs, realMs: 1000 })

describe('many retries', () => {
  test('at the same pace hammer, once there are more than five', () => {
    expect(
      hammers(
        Array.from({ length: 7 }, (_, at) => unavailable(at * 1000)),
        usualCalls,
      ),
    ).toBe(true)
    expect(
      hammers(
        Array.from({ length: 6 }, (_, at) => unavailable(at * 1000)),
        usualCalls,
      ),
    ).toBe(false)
  })
  test('hammer where pauses grow by less than a machine takes: 20 ms beyond twice the first', () => {
    expect(after([1, 1, 1, 1, 21, 1])).toBe(true)
    expect(after([1, 1, 1, 1, 22, 1])).toBe(false)
  })
  test('do not hammer where retries are nested, and each round waits longer and longer', () => {
    expect(after([600, 1100, 2100, 600, 600, 1100, 2100, 600])).toBe(false)
  })
  test('hammer where a pause of a round is longer once', () => {
    expect(after([600, 1100, 600, 600, 600, 1100, 600])).toBe(true)
    expect(after([1, 1, 300, 1, 1, 1, 1])).toBe(true)
  })
  test('hammer where most of them come without a pause, though a busy machine made some longer', () => {
    expect(after([1, 30, 80, ...Array<number>(9).fill(1)])).toBe(true)
    expect(after([1, 30, 80, ...Array<number>(9).fill(100)])).toBe(false)
  })
  test('do not hammer where growing pauses lie between requests that end by the timeout of the client', () => {
    const calls = [0, 600, 1700, 3800, 4400, 5000, 6100]
    expect(
      hammers(
        calls.map((at, index) => ({ ...hung(at), realEndedMs: 1000 * index })),
        usualCalls,
      ),
    ).toBe(false)
    expect(
      hammers(
        calls.map((_, index) => ({ ...hung(0), realEndedMs: 1000 * index })),
        usualCalls,
      ),
    ).toBe(true)
  })
  test('with growing pauses do not', () => {
    expect(
      hammers(
        Array.from({ length: 9 }, (_, at) => unavailable(100 * 2 ** at)),
        usualCalls,
      ),
    ).toBe(false)
  })
})
