import type { Chunk, Delivery, Reply } from '../harness/faults/effect.ts'
import { withFate } from './fate.ts'

/** Waits, on the sandbox's clock, before the next chunk. */
export type Wait = (ms: number) => Promise<void>

const encoder = new TextEncoder()

/** The response that a delivery makes; a refusal has become a reply before. */
export function deliver(delivery: Exclude<Delivery, { kind: 'refused' }>, wait: Wait, over: () => void): Response {
  switch (delivery.kind) {
    case 'whole':
      return new Response(delivery.reply.body === '' ? null : delivery.reply.body, delivery.reply)
    case 'bytes':
      return new Response(delivery.bytes.slice().buffer, delivery.reply)
    case 'reset':
    case 'closed':
      return withFate(new Response(null, { status: 204 }), delivery)
    case 'truncated':
      return truncated(delivery.reply, delivery.sentBytes)
    case 'chunked':
      return chunked(delivery.reply, delivery.chunks, wait, over)
  }
}

const withLength = (reply: Reply, body: Uint8Array): ResponseInit => ({
  status: reply.status,
  headers: { ...reply.headers, 'Content-Length': String(body.byteLength) },
})

/** Without a socket, the body breaks off with an error. */
function truncated(reply: Reply, sentBytes: (total: number) => number): Response {
  const body = encoder.encode(reply.body)
  const sent = sentBytes(body.byteLength)
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (sent > 0) controller.enqueue(body.slice(0, sent))
    },
    pull: (controller) => controller.error(new TypeError('the connection was closed in the middle of the body')),
  })
  return withFate(new Response(stream, withLength(reply, body)), { kind: 'truncated', body, sentBytes: sent })
}

function chunked(reply: Reply, split: (body: Uint8Array) => readonly Chunk[], wait: Wait, over: () => void): Response {
  const body = encoder.encode(reply.body)
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => void pump(controller, split(body), wait).finally(over),
  })
  return new Response(stream, withLength(reply, body))
}

async function pump(
  controller: ReadableStreamDefaultController<Uint8Array>,
  chunks: readonly Chunk[],
  wait: Wait,
): Promise<void> {
  try {
    for (const { waitMs, bytes } of chunks) {
      if (waitMs > 0) await wait(waitMs)
      controller.enqueue(bytes)
    }
    controller.close()
  } catch (error) {
    controller.error(error)
  }
}
