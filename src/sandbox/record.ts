import type { UnreadNames } from '../testing/findings/detectors.ts'
import type { ClosedExchange } from '../testing/recorder.ts'
import type { World } from './world.ts'

/** An exchange that is over, as it comes from the server. */
interface EndedExchange extends Pick<ClosedExchange, 'exchange' | 'sandbox'> {
  readonly unread: UnreadNames
  /** Whether its world is a fresh one in place of one that was evicted, and it is the first of it. */
  readonly isFirstAfterEviction: boolean
  /** The world that the client knew, where its request names one. */
  readonly knownWorld: string | null
}

/** Tells all recorders of a world of an exchange. */
export function record(
  { recorders, findings, name }: World,
  { exchange, sandbox, unread, isFirstAfterEviction, knownWorld }: EndedExchange,
): void {
  const beganAnew = knownWorld !== null && knownWorld !== name
  exchange.observations = findings.observe(exchange, unread, { isFirstAfterEviction, beganAnew })
  const closed = { exchange, sandbox, expected: findings.expected }
  for (const recorder of recorders) recorder.closed(closed)
}
