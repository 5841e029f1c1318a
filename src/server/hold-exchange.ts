import { textBytes } from '../kernel/memory-size.ts'
import { refuseBody } from '../marketplace/operation/shared-rules.ts'
import type { Memory } from '../sandbox/memory.ts'
import type { OpenExchange } from './open-exchange.ts'
import { matchedOf } from './recorded-request.ts'

/**
 * Holds an exchange on the sandbox's clock, for ever when no span is given, until the fault lets go.
 * @throws DelayEndedError when nobody waits for the response any more, Refusal where the memory budget has no room for its body
 */
export async function holdExchange(
  exchange: OpenExchange,
  fault: string,
  forMs: number | undefined,
  gone?: AbortSignal,
): Promise<void> {
  const { world, sandbox, incoming } = exchange
  const { clock } = world
  const holds = exchange.holdsOf(fault)
  if (holds === undefined) return
  exchange.rest?.()
  const left = incoming.gone()
  const letGo = countHeldBody(sandbox.memory, exchange.requestBody)
  try {
    sandbox.changed()
    await holds.wait({
      exchange: exchange.id,
      fault,
      clock,
      forMs,
      text: `exchange ${exchange.id} goes on (fault ${fault})`,
      idle: () => new Promise((resolve) => (exchange.rest = resolve)),
      request: matchedOf(exchange),
      signal: gone === undefined ? left : AbortSignal.any([gone, left]),
    })
  } finally {
    letGo()
  }
  exchange.nowMs = clock.nowMs
}

/** Counts a body twice: as it came, and as faults see it. @returns what is called when it is held no more */
function countHeldBody(memory: Memory, text: string): () => void {
  const bytes = 2 * textBytes(text)
  if (!memory.take(bytes)) throw refuseBody()
  return () => memory.release(bytes)
}
