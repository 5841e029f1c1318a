import { type Fact, isMet, requestKey } from './fact.ts'
import { groupBy } from '../kernel/group-by.ts'

/** Retries in a row after which a client has to give up, or wait longer each time. */
const MAX_RETRIES = 5

/**
 * Requests for one call that are too many where their pauses grow and fall back again: retries within retries. With
 * pauses of seconds, two layers that try five times each are no load.
 */
const MAX_NESTED = { fast: 10, slow: 25 }

/** What a client sent too soon, or too often. */
export interface Hammering {
  /** Whether a request came again before the pause was over that the limiter had asked for. */
  readonly isTooSoon: boolean
  /** How many requests it sent where one was meant. */
  readonly requests: number
  /** The first of them that met the fault. */
  readonly call: Fact
}

/** How a client repeats what was refused within the pause that is due, or again and again without longer pauses. */
export function hammeringIn(calls: readonly Fact[], usualCalls: readonly Fact[]): Hammering | undefined {
  const usual = groupBy(usualCalls, requestKey)
  const found = [...groupBy(calls, requestKey)].flatMap(([request, sent]) => {
    const usually = usual.get(request) ?? []
    // As many as without any fault are the suite's own: the next test asks the same.
    if (sent.length <= usually.length) return []
    const intended = Math.max(
      1,
      ...[...groupBy(usually, ({ sandbox }) => sandbox).values()].map(({ length }) => length),
    )
    return [...groupBy(sent, ({ sandbox }) => sandbox).values()].flatMap((alike) =>
      hammeringOf(alike, intended, pollingMs(usually)),
    )
  })
  return found.toSorted((a, b) => Number(b.isTooSoon) - Number(a.isTooSoon) || b.requests - a.requests)[0]
}

/** @param alike the same request of one sandbox, again and again @param intended how often it is sent without any fault */
function hammeringOf(alike: readonly Fact[], intended: number, pollMs: number): readonly Hammering[] {
  const first = alike.findIndex(isMet)
  const call = alike[first]
  if (call === undefined) return []
  const worked = alike.findIndex((each, at) => at > first && each.happened && !isMet(each))
  const since = alike.slice(first, worked === -1 ? undefined : worked + 1)
  const isTooSoon = since.some((each, at) => comesTooSoon(each, since[at + 1]))
  const requests = requestsForOneCall(since.length, intended - first)
  const isTooOften = requests - 1 > MAX_RETRIES && keepsItsPace(since, pollMs)
  const isNested = requests > MAX_NESTED[isSlow(since) ? 'slow' : 'fast'] && fallsBack(since)
  return isTooSoon || isTooOften || isNested ? [{ isTooSoon, requests, call }] : []
}

/** Several calls that all fail are each sent equally often, and not too often: else the first one is, and ends the test. */
const requestsForOneCall = (sent: number, calls: number): number =>
  calls > 1 && sent % calls === 0 && sent / calls <= MAX_RETRIES + 1 ? sent / calls : sent

/** Whether a request came again before its pause was over. What the limiter itself then let through came late enough. */
function comesTooSoon(call: Fact, next: Fact | undefined): boolean {
  if (next === undefined || (!isMet(call) && next.happened)) return false
  return pauseMs(call, next) < pauseDueMs(call)
}

/** Whether the pauses after the fault are many, and do not grow. Those that were asked for, or are usual, are not counted. */
function keepsItsPace(since: readonly Fact[], pollMs: number): boolean {
  const counted = since.flatMap((call, at) => {
    const next = since[at + 1]
    if (next === undefined) return []
    const dueMs = pauseDueMs(call)
    const pause = idleMs(call, next)
    return (dueMs > 0 && pauseMs(call, next) >= dueMs) || pause >= pollMs ? [] : [pause]
  })
  const begun = pausesIn(since).slice(0, MAX_RETRIES)
  return counted.length > MAX_RETRIES && !isLonger(begun[0], begun.at(-1), 2) && !begun.some(growsTwice)
}

/** Whether pauses do not grow from each to the next: retries within retries begin with a short one again. */
const fallsBack = (since: readonly Fact[]): boolean => {
  const pauses = pausesIn(since)
  return (
    pauses.some((pause, at) => pause < (pauses[at - 1] ?? 0) / 1.25 - MIN_GROWTH_MS) ||
    !isLonger(pauses[0], pauses.at(-1), 2)
  )
}

/** Whether a request comes no more often than a client polls. */
const isSlow = (since: readonly Fact[]): boolean => {
  const pauses = pausesIn(since)
  return pauses.reduce((sum, pause) => sum + pause, 0) >= pauses.length * MIN_POLLING_MS
}

/** The pauses between requests, in milliseconds. */
const pausesIn = (alike: readonly Fact[]): readonly number[] =>
  alike.slice(1).flatMap((call, at) => (alike[at] === undefined ? [] : [idleMs(alike[at], call)]))

/** Retries within retries begin with a short pause again: it is enough that each round waits longer and longer. */
const growsTwice = (pause: number, at: number, pauses: readonly number[]): boolean =>
  isLonger(pause, pauses[at + 1], 1.4) && isLonger(pauses[at + 1], pauses[at + 2], 1.4)

const isLonger = (pause = 0, next = 0, times: number): boolean => next >= times * pause + MIN_GROWTH_MS

/** Pauses of a millisecond are as long as a machine makes them. */
const MIN_GROWTH_MS = 20

/** On the sandbox's clock where a test moves that, else in real time. */
const pauseMs = (from: Fact, to: Fact): number => Math.max(to.realEndedMs - from.realEndedMs, to.endedMs - from.endedMs)

/** The same without the time that the request itself took: a client may have waited for an answer that did not come. */
const idleMs = (from: Fact, to: Fact): number =>
  Math.max(to.realEndedMs - (to.realMs ?? 0) - from.realEndedMs, to.startedMs - from.endedMs)

/** Shorter pauses between two equal requests are none of a client that polls. */
const MIN_POLLING_MS = 1000

/** How long a client waits between two equal requests without any fault; for ever where it does not poll. */
function pollingMs(usually: readonly Fact[]): number {
  const pauses = [...groupBy(usually, ({ sandbox }) => sandbox).values()].flatMap(pausesIn)
  const shortest = Math.min(...pauses)
  return shortest < MIN_POLLING_MS ? Number.POSITIVE_INFINITY : shortest
}

/**
 * How long an answer of the rate limit wants a client to wait, by its header or its text; 0 of any other answer. Where
 * both say so, the shorter one will do.
 */
function pauseDueMs({ status, responseHeaders, responseBody }: Fact): number {
  if (status !== 429) return 0
  const { 'retry-after': after } = responseHeaders
  const [, threshold] = /too frequent endpoint threshold=([\d.]+)/.exec(responseBody) ?? []
  const due = [after, threshold].map((seconds) => Number(seconds) * 1000).filter((ms) => ms > 0)
  return due.length === 0 ? 0 : Math.min(...due)
}
