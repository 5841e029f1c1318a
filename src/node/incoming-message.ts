import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuseBody } from '../marketplace/operation/shared-rules.ts'
import { addressAt } from '../sandbox/address.ts'
import type { Memory } from '../sandbox/memory.ts'
import { BodyBrokeOffError, decodeBody, MAX_BODY_BYTES, MAX_DISCARDED_BYTES } from '../sandbox/read-body.ts'
import { HeaderLines } from '../server/header-lines.ts'
import {
  type AnswerRoom,
  type Incoming,
  originBehind,
  type ReadBody,
  tooLarge,
  unreadBody,
} from '../server/incoming.ts'

/** A request of a Node server; undefined where the target is no URL. */
export function incomingMessage(message: IncomingMessage, out: ServerResponse, room: AnswerRoom): Incoming | undefined {
  const target = targetOf(message)
  if (target === undefined) return undefined
  const headers = new HeaderLines(message.rawHeaders)
  const query = target.indexOf('?')
  const end = target.includes('#') ? target.search(/[?#]/) : query
  const { sandbox, prefix, path } = addressAt(
    end === -1 ? target : target.slice(0, end),
    headers.value('x-sim-sandbox'),
  )
  let left: AbortSignal | undefined
  return {
    method: message.method ?? '',
    sandbox,
    prefix,
    path,
    query: query === -1 ? '' : target.slice(query + 1),
    headers,
    origin: () => originBehind(headers, { protocol: 'http:', host: 'localhost' }),
    body: (memory) => readBody(message, memory),
    gone: () => (left ??= abortOnClose(out)),
    room,
  }
}

/** What a URL leaves as it is. */
const PLAIN_TARGET = /^\/[\w~!$&()*+,;=:@/-]*(?:\?[\w.~!$&()*+,;=:@/?%[\]{}|^`\\-]*)?$/

/** Path and query as a URL has them. */
function targetOf({ url = '' }: IncomingMessage): string | undefined {
  if (PLAIN_TARGET.test(url)) return url
  const absolute = /^https?:\/\//.test(url)
  if ((!absolute && !url.startsWith('/')) || /^[^?]*\\/.test(url)) return undefined
  const whole = absolute ? url : `http://localhost${url}`
  if (!URL.canParse(whole)) return undefined
  // Without what may stand before the host: it may be a password.
  const { pathname, search } = new URL(whole)
  return pathname + search
}

function abortOnClose(out: ServerResponse): AbortSignal {
  const left = new AbortController()
  if (out.destroyed) left.abort()
  out.once('close', () => left.abort())
  return left.signal
}

async function readBody(message: IncomingMessage, memory: Memory): Promise<ReadBody> {
  if (!hasBody(message)) return ''
  if (Number(message.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return tooLarge()
  return new Promise((resolve, reject) => {
    let parts: Buffer[] = []
    let bytes = 0
    let isOver = false
    const end = (): void => {
      isOver = true
      memory.release(bytes)
      // The message may stay for as long as its connection does.
      parts = []
    }
    const finish = (body: ReadBody): void => {
      end()
      resolve(body)
    }
    message.on('data', (part: Buffer) => {
      if (isOver) return
      const isLarge = bytes + part.byteLength > MAX_BODY_BYTES
      if (isLarge || !memory.take(part.byteLength)) {
        finish(isLarge ? tooLarge() : refuseBody())
        discardBody(message)
        return
      }
      bytes += part.byteLength
      parts.push(part)
    })
    message.on('end', () => {
      if (!isOver)
        finish(textOf(parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts), message))
    })
    message.on('close', () => {
      if (isOver) return
      end()
      reject(new BodyBrokeOffError())
    })
  })
}

function textOf(bytes: Buffer, { headers }: IncomingMessage): ReadBody {
  try {
    return decodeBody(bytes, headers['content-encoding'] ?? null)
  } catch (error) {
    return unreadBody(error)
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Reads the rest of a body while the response is on its way: a connection that is cut meanwhile loses it, and the next request. */
export function discardBody(message: IncomingMessage): void {
  if (!hasBody(message)) return
  let bytes = 0
  message.on('data', (part: Buffer) => {
    bytes += part.byteLength
    if (bytes > MAX_DISCARDED_BYTES) message.destroy()
  })
}
