import { expect, test } from 'vitest'
import { dial, endWhatTestsOpen, serve } from '../support/raw-socket.ts'

endWhatTestsOpen()

const PATH = '/api/v0/users/cloud_integrations/'
const PASSWORD = 'hunter2longpassword'

async function answerTo(target: string): Promise<{ readonly received: string; readonly asked: unknown }> {
  const { port, control } = await serve()
  const line = dial(port)
  const lines = [`GET ${target} HTTP/1.1`, 'Host: sim.test', 'Authorization: Bearer renter-key', 'Connection: close']
  line.send([...lines, '', ''].join('\r\n'))
  await line.over
  const { body } = await control('GET', '/_sim/requests')
  return { received: await line.until(() => true), asked: body }
}

test.each([
  'http://sim.test',
  'http://sim.test:4010',
  'http://[::1]:4010',
  `http://user:${PASSWORD}@sim.test`,
  `http://${PASSWORD}@127.0.0.1:4010`,
])('a target that begins with %s is its path, and nothing of a password is kept', async (origin) => {
  const { received, asked } = await answerTo(`${origin}${PATH}?a=b`)
  expect(received).toMatch(/^HTTP\/1\.1 200 /)
  expect(asked).toMatchObject({ requests: [{ request: { path: PATH } }] })
  expect(received + JSON.stringify(asked)).not.toContain('hunter2')
})

test('a target without a path, or with a query alone, asks for the root', async () => {
  for (const target of [
    'http://sim.test',
    `http://user:${PASSWORD}@sim.test`,
    `http://user:${PASSWORD}@sim.test?a=b`,
  ]) {
    const { received, asked } = await answerTo(target)
    expect(received).toMatch(/^HTTP\/1\.1 200 /)
    expect(received + JSON.stringify(asked)).not.toContain('hunter2')
  }
})
