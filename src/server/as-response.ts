import type { Outcome, Reply, Sending } from '../testing/faults/effect.ts'
import { bytesOf } from '../kernel/json-bytes.ts'
import type { Incoming } from './incoming.ts'
import { NetworkError, type NodeFetch } from './network-error.ts'

/** What a client without a socket gets. @throws NetworkError */
export function asResponse(outcome: Outcome, { gone }: Incoming, node: NodeFetch | undefined): Response {
  const breakOff = (): Error => new NetworkError('terminated', node?.closedCause())
  switch (outcome.kind) {
    case 'whole':
      return responseOf(outcome.reply)
    case 'truncated':
      return truncated(outcome.reply, outcome.sentBytes, breakOff)
    case 'chunked':
      return chunked(outcome.reply, outcome.sending, gone, breakOff)
    case 'reset':
      throw new NetworkError('fetch failed', node?.resetCause())
    default:
      throw outcome.error ?? new NetworkError('fetch failed', node?.closedCause())
  }
}

export const responseOf = (reply: Reply): Response => withHead(reply, reply.body === '' ? null : reply.body)

function withHead({ status, headers, cookies = [] }: Reply, body: BodyInit | null): Response {
  const response = new Response(body, { status, headers })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** The body breaks off with an error. */
function truncated(reply: Reply, sentBytes: number, breakOff: () => Error): Response {
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (sentBytes > 0) controller.enqueue(bytesOf(reply.body).slice(0, sentBytes))
    },
    pull: (controller) => controller.error(breakOff()),
  })
  return withHead(reply, stream)
}

/** Nothing is sent before the client reads. A body that it no longer waits for breaks off with an error. */
function chunked(reply: Reply, { send, rest }: Sending, left: () => AbortSignal, breakOff: () => Error): Response {
  const cancelled = new AbortController()
  let hasBegun = false
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull: async (controller) => {
      hasBegun = true
      const isWhole = await send((bytes) => controller.enqueue(bytes), cancelled.signal)
      if (isWhole) controller.close()
      else if (!cancelled.signal.aborted) controller.error(left().aborted ? left().reason : breakOff())
    },
    cancel: async () => {
      cancelled.abort()
      if (!hasBegun) await send(() => undefined, cancelled.signal)
    },
  }
  rest()
  return withHead(reply, new ReadableStream(source, { highWaterMark: 0 }))
}
