import { afterEach, expect, test, vi } from 'vitest'
import { openSimulator } from '../../src/server/open-simulator.ts'
import { createSimulator } from '../../src/index.ts'
import { listen } from '../../src/node/listen.ts'
import type { Listening } from '../../src/server/simulator.ts'
import { dial, endWhatTestsOpen } from '../support/raw-socket.ts'

endWhatTestsOpen()

const listening = new Set<Listening>()

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all([...listening].map(({ close }) => close()))
  listening.clear()
})

const LIST = '/api/v0/users/cloud_integrations/'
const CREATE = '/api/v0/template/'

/** One server in this process, so that a test may look into its sandboxes. */
async function serve() {
  const defects: Error[] = []
  const simulator = openSimulator({
    clock: 'frozen',
    rateLimit: { enabled: false },
    onDefect: (error) => defects.push(error),
  })
  const server = await listen(simulator, { host: '127.0.0.1', port: 0 })
  listening.add(server)
  const sandbox = simulator.sandboxes.get('default')
  return { server, sandbox, simulator, defects, port: Number(new URL(server.url).port) }
}

function asked(
  path: string,
  body?: string,
  connection = 'keep-alive',
  method = body === undefined ? 'GET' : 'POST',
): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: sim.test', 'Authorization: Bearer renter-key']
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${body.length}`)
  return [...lines, `Connection: ${connection}`, '', body ?? ''].join('\r\n')
}

const created = (name: string): string => JSON.stringify({ name, image: 'library/ubuntu' })
const heads = (received: string): readonly string[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) .*?\r\n\r\n/gs)].map(([head, status]) => {
    const exchange = /x-sim-exchange: (\d+)/.exec(head)?.[1]
    return exchange === undefined ? `${status}` : `${status} of ${exchange}`
  })

/** Lets all that is under way in this process come to its end. */
async function settled(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve))
}

test('pipelined requests are answered in their order, operations and control calls alike', async () => {
  const { port, sandbox, defects } = await serve()
  const line = dial(port)
  line.send(
    [
      asked(LIST),
      asked('/_sim/health'),
      asked(CREATE, created('first')),
      asked('/nowhere'),
      asked(LIST),
      asked(CREATE, created('second')),
      asked('/_sim/clock'),
      asked(LIST, undefined, 'close'),
    ].join(''),
  )
  await line.over
  const received = await line.until(() => true)
  expect(heads(received).map((head) => head.split(' ')[0])).toEqual([
    '200',
    '200',
    '200',
    '404',
    '200',
    '200',
    '200',
    '200',
  ])
  expect(received.indexOf('"name":"first"')).toBeLessThan(received.indexOf('"name":"second"'))
  expect(sandbox.busy).toBe(0)
  expect(defects).toEqual([])
})

test('many pipelined requests are answered in their order', async () => {
  const { port, sandbox } = await serve()
  const line = dial(port)
  const sent = 200
  line.send(asked(LIST).repeat(sent - 1) + asked(LIST, undefined, 'close'))
  await line.over
  expect(heads(await line.until(() => true))).toEqual(Array.from({ length: sent }, (_, index) => `200 of ${index + 1}`))
  expect(sandbox.busy).toBe(0)
})

test('a probe is answered between the pipelined requests of other clients', async () => {
  const { port, sandbox, simulator } = await serve()
  const repeat = Array.from({ length: 6 }, () => ({ repeat: '$.templates[*]', with: {} }))
  const costly = { name: 'costly', match: { operation: 'templates.search' }, effect: { answer: repeat } }
  await simulator.respond(new Request('http://sim.test/_sim/faults', { method: 'POST', body: JSON.stringify(costly) }))
  const [lines, sent] = [Array.from({ length: 10 }, () => dial(port)), 20]
  for (const line of lines) line.send(asked(CREATE).repeat(sent))
  await settled(() => sandbox.world.journal.length > 0)
  const probe = dial(port)
  probe.send(asked('/_sim/health', undefined, 'close'))
  await probe.over
  expect(heads(await probe.until(() => true))).toEqual(['200'])
  expect(sandbox.world.journal.length).toBeLessThan((lines.length * sent) / 4)
})

test('a request is answered while a text is searched for in a long journal', async () => {
  const { port, simulator } = await serve()
  const unread = 'x'.repeat(900_000)
  const headers = { authorization: 'Bearer renter-key', 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'a', image: 'b', unread })
  for (let at = 0; at < 20; at += 1)
    await simulator.respond(new Request(`http://sim.test${CREATE}`, { method: 'POST', headers, body }))
  const [search, list] = [dial(port), dial(port)]
  const ended: string[] = []
  const note = (name: string) => () => void ended.push(name)
  search.send(asked('/_sim/requests?limit=1000&text=xxxy', undefined, 'close'))
  list.send(asked(LIST, undefined, 'close'))
  await Promise.all([search.over.then(note('search')), list.over.then(note('list'))])
  expect(ended).toEqual(['list', 'search'])
})

test('a held answer keeps back those behind it on its connection, and none on another', async () => {
  const { port, sandbox, simulator } = await serve()
  const fault = { name: 'held', match: { path: LIST }, when: { times: 1 }, effect: { hang: true } }
  await simulator.respond(new Request('http://sim.test/_sim/faults', { method: 'POST', body: JSON.stringify(fault) }))
  const [line, other] = [dial(port), dial(port)]
  line.send(asked(LIST))
  await settled(() => sandbox.world.delays.size === 1)
  sandbox.world.faults.clear()
  line.send(asked(CREATE, created('behind'), 'close'))
  other.send(asked(LIST, undefined, 'close'))
  await other.over
  expect(heads(await other.until(() => true))).toEqual(['200 of 2'])
  expect(await line.until(() => true)).toBe('')
  sandbox.world.delays.release('held')
  await line.over
  expect(heads(await line.until(() => true))).toEqual(['200 of 1', '200 of 3'])
  expect(sandbox.busy).toBe(0)
})

test('a client that leaves before its answer leaves nothing behind', async () => {
  const { port, sandbox, defects } = await serve()
  const clients = 40
  for (let client = 0; client < clients; client += 1) {
    const line = dial(port)
    line.send(asked(CREATE, created(`t${client}`)))
    // Some of them before, some after the operation took place.
    await settled(() => client % 2 === 0 || sandbox.busy > 0 || sandbox.world.journal.length > 0)
    line.hangUp()
    await line.over
  }
  await settled(() => sandbox.busy === 0)
  const line = dial(port)
  line.send(asked(LIST, undefined, 'close'))
  await line.over
  expect(heads(await line.until(() => true))).toHaveLength(1)
  expect(sandbox.world.journal.entries().every(({ status }) => status === 200 || status === 400)).toBe(true)
  expect({ busy: sandbox.busy, defects }).toEqual({ busy: 0, defects: [] })
})

test('a server that closes while answers wait ends every connection, and no sandbox stays busy', async () => {
  const { port, server, sandbox, defects } = await serve()
  const lines = Array.from({ length: 8 }, () => dial(port))
  for (const line of lines) line.send(asked(LIST).repeat(20))
  // It was carried out in this turn of the event loop, and is sent in the next.
  await settled(() => sandbox.world.journal.length > 0)
  await server.close()
  for (const line of lines) expect(await line.over).toMatch(/^(ended|reset)$/)
  await settled(() => sandbox.busy === 0)
  expect({ busy: sandbox.busy, defects }).toEqual({ busy: 0, defects: [] })
})

test('a sandbox is busy until its answer is written, so it is not the one that goes', async () => {
  const simulator = openSimulator({ clock: 'frozen', maxSandboxes: 2 })
  const server = await listen(simulator, { host: '127.0.0.1', port: 0 })
  listening.add(server)
  const port = Number(new URL(server.url).port)
  const line = dial(port)
  const [head, body] = [asked('/~first/api/v0/template/', created('late'), 'close'), created('late')]
  line.send(head.slice(0, -body.length))
  await settled(() => simulator.sandboxes.list().some(({ name, busy }) => name === 'first' && busy === 1))
  simulator.sandboxes.get('second')
  simulator.sandboxes.get('third')
  expect(simulator.sandboxes.list().map(({ name }) => name)).toContain('first')
  line.send(body)
  await line.over
  expect(heads(await line.until(() => true))).toEqual(['200 of 1'])
  simulator.sandboxes.get('fourth')
  expect(simulator.sandboxes.list().map(({ name }) => name)).not.toContain('first')
})

test('a sandbox that is dropped between a request and its answer still answers', async () => {
  const { port, simulator, defects } = await serve()
  const line = dial(port)
  const body = created('late')
  line.send(asked('/~gone/api/v0/template/', body, 'close').slice(0, -body.length))
  await settled(() => simulator.sandboxes.list().some(({ name, busy }) => name === 'gone' && busy === 1))
  expect(simulator.sandboxes.drop('gone')).toBe(true)
  line.send(body)
  await line.over
  expect(heads(await line.until(() => true))).toEqual(['200 of 1'])
  expect(defects).toEqual([])
})

test('a server answers although a test fakes the timers of its process', async () => {
  const sim = createSimulator({ clock: 'frozen' })
  const port = Number(new URL(await sim.listen()).port)
  const line = dial(port)
  vi.useFakeTimers()
  line.send(asked(LIST, undefined, 'close'))
  await line.over
  expect(heads(await line.until(() => true))).toEqual(['200 of 1'])
  vi.useRealTimers()
  await sim.close()
})
