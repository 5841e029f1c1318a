import { type Refusal, refuse } from '../kernel/refusal.ts'
import { isBasePath } from '../kernel/web-address.ts'
import { NotUtf8Error } from '../kernel/utf8.ts'
import { refuseBody } from '../marketplace/operation/shared-rules.ts'
import { type Address, addressOf } from '../sandbox/address.ts'
import { DEFAULT_SANDBOX } from '../sandbox/sandboxes.ts'
import type { Memory } from '../sandbox/memory.ts'
import {
  BodyTooLargeError,
  EncodedBodyError,
  MAX_BODY_BYTES,
  NoRoomForBodyError,
  readBody,
} from '../sandbox/read-body.ts'
import { HeaderLines } from './header-lines.ts'
import { catalogue } from '../marketplace/catalogue.ts'

/** A body as text, or why it could not be read: a refusal counts only once the caller is known. */
export type ReadBody = string | Refusal

/** What a carrier says of the room for one answer: those that clients have not taken yet are in memory. */
export interface AnswerRoom {
  /** Whether so much waits for clients that no further long answer is to be made. */
  readonly isFull: () => boolean
  /** Resolves once it is the turn of this one. */
  readonly turn: () => Promise<void>
  /** Counts the answer, which was made and is held or sent. */
  readonly count: (bytes: number) => void
}

/** A request as the pipeline sees it, over HTTP or in process. */
export interface Incoming extends Address {
  readonly method: string
  /** What stands behind the question mark; empty where there is none. */
  readonly query: string
  readonly headers: HeaderLines
  /** To be read once. What has arrived of it counts as under way. @throws BodyBrokeOffError */
  readonly body: (memory: Memory) => Promise<ReadBody>
  /** How its client reaches the server: `http://127.0.0.1:4010`, with the path of a proxy before it. */
  readonly origin: () => string
  /** Aborted when the client no longer waits for the response. */
  readonly gone: () => AbortSignal
  /** Undefined where the caller takes the answer at once. */
  readonly room?: AnswerRoom
}

/** A request of the fetch standard. @param unnamed the sandbox of one that names none */
export function incomingRequest(request: Request, unnamed?: string): Incoming {
  const { sandbox = unnamed, prefix, path } = addressOf(request)
  const headers = new HeaderLines([...request.headers].flat())
  return {
    method: request.method,
    sandbox,
    prefix,
    path,
    query: /^[^?#]*\?([^#]*)/.exec(request.url)?.[1] ?? '',
    headers,
    origin: () => originBehind(headers, new URL(request.url)),
    body: (memory) => textOf(request, memory),
    gone: () => request.signal,
  }
}

/** What the headers of a proxy, or else the request itself, say of the address of the server. */
export function originBehind(headers: HeaderLines, { protocol, host }: Pick<URL, 'protocol' | 'host'>): string {
  const forwarded = firstOf(headers, 'x-forwarded-proto')
  const scheme = /^https?$/.test(forwarded) ? forwarded : protocol.replace(':', '')
  return `${scheme}://${headers.value('host') ?? host}${forwardedPath(headers)}`
}

/** The path that a proxy serves the server below, without a slash at its end; empty where it names none. */
export function forwardedPath(headers: HeaderLines): string {
  const path = firstOf(headers, 'x-forwarded-prefix')
  return isBasePath(path) ? path.replace(/\/$/, '') : ''
}

/** The first value of a header, which is that of the proxy that is nearest to the client. */
const firstOf = (headers: HeaderLines, name: string): string => headers.value(name)?.split(',')[0]?.trim() ?? ''

/** The addresses of paths of the sandbox that a request is for, by the way its client came. */
export const urlsOf =
  ({ incoming, sandbox: { name } }: { readonly incoming: Incoming; readonly sandbox: { readonly name: string } }) =>
  (path: string): string =>
    `${incoming.origin()}${name === DEFAULT_SANDBOX ? '' : `/~${name}`}${path}`

async function textOf(request: Request, memory: Memory): Promise<ReadBody> {
  try {
    return await readBody(request, MAX_BODY_BYTES, memory)
  } catch (error) {
    return unreadBody(error)
  }
}

/** What to answer where a body could not be read for this error. @throws it, where nothing is to be answered */
export function unreadBody(error: unknown): Refusal {
  if (error instanceof BodyTooLargeError) return tooLarge()
  if (error instanceof NoRoomForBodyError) return refuseBody()
  if (error instanceof EncodedBodyError)
    return refuse(catalogue['request.wrong-content-type'], error.message, error.hint)
  if (error instanceof NotUtf8Error)
    return refuse(catalogue['request.malformed-json'], `the body ${error.message}`, error.hint)
  throw error
}

export const tooLarge = (): Refusal =>
  refuse(catalogue['request.too-large'], `the body has over ${MAX_BODY_BYTES} bytes`)
