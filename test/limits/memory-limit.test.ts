import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { ask, endWhatTestsStart, serve, track } from '../support/spawn-cli.ts'

endWhatTestsStart()

const MB = 1_000_000
const large = 'x'.repeat(900_000)
const TEMPLATE = '/api/v0/template/'

/** Does it so often, several at a time; answers with the statuses there were. */
async function times(
  count: number,
  act: (at: number) => Promise<{ readonly status: number }>,
): Promise<readonly number[]> {
  const statuses = new Set<number>()
  let at = 0
  const some = async (): Promise<void> => {
    while (at < count) statuses.add((await act(at++)).status)
  }
  await Promise.all([some(), some(), some(), some()])
  return [...statuses].toSorted((a, b) => a - b)
}

const fault = (at: number) => ({
  name: `f${at}`,
  match: { operation: 'instances.list' },
  effect: { status: 500, body: large },
})

/** Sends all but the end of a body, and leaves it at that. */
function halfSent(url: string, path: string, bytes: number): void {
  const socket = track(connect(Number(new URL(url).port), '127.0.0.1'))
  socket.on('error', () => undefined)
  socket.resume()
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n`)
  socket.write('x'.repeat(bytes - 1))
}

test('with a heap of 64 MB nothing that is sent ends the server: each kind of thing comes to more than that', async () => {
  const { url, child } = await serve(['--no-rate-limit'], { NODE_OPTIONS: '--max-old-space-size=64' })
  const refused = (at: number) => ask(`${url}/~r${at}${TEMPLATE}`, 'POST', { image: large })
  expect(await times(90, refused)).toEqual([400])
  expect(await times(90, () => ask(url + TEMPLATE, 'POST', { name: large, image: 'i' }))).toEqual([200, 413])
  expect(await times(90, (at) => ask(`${url}/~t${at}${TEMPLATE}`, 'POST', { name: large, image: 'i' }))).toEqual([200])
  expect(await times(90, (at) => ask(`${url}/_sim/faults`, 'POST', fault(at)))).toEqual([200, 413])
  await ask(`${url}/_sim/reset`, 'POST')
  const snapshot = async (at: number) => {
    await ask(url + TEMPLATE, 'POST', { name: large, image: 'i' })
    return ask(`${url}/_sim/snapshots`, 'POST', { name: `s${at}` })
  }
  expect(await times(20, snapshot)).toEqual([200, 413])
  const generate = { fixture: { generate: { templates: 20_000 } } }
  expect(await ask(`${url}/_sim/reset`, 'POST', generate)).toMatchObject({ status: 413 })
  for (let at = 0; at < 90; at += 1) halfSent(url, TEMPLATE, MB)
  for (let at = 0; at < 5; at += 1) halfSent(url, '/_sim/reset', 20 * MB)
  halfSent(url, '/_sim/ui/session', 90 * MB)
  expect(await ask(`${url}/_sim/health`)).toMatchObject({ status: 200 })
  expect(child.exitCode).toBeNull()
})
