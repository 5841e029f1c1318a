import type { Outcome, Reply, Sending } from '../testing/faults/effect.ts'
import { bytesOf } from '../kernel/json-bytes.ts'
import type { Incoming } from './incoming.ts'

/** Thrown where the client gets no response: it looks like what `fetch` itself throws. */
export class ConnectionLostError extends TypeError {
  constructor(became: string) {
    super('fetch failed', { cause: new Error(`the connection ${became}`) })
  }
}

/** What a client without a socket gets. @throws ConnectionLostError */
export function asResponse(outcome: Outcome, { gone }: Incoming): Response {
  switch (outcome.kind) {
    case 'whole':
      return responseOf(outcome.reply)
    case 'truncated':
      return truncated(outcome.reply, outcome.sentBytes)
    case 'chunked':
      return chunked(outcome.reply, outcome.sending, gone)
    case 'reset':
      throw new ConnectionLostError('was reset')
    default:
      throw outcome.error ?? new ConnectionLostError('was closed without an answer')
  }
}

export const responseOf = (reply: Reply): Response => new Response(reply.body === '' ? null : reply.body, reply)

const brokenOff = (): TypeError => new TypeError('the connection was closed in the middle of the body')

/** The body breaks off with an error. */
function truncated(reply: Reply, sentBytes: number): Response {
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (sentBytes > 0) controller.enqueue(bytesOf(reply.body).slice(0, sentBytes))
    },
    pull: (controller) => controller.error(brokenOff()),
  })
  return new Response(stream, reply)
}

/** Nothing is sent before somebody reads. A body that nobody waits for any more breaks off with an error. */
function chunked(reply: Reply, { send, rest }: Sending, left: () => AbortSignal): Response {
  const cancelled = new AbortController()
  let hasBegun = false
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull: async (controller) => {
      hasBegun = true
      const isWhole = await send((bytes) => controller.enqueue(bytes), cancelled.signal)
      if (isWhole) controller.close()
      else if (!cancelled.signal.aborted) controller.error(left().aborted ? left().reason : brokenOff())
    },
    cancel: async () => {
      cancelled.abort()
      if (!hasBegun) await send(() => undefined, cancelled.signal)
    },
  }
  rest()
  return new Response(new ReadableStream(source, { highWaterMark: 0 }), reply)
}
