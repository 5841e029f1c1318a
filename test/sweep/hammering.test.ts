import { describe, expect, test } from 'vitest'
import { hammeringIn } from '../../src/sweep/hammering.ts'
import type { Fact } from '../../src/sweep/fact.ts'
import { call, trialFault, usualCalls } from './facts.ts'

const hammers = (calls: readonly Fact[], usual: readonly Fact[]): boolean => hammeringIn(calls, usual) !== undefined

const limited = (fields = {}) =>
  call({
    status: 429,
    happened: false,
    fault: trialFault,
    responseBody: '{"detail":"API requests too frequent endpoint threshold=2.0"}',
    ...fields,
  })
const asking = (header: string) => limited({ responseHeaders: { 'retry-after': header } })
const unavailable = (realEndedMs: number) => call({ status: 503, happened: false, fault: trialFault, realEndedMs })

describe('after a refusal of the rate limit', () => {
  test('a retry within its window hammers', () => {
    expect(hammers([limited(), call({ realEndedMs: 1999 })], usualCalls)).toBe(true)
  })
  test('a retry after its window does not, in real time or on the clock of the sandbox', () => {
    expect(hammers([limited(), call({ realEndedMs: 2000 })], usualCalls)).toBe(false)
    expect(hammers([limited(), call({ realEndedMs: 5, endedMs: 2000 })], usualCalls)).toBe(false)
  })
  test('a retry after the pause of its header does not, be it shorter than the interval that the text names', () => {
    expect(hammers([asking('1'), call({ realEndedMs: 1000 })], usualCalls)).toBe(false)
    expect(hammers([asking('1'), call({ realEndedMs: 999 })], usualCalls)).toBe(true)
  })
  test('what the limiter itself lets through came late enough', () => {
    const met = call({ status: 503, happened: false, fault: trialFault })
    const refused = limited({ fault: null, realEndedMs: 2000 })
    expect(hammers([met, refused, call({ realEndedMs: 3050 })], usualCalls)).toBe(false)
    expect(hammers([met, refused, limited({ fault: null, realEndedMs: 3050 })], usualCalls)).toBe(true)
  })
  test('the same request of the next test is not a retry', () => {
    expect(hammers([limited(), call({ realEndedMs: 5 })], [call(), call()])).toBe(false)
  })
  test('another request is not a retry', () => {
    expect(hammers([limited(), call({ realEndedMs: 5, path: '/api/v0/template/' })], usualCalls)).toBe(false)
  })
})

const polls = (count: number, ms: number) => Array.from({ length: count }, (_, at) => unavailable(at * ms))

/** A request that is made again after each of these pauses. @param ms how long a pause of 1 is */
const requested = (pauses: readonly number[], ms = 1) =>
  [0, ...pauses].map((_, at) => unavailable(ms * pauses.slice(0, at).reduce((sum, each) => sum + each, 0)))

/** Whether a request that is made again after each of these pauses is too much. */
const after = (pauses: readonly number[]) => hammers(requested(pauses), usualCalls)

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
  test('of retries within retries are reported as so many requests for one call, where they come fast, or are very many', () => {
    const inner = [3, 4.5, 6.75]
    const nested = [...inner, 4, ...inner, 16, ...inner, 64, ...inner]
    expect(hammeringIn(requested(nested, 50), usualCalls)).toMatchObject({ isTooSoon: false, requests: 16 })
    expect(hammeringIn(requested(nested, 50).slice(0, 4), usualCalls)).toBeUndefined()
    expect(hammeringIn(requested(nested, 1000), usualCalls)).toBeUndefined()
    const thrice = [...nested, 64, ...nested]
    expect(hammeringIn(requested(thrice, 1000), usualCalls)).toMatchObject({ isTooSoon: false, requests: 32 })
  })
  test('of several tests in one sandbox are those of each of them', () => {
    const calls = Array.from({ length: 24 }, (_, at) => unavailable(1000 * at + 100 * (at % 4) ** 2))
    expect(
      hammeringIn(
        calls,
        Array.from({ length: 6 }, () => call()),
      ),
    ).toBeUndefined()
    expect(hammeringIn(calls, usualCalls)).toMatchObject({ requests: 24 })
  })
  test('at the pace at which a client polls without any fault do not', () => {
    const usual = [0, 5000, 10_000].map((startedMs) => call({ startedMs, endedMs: startedMs }))
    expect(hammers(polls(10, 5000), usual)).toBe(false)
    expect(hammers(polls(10, 500), usual)).toBe(true)
  })
  test('with pauses that grow beyond its polling do not', () => {
    const usual = [0, 5000].map((startedMs) => call({ startedMs, endedMs: startedMs }))
    const inner = [3000, 4500, 6750]
    const nested = [...inner, 4000, ...inner, 4000, ...inner, 4000]
    const calls = requested(nested)
    expect(hammers(calls, usual)).toBe(false)
    const even = nested.map(() => 3000)
    expect(
      hammers(
        [0, ...even].map((_, at) => unavailable(3000 * at)),
        usual,
      ),
    ).toBe(true)
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
