import type { Fact } from '../../testing/trial/fact.ts'
import { TRIAL_FAULT } from '../../testing/trial/trial.ts'

/** Retries in a row after which a client has to give up, or wait longer each time. */
const MAX_RETRIES = 5

/** Whether a client retries within the window of the rate limit that refused it, or again and again without longer pauses. */
export function hammers(calls: readonly Fact[], baseline: readonly Fact[]): boolean {
  const usual = byRequest(baseline)
  return [...byRequest(calls)].some(([request, sent]) => {
    // As many as without any fault are the suite's own: the next test asks the same.
    const retries = sent.length - (usual.get(request)?.length ?? 0)
    return retries > 0 && [...bySandbox(sent)].some((alike) => tooSoon(alike) || tooMany(alike, retries))
  })
}

function tooSoon(alike: readonly Fact[]): boolean {
  return alike.some((call, at) => {
    const next = alike[at + 1]
    return call.fault === TRIAL_FAULT && next !== undefined && pauseMs(call, next) < windowMs(call)
  })
}

function tooMany(alike: readonly Fact[], retries: number): boolean {
  if (retries <= MAX_RETRIES) return false
  const first = alike.findIndex(({ fault }) => fault === TRIAL_FAULT)
  const pauses = alike.slice(first + 1).flatMap((call, at) => {
    const before = alike[first + at]
    return before === undefined ? [] : [pauseMs(before, call)]
  })
  const grows = pauses.slice(0, MAX_RETRIES).at(-1) ?? 0
  return first !== -1 && pauses.length > MAX_RETRIES && grows < 2 * (pauses[0] ?? 0) + MIN_GROWTH_MS
}

/** Pauses of a millisecond are as long as a machine makes them. */
const MIN_GROWTH_MS = 20

/** On the sandbox's clock where a test moves that, else in real time. */
const pauseMs = (from: Fact, to: Fact): number => Math.max(to.endedMs - from.endedMs, to.clockMs - from.clockMs)

/** How long the rate limit that answered wants a client to wait; 0 where none did. The contract shows the text. */
function windowMs({ response }: Fact): number {
  const [, seconds = '0'] = /too frequent endpoint threshold=([\d.]+)/.exec(response) ?? []
  return Number(seconds) * 1000
}

const grouped = (calls: readonly Fact[], key: (call: Fact) => string): ReadonlyMap<string, readonly Fact[]> => {
  const groups = new Map<string, Fact[]>()
  for (const call of calls) {
    const group = groups.get(key(call))
    if (group === undefined) groups.set(key(call), [call])
    else group.push(call)
  }
  return groups
}

const byRequest = (calls: readonly Fact[]) =>
  grouped(calls, ({ keyDigest, method, path, query, requestDigest }) =>
    [keyDigest, method, path, query, requestDigest].join(' '),
  )

const bySandbox = (calls: readonly Fact[]) => grouped(calls, ({ sandbox }) => sandbox).values()
