import type { ServerResponse } from 'node:http'
// The global one may be faked by the tests that this server serves.
import { setImmediate } from 'node:timers'
import { byteLengthOf, bytesOf } from '../kernel/json-bytes.ts'
import type { Outcome, Reply, Sending } from '../testing/faults/effect.ts'

/** Does to a socket what becomes of its request. */
export function carryOut(outcome: Outcome, out: ServerResponse): void {
  switch (outcome.kind) {
    case 'whole':
      return sendSoon(outcome.reply, out)
    case 'truncated':
      return inTurn(out, () => truncate(outcome.reply, outcome.sentBytes, out))
    case 'chunked':
      writeHead(outcome.reply, out)
      out.flushHeaders()
      return void sendChunks(outcome.sending, out)
    case 'reset':
      return inTurn(out, () => out.socket?.resetAndDestroy())
    case 'closed':
      return inTurn(out, () => out.socket?.destroy())
  }
}

/** In the next turn of the event loop: by then the log has its line, so that no client knows of an exchange that a crash loses. */
function sendSoon(reply: Reply, out: ServerResponse): void {
  setImmediate(() => {
    writeHead(reply, out)
    out.end(reply.body)
  })
}

/** A reset or a close waits for the earlier responses of its connection. */
function inTurn(out: ServerResponse, act: () => void): void {
  if (out.socket === null && !out.destroyed) out.once('socket', act)
  else act()
}

function truncate(reply: Reply, sentBytes: number, out: ServerResponse): void {
  writeHead(reply, out)
  out.flushHeaders()
  if (sentBytes > 0) out.write(bytesOf(reply.body).subarray(0, sentBytes))
  out.socket?.end()
}

async function sendChunks({ send }: Sending, out: ServerResponse): Promise<void> {
  const isWhole = await send((bytes) => void out.write(bytes))
  if (isWhole) out.end()
  else out.destroy()
}

function writeHead({ status, headers, cookies, body }: Reply, out: ServerResponse): void {
  const hasLength = body === '' || 'content-length' in headers
  out.writeHead(status, {
    ...headers,
    ...(!hasLength && { 'content-length': byteLengthOf(body) }),
    ...(cookies && { 'set-cookie': [...cookies] }),
  })
}
