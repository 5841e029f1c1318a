import { type Fact, isMet, requestKey } from './fact.ts'
import { groupBy } from '../kernel/group-by.ts'

/** Retries in a row after which a client has to give up, or wait longer each time. */
const MAX_RETRIES = 5

/** Whether a client retries within the window of the rate limit that refused it, or again and again without longer pauses. */
export function hammers(calls: readonly Fact[], usualCalls: readonly Fact[]): boolean {
  const usual = groupBy(usualCalls, requestKey)
  return [...groupBy(calls, requestKey)].some(([request, sent]) => {
    // As many as without any fault are the suite's own: the next test asks the same.
    const retries = sent.length - (usual.get(request)?.length ?? 0)
    const alike = retries > 0 ? [...groupBy(sent, ({ sandbox }) => sandbox).values()] : []
    return alike.some((each) => isTooSoon(each) || (retries > MAX_RETRIES && keepsItsPace(each)))
  })
}

/** Whether a request comes again too soon from the fault on: a retry of it may be refused by the limiter itself. */
function isTooSoon(alike: readonly Fact[]): boolean {
  const first = alike.findIndex(isMet)
  const since = first === -1 ? [] : alike.slice(first)
  return since.some((call, at) => {
    const next = since[at + 1]
    return next !== undefined && pauseMs(call, next) < windowMs(call)
  })
}

/** Whether the pauses after the fault are many, and do not grow. */
function keepsItsPace(alike: readonly Fact[]): boolean {
  const first = alike.findIndex(isMet)
  const pauses = alike.slice(first + 1).flatMap((call, at) => {
    const before = alike[first + at]
    return before === undefined ? [] : [idleMs(before, call)]
  })
  const begun = pauses.slice(0, MAX_RETRIES)
  if (pauses.length > 2 * MAX_RETRIES && isWithoutPause(pauses)) return true
  return first !== -1 && pauses.length > MAX_RETRIES && !isLonger(begun[0], begun.at(-1), 2) && !begun.some(growsTwice)
}

/** Whether most of many pauses are none: a busy machine makes a few of them long. */
const isWithoutPause = (pauses: readonly number[]): boolean =>
  pauses.filter((pause) => pause < MIN_GROWTH_MS).length > pauses.length / 2

/** Retries within retries begin with a short pause again: it is enough that each round waits longer and longer. */
const growsTwice = (pause: number, at: number, pauses: readonly number[]): boolean =>
  isLonger(pause, pauses[at + 1], 1.5) && isLonger(pauses[at + 1], pauses[at + 2], 1.5)

const isLonger = (pause = 0, next = 0, times: number): boolean => next >= times * pause + MIN_GROWTH_MS

/** Pauses of a millisecond are as long as a machine makes them. */
const MIN_GROWTH_MS = 20

/** On the sandbox's clock where a test moves that, else in real time. */
const pauseMs = (from: Fact, to: Fact): number => Math.max(to.realEndedMs - from.realEndedMs, to.endedMs - from.endedMs)

/** The same without the time that the request itself took: a client may have waited for an answer that did not come. */
const idleMs = (from: Fact, to: Fact): number =>
  Math.max(to.realEndedMs - (to.realMs ?? 0) - from.realEndedMs, to.startedMs - from.endedMs)

/** How long the rate limit that answered wants a client to wait; 0 where none did. The contract shows the text. */
function windowMs({ responseBody }: Fact): number {
  const [, seconds = '0'] = /too frequent endpoint threshold=([\d.]+)/.exec(responseBody) ?? []
  return Number(seconds) * 1000
}
