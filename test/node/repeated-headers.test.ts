import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'

let simulator: Simulator | undefined
afterEach(() => simulator?.close())

/** Requests on one connection, each with its own lines, and what came back. */
async function asked(port: number, all: readonly (readonly string[])[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1')
  let received = ''
  for (const [at, lines] of all.entries()) {
    const end = at === all.length - 1 ? ['Connection: close'] : []
    socket.write(
      ['GET /api/v0/users/cloud_integrations/ HTTP/1.1', 'Host: sim.test', ...lines, ...end, '', ''].join('\r\n'),
    )
  }
  for await (const part of socket) received += String(part)
  return received
}

const headerOf = (answer: string, name: string) => new RegExp(`^${name}: (.*?)\r$`, 'm').exec(answer)?.[1]

const RENTER = 'Authorization: Bearer renter-key'
const named = (name: string) => `X-Sim-Sandbox: ${name}`

test('each request on a connection is read by its own headers, also after others and again', async () => {
  simulator = createSimulator({ clock: 'frozen', rateLimit: { enabled: false } })
  const port = Number(new URL(await simulator.listen()).port)
  const received = await asked(port, [
    [RENTER, named('one')],
    [RENTER, named('two'), 'X-Request-Id: second'],
    [named('one'), RENTER],
    [RENTER, named('one')],
    ['Authorization: Bearer of-nobody', named('one')],
    [RENTER, named('two'), 'X-Request-Id: sixth'],
    [RENTER, 'X-Sim-Sandox: two'],
    [RENTER, named('one')],
  ])
  const answers = received.split('HTTP/1.1 ').slice(1)
  expect(
    answers.map((answer) => [answer.slice(0, 3), headerOf(answer, 'x-sim-exchange'), headerOf(answer, 'x-request-id')]),
  ).toEqual([
    ['200', '1', undefined],
    ['200', '1', 'second'],
    ['200', '2', undefined],
    ['200', '3', undefined],
    ['401', '4', undefined],
    ['200', '2', 'sixth'],
    ['200', '1', undefined],
    ['200', '5', undefined],
  ])
  expect(
    answers.map((answer) => headerOf(answer, 'x-sim-hint')?.includes('X-Sim-Sandox: is not read') ?? false),
  ).toEqual(answers.map((_, at) => at === 6))
  const sent = simulator
    .sandbox('two')
    .journal.list()
    .map(({ request }) => request.headers['x-request-id'])
  expect(sent).toEqual(['second', 'sixth'])
})
