import { decodeUtf8 } from '../kernel/utf8.ts'
import type { Memory } from './memory.ts'

export const MAX_BODY_BYTES = 1024 * 1024

/** Thrown while reading, before the rest of the body is taken in. */
export class BodyTooLargeError extends Error {}

/** Thrown while reading, when the bodies under way take all the memory there is. */
export class NoRoomForBodyError extends Error {}

/** Thrown for a body that is compressed, or coded otherwise: nothing is unpacked. */
export class EncodedBodyError extends Error {
  readonly hint = 'send it as it is, without the header Content-Encoding'
}

/** Thrown when the body has not arrived whole: the client is gone, or its stream failed. It looks like what `fetch` itself throws. */
export class BodyBrokeOffError extends TypeError {
  constructor(cause?: unknown) {
    super('fetch failed', { cause })
  }
}

/**
 * The body as text. No more than `maxBytes` are read, whatever Content-Length says; the bytes count in the memory budget meanwhile.
 * @throws NotUtf8Error, and the errors above
 */
export async function readBody(request: Request, maxBytes: number, memory: Memory): Promise<string> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > maxBytes) throw new BodyTooLargeError(`the body has over ${maxBytes} bytes`)
  if (request.body === null) return ''
  const { signal } = request
  const reader = request.body.getReader()
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => undefined)
  const putFakeBack = useRealMicrotasks()
  const parts: Uint8Array[] = []
  let bytes = 0
  signal.addEventListener('abort', cancel)
  try {
    for (let part = await read(reader); !part.done; part = await read(reader)) {
      const { byteLength } = part.value
      if (bytes + byteLength > maxBytes) {
        void discard(reader)
        throw new BodyTooLargeError(`the body has over ${maxBytes} bytes`)
      }
      if (!memory.take(byteLength)) {
        void discard(reader)
        throw new NoRoomForBodyError('the bodies under way take all of the memory budget (--memory-budget)')
      }
      bytes += byteLength
      parts.push(part.value)
    }
    if (signal.aborted) throw new BodyBrokeOffError(signal.reason)
    return decodeBody(joinParts(parts, bytes), request.headers.get('content-encoding'))
  } finally {
    signal.removeEventListener('abort', cancel)
    memory.release(bytes)
    putFakeBack()
  }
}

/** @throws EncodedBodyError, NotUtf8Error */
export function decodeBody(bytes: Uint8Array, encoding: string | null): string {
  if (bytes.length > 0 && encoding !== null && !/^(identity|[\s,])*$/i.test(encoding))
    throw new EncodedBodyError(`the body is under Content-Encoding: ${encoding}`)
  return decodeUtf8(bytes)
}

async function read(reader: ReadableStreamDefaultReader<unknown>): Promise<ReadableStreamReadResult<Uint8Array>> {
  try {
    const part = await reader.read()
    if (part.done) return { done: true, value: undefined }
    const bytes = bytesIn(part.value)
    if (bytes !== undefined) return { done: false, value: bytes }
  } catch (error) {
    throw new BodyBrokeOffError(error)
  }
  const cause = new TypeError('a part of the body is neither bytes nor text')
  void reader.cancel(cause).catch(() => undefined)
  throw new BodyBrokeOffError(cause)
}

/** The bytes of a part, which may be of another realm; a text counts as it does for the `fetch` of Node. */
function bytesIn(part: unknown): Uint8Array | undefined {
  if (typeof part === 'string') return new TextEncoder().encode(part)
  return ArrayBuffer.isView(part) ? new Uint8Array(part.buffer, part.byteOffset, part.byteLength) : undefined
}

function joinParts(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1 && parts[0] !== undefined) return parts[0]
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}

const { queueMicrotask: realMicrotask } = globalThis
const ourMicrotask = (callback: () => void): void => realMicrotask(callback)
let fake: typeof realMicrotask | undefined
let readers = 0

/**
 * Node ends the stream of a body by the global queueMicrotask. While a test fakes that, a text comes again and again, and
 * other bodies never end: the fake gives way until no body is being read.
 */
function useRealMicrotasks(): () => void {
  readers += 1
  const { queueMicrotask: current } = globalThis
  if (current !== realMicrotask && current !== ourMicrotask) {
    fake = current
    globalThis.queueMicrotask = ourMicrotask
  }
  return () => {
    readers -= 1
    if (readers > 0) return
    // A test that has put the real one back meanwhile keeps it.
    if (fake !== undefined && globalThis.queueMicrotask === ourMicrotask) globalThis.queueMicrotask = fake
    fake = undefined
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
