import { expect, test } from 'vitest'
import { endWhatTestsOpen, dial, isWhole, serve, type Served } from '../support/raw-socket.ts'
import { runScript } from '../support/sh.ts'

endWhatTestsOpen()

interface Recorded {
  readonly id: number
  readonly api_key: unknown
  readonly operation: string | null
  readonly request: { method: string; path: string; query: string; headers: Record<string, string>; body: unknown }
  readonly response: { status: number; body: unknown }
}

async function latest({ control }: Served, prefix = ''): Promise<Recorded> {
  const { body } = await control('GET', `${prefix}/_sim/requests?limit=1`)
  const [exchange] = (body as { requests: Recorded[] }).requests
  if (exchange === undefined) throw new Error('nothing was recorded')
  return exchange
}

async function curlOf({ url }: Served, id: number, prefix = ''): Promise<string> {
  const response = await fetch(`${url}${prefix}/_sim/journal/${id}`)
  return ((await response.json()) as { curl: string }).curl
}

/** What the command must ask again; what curl says of itself may differ. */
const essence = ({ api_key, operation, request: { headers, ...request }, response: { status, body } }: Recorded) => ({
  api_key,
  operation,
  request,
  type: headers['content-type'],
  custom: Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-'))),
  response: { status, body },
})

/** Sends bytes, runs the command that the page offers, and compares what the journal has of both. */
async function copied(served: Served, bytes: string, prefix = ''): Promise<string> {
  const line = dial(served.port)
  line.send(bytes)
  await line.until(isWhole)
  const first = await latest(served, prefix)
  const command = await curlOf(served, first.id, prefix)
  // The same world again.
  await served.control('POST', `${prefix}/_sim/reset`)
  const printed = await runScript(`${command} --silent`, { RENTAL_SIM_API_KEY: 'renter-key' })
  const second = await latest(served, prefix)
  expect(essence(second)).toEqual(essence(first))
  return printed
}

const JSON_TYPE = 'Content-Type: application/json'

function asked(head: string, body?: string | Buffer, headers: readonly string[] = [JSON_TYPE]): string {
  const length = body === undefined ? [] : [...headers, `Content-Length: ${Buffer.byteLength(body)}`]
  const lines = [
    `${head} HTTP/1.1`,
    'Host: sim.test',
    'Authorization: Bearer renter-key',
    ...length,
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body?.toString() ?? ''}`
}

const bodies: Readonly<Record<string, string>> = {
  quotes: JSON.stringify({ name: `it's "quoted" and 'quoted' "'"'"`, image: 'a' }),
  'line breaks': JSON.stringify({ name: 'one\ntwo\r\n\tthree', image: 'a' }, null, 2),
  backslashes: JSON.stringify({ name: String.raw`\ \\ \n \u0041 \'`, image: 'a' }),
  'what a shell would read': JSON.stringify({ name: '$HOME `id` $(id) !! * ? ~ # ; & | < > %s', image: '${x}' }),
  'letters beyond ASCII': JSON.stringify({ name: 'é ü 漢字 😀 \u2028 \u0000 \u007f', image: 'a' }),
  'numbers that no double holds': '{"name": 12345678901234567890, "image": 1.0}',
  'the same name twice': '{"name": "a", "name": "b", "image": "c"}',
  'a text only': '"just a text"',
  null: 'null',
  'no JSON': `{"name": 'x'\n\\`,
  'an at sign': '@/etc/hostname',
  'white space': ' \n ',
}

test.each(Object.keys(bodies))('a body with %s is sent again as it was', async (title) => {
  const served = await serve()
  await copied(served, asked('POST /api/v0/template/', bodies[title]))
})

test.each([
  ['GET /api/v0/template/'],
  ['GET /api/v0/template/?select_filters={"id":{"in":[1,2]}}'],
  ['GET /api/v0/template/?select_filters=%7B%22name%22%3A%7B%22eq%22%3A%22it%27s%22%7D%7D&a[1-3]=b&c={x,y}'],
  ["GET /nowhere/it's/$HOME/`id`?q=$(id)&&r=!"],
  ['GET /api/v0/users/cloud_integrations/'],
  ['DELETE /api/v0/cloud/1/'],
])('%s is asked again', async (head) => {
  await copied(await serve(), asked(head))
})

test.each(['PUT', 'DELETE', 'PATCH', 'POST'])('a %s without a body is asked again', async (method) => {
  await copied(await serve(), asked(`${method} /api/v0/template/`))
})

test('a HEAD is asked again and waits for no body', async () => {
  const printed = await copied(await serve(), asked('HEAD /api/v0/users/cloud_integrations/'))
  expect(printed).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})

test('a body without a type, and one of another, keep what they had', async () => {
  const body = '{"name": "a", "image": "b"}'
  for (const headers of [
    [],
    ['Content-Type: text/plain; charset=utf-8'],
    ['Content-Type: application/json; charset=utf-8'],
  ])
    await copied(await serve(), asked('POST /api/v0/template/', body, headers))
})

test('headers of the client go along, whatever stands in them', async () => {
  const headers = [JSON_TYPE, `X-Odd: it's "odd" \\ $HOME; @x`, 'X-Empty: ', 'X-At: @/etc/hostname']
  await copied(await serve(), asked('POST /api/v0/template/', '{}', headers))
})

test('a sandbox is asked by its prefix, and one without a key is asked without one', async () => {
  const served = await serve()
  await copied(served, asked('GET /~other/api/v0/users/cloud_integrations/'), '/~other')
  const line = dial(served.port)
  line.send('GET /api/v0/template/ HTTP/1.1\r\nHost: sim.test\r\nConnection: close\r\n\r\n')
  await line.until(isWhole)
  const { id } = await latest(served)
  expect(await curlOf(served, id)).toBe(`curl -i ${served.url}/api/v0/template/`)
})

test('the published key stands in the command, and any other secret is masked', async () => {
  const served = await serve()
  const line = dial(served.port)
  const body = JSON.stringify({ name: 'a', image: 'b', docker_login_pass: 'hunter2' })
  line.send(asked('POST /api/v0/template/?api_key=renter-key', body))
  await line.until(isWhole)
  const command = await curlOf(served, (await latest(served)).id)
  expect(command).not.toMatch(/hunter2|api_key=renter-key/)
  expect(command).toContain('"docker_login_pass":"********"')
})
