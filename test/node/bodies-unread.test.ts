import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { MAX_DISCARDED_BYTES } from '../../src/sandbox/read-body.ts'
import { endWhatTestsOpen, serve } from '../support/raw-socket.ts'

endWhatTestsOpen()

const MIB = 1024 * 1024
const CHUNK = `${MIB.toString(16)}\r\n${'x'.repeat(MIB)}\r\n`
/** Far more than is taken in, and than what lies between both ends can hold. */
const MOST = (4 * MAX_DISCARDED_BYTES) / MIB

/** Sends a body that does not end. @returns how many MiB of it, until the connection was over */
function poured(port: number, head: string): Promise<number> {
  return new Promise((resolve) => {
    let sent = 0
    const socket = connect(port, '127.0.0.1')
    const pour = (): void => {
      if (sent === MOST) return void socket.destroy()
      socket.write(CHUNK, 'latin1', (error) => {
        if (error) return
        sent += 1
        pour()
      })
    }
    socket.on('error', () => undefined).on('close', () => resolve(sent))
    socket.resume().write(`${head}\r\nHost: sim.test\r\nTransfer-Encoding: chunked\r\n\r\n`, pour)
  })
}

test.each([
  'GET /api/v0/users/cloud_integrations/ HTTP/1.1\r\nAuthorization: Bearer renter-key',
  'POST /api/v0/template/ HTTP/1.1\r\nAuthorization: Bearer renter-key\r\nContent-Type: application/json',
  'POST /api/v0/template/ HTTP/1.1',
  'POST /nowhere HTTP/1.1',
])('of a body that does not end so much is taken in, then the connection is over: %s', async (head) => {
  const { port, defects } = await serve()
  const sent = await poured(port, head)
  expect(sent).toBeGreaterThanOrEqual(MAX_DISCARDED_BYTES / MIB)
  expect(sent).toBeLessThan(MOST)
  expect(defects).toEqual([])
})
