import { STATUS_CODES } from 'node:http'
import { constants } from 'node:os'
import type { NodeFetch } from '../server/network-error.ts'

class SocketError extends Error {
  override readonly name = 'SocketError'
  readonly code = 'UND_ERR_SOCKET'
}

/** As the `fetch` of Node has it, so that a client which retries by `error.cause.code` does so in process too. */
export const nodeFetch: NodeFetch = {
  resetCause: () =>
    Object.assign(new Error('read ECONNRESET'), {
      errno: -constants.errno.ECONNRESET,
      code: 'ECONNRESET',
      syscall: 'read',
    }),
  closedCause: () => new SocketError('other side closed'),
  statusTexts: STATUS_CODES,
}
