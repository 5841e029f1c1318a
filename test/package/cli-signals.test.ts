import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { endWhatTestsStart, serve, track } from '../support/spawn-cli.ts'

endWhatTestsStart()

describe.each(['SIGINT', 'SIGTERM'] as const)('%s ends it with exit code 0', (signal) => {
  test('when it is idle', async () => {
    const { child, ended } = await serve()
    child.kill(signal)
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' })
  })

  test('with a connection kept alive and a request in flight', async () => {
    const { child, ended, url } = await serve()
    const agent = new Agent({ keepAlive: true })
    try {
      await new Promise<void>((resolve, reject) => {
        get(`${url}/_sim/health`, { agent }, (response) => response.resume().on('end', () => resolve())).on(
          'error',
          reject,
        )
      })
      const inFlight = track(connect(Number(new URL(url).port), '127.0.0.1'))
      inFlight.on('error', () => undefined)
      const heard = new Promise<string>((resolve) => inFlight.once('data', (part) => resolve(String(part))))
      inFlight.write(
        [
          'POST /api/v0/template/ HTTP/1.1',
          'Host: sim.test',
          'Authorization: Bearer renter-key',
          'Content-Type: application/json',
          'Content-Length: 100',
          'Expect: 100-continue',
          '',
          '{',
        ].join('\r\n'),
      )
      expect(await heard).toMatch(/^HTTP\/1\.1 100 /)
      child.kill(signal)
      expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' })
    } finally {
      agent.destroy()
    }
  })
})
