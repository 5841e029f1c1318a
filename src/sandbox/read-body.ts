import type { MemoryBudget } from './memory-budget.ts'

export const MAX_BODY_BYTES = 1024 * 1024

/** Thrown while reading, before the rest of the body is taken in. */
export class BodyTooLargeError extends Error {}

/** Thrown while reading, when the bodies under way take all the memory there is. */
export class NoRoomForBodyError extends Error {}

/** Thrown when the client is gone before its body has arrived. */
export class BodyBrokeOffError extends Error {}

/** The body as text. No more than `maxBytes` are read, whatever Content-Length says; the bytes count in the memory budget meanwhile. */
export async function readBody(request: Request, maxBytes: number, budget: MemoryBudget): Promise<string> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > maxBytes) throw new BodyTooLargeError(`the body has over ${maxBytes} bytes`)
  if (request.body === null) return ''
  const reader = request.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    for (let part = await read(reader); !part.done; part = await read(reader)) {
      const { byteLength } = part.value
      if (bytes + byteLength > maxBytes) {
        void discard(reader)
        throw new BodyTooLargeError(`the body has over ${maxBytes} bytes`)
      }
      if (!budget.take(byteLength)) {
        void discard(reader)
        throw new NoRoomForBodyError('the bodies under way take all of the memory budget (--memory-budget)')
      }
      bytes += byteLength
      text += decoder.decode(part.value, { stream: true })
    }
    return text + decoder.decode()
  } finally {
    budget.release(bytes)
  }
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read()
  } catch {
    throw new BodyBrokeOffError('the body broke off')
  }
}

export const MAX_DISCARDED_BYTES = 16 * 1024 * 1024

/** Reads the rest and drops it: closing the connection now would lose the refusal on its way, and the next request. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    let bytes = 0
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.byteLength
      if (bytes > MAX_DISCARDED_BYTES) return await reader.cancel()
    }
  } catch {
    // The client is gone.
  }
}
