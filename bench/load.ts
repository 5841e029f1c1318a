import { connect } from 'node:net'
import { KEY } from './fixture.ts'
import type { Request } from './requests.ts'

const CONNECTIONS = 4

/** An answer as it came. */
export interface Answer {
  readonly head: string
  readonly body: string
}

function textOf({ method, path, json }: Request): string {
  const body = json === undefined ? '' : JSON.stringify(json)
  const length = json === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${KEY}\r\n${length}\r\n${body}`
}

/**
 * Sends requests over some connections that stay open, each when the one before it is answered. Every answer has to
 * have this status.
 * @param first the number of the first of them
 * @returns the first answer
 */
export function load(
  port: number,
  request: (at: number) => Request,
  { first = 0, count, status = 200 }: { readonly first?: number; readonly count: number; readonly status?: number },
): Promise<Answer> {
  let sent = 0
  let answered = 0
  let firstAnswer: Answer | undefined
  return new Promise((resolve, reject) => {
    const open = (): void => {
      const socket = connect(port, '127.0.0.1')
      let parts: Buffer[] = []
      let bytes = 0
      let end: number | undefined
      let head = ''
      const send = (): void => {
        if (sent === count) socket.end()
        else socket.write(textOf(request(first + sent++)))
      }
      socket.setNoDelay()
      socket.on('connect', send)
      socket.on('error', reject)
      socket.on('data', (part: Buffer) => {
        parts.push(part)
        bytes += part.length
        if (end === undefined) {
          const read = Buffer.concat(parts).toString('latin1')
          const length = read.indexOf('\r\n\r\n')
          if (length === -1) return
          head = read.slice(0, length)
          if (!head.startsWith(`HTTP/1.1 ${status} `)) return reject(new Error(`answered ${read.slice(0, 500)}`))
          // An answer without a length ends with its connection.
          end = length + 4 + (bodyLength(head) ?? Infinity)
        }
        if (bytes < end) return
        firstAnswer ??= {
          head,
          body: Buffer.concat(parts)
            .subarray(head.length + 4)
            .toString(),
        }
        parts = []
        bytes = 0
        end = undefined
        answered += 1
        if (answered === count) resolve(firstAnswer)
        send()
      })
      socket.on('close', () => {
        if (end !== Infinity) return
        firstAnswer ??= { head, body: '' }
        answered += 1
        if (answered === count) resolve(firstAnswer)
        if (sent < count) open()
      })
    }
    for (let at = 0; at < Math.min(CONNECTIONS, count); at += 1) open()
  })
}

function bodyLength(head: string): number | undefined {
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  return length === undefined ? undefined : Number(length)
}
