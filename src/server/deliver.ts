import type { Chunk, Delivery, Reply } from '../testing/faults/effect.ts'
import { bytesOf } from '../kernel/json-bytes.ts'
import { withFate } from './fate.ts'

/** Waits, on the sandbox's clock, before the next chunk. */
type Wait = (ms: number, gone: AbortSignal) => Promise<void>

/** What an exchange has to do with an answer that goes out in chunks. */
export interface Sending {
  readonly wait: Wait
  /** Told when the last chunk is out, or nobody waits for it any more. */
  readonly over: (isWhole: boolean) => void
  /** Told that the next chunk waits for whoever reads. */
  readonly rest: () => void
}

/** The response that a delivery makes; a refusal has become a reply before. */
export function deliver(
  delivery: Exclude<Delivery, { kind: 'refused' }>,
  sending: Sending,
  left: () => AbortSignal,
): Response {
  if (delivery.kind === 'whole') return responseOf(delivery.reply)
  if (delivery.kind === 'truncated') return truncated(delivery.reply, delivery.sentBytes)
  if (delivery.kind === 'chunked') return chunked(delivery, sending, left)
  return withFate(new Response(null, { status: 204 }), delivery)
}

/** An ordinary answer. */
export const responseOf = (reply: Reply): Response => new Response(reply.body === '' ? null : reply.body, reply)

/** Without a socket, the body breaks off with an error. */
function truncated(reply: Reply, sentBytes: (total: number) => number): Response {
  const body = bytesOf(reply.body)
  const sent = sentBytes(body.byteLength)
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (sent > 0) controller.enqueue(body.slice(0, sent))
    },
    pull: (controller) => controller.error(new TypeError('the connection was closed in the middle of the body')),
  })
  return withFate(new Response(stream, reply), { kind: 'truncated', body, sentBytes: sent })
}

/** Without a socket, a body that nobody waits for any more breaks off with an error. */
function chunked(
  { reply, chunks: split }: Extract<Delivery, { kind: 'chunked' }>,
  { wait, over, rest }: Sending,
  left: () => AbortSignal,
): Response {
  const body = bytesOf(reply.body)
  const gone = new AbortController()
  let hasBegun = false
  const send = async (write: (bytes: Uint8Array) => void): Promise<boolean> => {
    hasBegun = true
    const isWhole = await sendChunks(split(body), (ms) => wait(ms, gone.signal), write)
    over(isWhole)
    return isWhole
  }
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull: async (controller) => {
      const isWhole = await send((bytes) => controller.enqueue(bytes))
      if (isWhole) controller.close()
      else if (!gone.signal.aborted) controller.error(whyBroken(left()))
    },
    cancel: () => {
      gone.abort()
      if (!hasBegun) over(false)
    },
  }
  // Nothing is sent before somebody reads: whoever holds the socket sends for itself.
  const stream = new ReadableStream(source, { highWaterMark: 0 })
  return withFate(new Response(stream, reply), { kind: 'chunked', send, rest })
}

/** A client that gave up hears its own reason. */
const whyBroken = ({ aborted, reason }: AbortSignal): unknown =>
  aborted ? reason : new TypeError('the connection was closed in the middle of the body')

async function sendChunks(
  chunks: readonly Chunk[],
  wait: (ms: number) => Promise<void>,
  write: (bytes: Uint8Array) => void,
): Promise<boolean> {
  try {
    for (const { waitMs, bytes } of chunks) {
      if (waitMs > 0) await wait(waitMs)
      write(bytes)
    }
    return true
  } catch {
    return false
  }
}
