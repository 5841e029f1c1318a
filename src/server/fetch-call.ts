import { isObject } from '../kernel/object.ts'

/** Names the kind of a value of any realm: jsdom, happy-dom and Jest have classes of their own for what Node has. */
const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice('[object '.length, -1)

const isRequest = (value: unknown): value is Request => tagOf(value) === 'Request'
const isArrayBuffer = (value: unknown): value is ArrayBuffer => tagOf(value) === 'ArrayBuffer'
const isBlob = (value: unknown): value is Blob => /^(Blob|File)$/.test(tagOf(value))
const isAbortSignal = (value: unknown): value is AbortSignal => tagOf(value) === 'AbortSignal'
/** Node takes any iterable of bytes. */
const isStream = (value: unknown): boolean =>
  tagOf(value) === 'ReadableStream' || (isObject(value) && Symbol.asyncIterator in value)

/** What a call of `fetch` asks for. */
export interface FetchCall {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  /** The body, from its beginning each time; null where there is none. */
  readonly body: () => BodyInit | null
  /** Whether the body can be sent once only. */
  readonly isSentOnce: boolean
  readonly redirect: RequestRedirect
  readonly signal: AbortSignal | undefined
  /** Whatever else `fetch` was given, which `Request` checks. */
  readonly init: RequestInit
}

/**
 * @param base what a path is relative to
 * @throws TypeError as `fetch` does
 */
export function readFetchCall(input: unknown, init: RequestInit, base: string): FetchCall {
  const request = isRequest(input) ? input : undefined
  const { body } = init
  const headers = copyHeaders(init.headers ?? request?.headers)
  if (isBlob(body) && body.type !== '' && !headers.has('content-type')) headers.set('content-type', body.type)
  return {
    url: readUrl(request?.url ?? String(input), base),
    method: init.method ?? request?.method ?? 'GET',
    headers,
    body: bodyOf(body ?? undefined, request),
    isSentOnce: isStream(body),
    redirect: init.redirect ?? request?.redirect ?? 'follow',
    signal: readSignal(init.signal === undefined ? request?.signal : init.signal),
    init,
  }
}

/** happy-dom reads no headers of another realm; it reads their pairs. */
const copyHeaders = (given: HeadersInit | undefined): Headers =>
  new Headers(given !== undefined && Symbol.iterator in given ? [...given] : given)

function readUrl(text: string, base: string): URL {
  try {
    return withoutHash(new URL(text, base))
  } catch (cause) {
    throw new TypeError(`Failed to parse URL from ${text}`, { cause })
  }
}

/** A fragment is the client's own: no request and no response has it. */
export function withoutHash(url: URL): URL {
  url.hash = ''
  return url
}

function readSignal(signal: unknown): AbortSignal | undefined {
  if (signal === null || signal === undefined) return undefined
  if (isAbortSignal(signal)) return signal
  throw new TypeError("Failed to construct 'Request': member signal is not of type AbortSignal.")
}

function bodyOf(body: BodyInit | undefined, request: Request | undefined): FetchCall['body'] {
  if (isArrayBuffer(body)) return () => new Uint8Array(body)
  if (isBlob(body)) return () => streamOf(async () => ({ done: true, value: new Uint8Array(await body.arrayBuffer()) }))
  if (body !== undefined) return () => body
  return repeatable(request?.body ?? null)
}

/** A stream that can be read from its beginning again: what was read is kept. */
function repeatable(source: ReadableStream<Uint8Array> | null): () => ReadableStream<Uint8Array> | null {
  if (source === null) return () => null
  const reader = source.getReader()
  const parts: Uint8Array[] = []
  return () => {
    let at = 0
    return streamOf(
      async () => {
        const kept = parts[at]
        const { done, value } = kept === undefined ? await reader.read() : { done: false, value: kept }
        if (value !== undefined) parts[at] = value
        at += 1
        return { done, value }
      },
      (reason) => reader.cancel(reason),
    )
  }
}

interface Part {
  /** Whether nothing follows. */
  readonly done: boolean
  readonly value?: Uint8Array | undefined
}

/** A stream that takes nothing in before it is read. */
export const streamOf = (
  read: () => Promise<Part>,
  cancel?: (reason: unknown) => Promise<void>,
): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await read()
        if (value !== undefined) controller.enqueue(value)
        if (done) controller.close()
      },
      cancel,
    },
    { highWaterMark: 0 },
  )
