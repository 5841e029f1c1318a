import { Writable } from 'node:stream'
import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { type LogForm, logger } from '../../src/cli/log/log.ts'
import type { ShownExchange } from '../../src/index.ts'
import { listen } from '../../src/node/listen.ts'
import { openSimulator } from '../../src/server/open-simulator.ts'
import type { Listening } from '../../src/server/simulator.ts'
import { dial, endWhatTestsOpen } from '../support/raw-socket.ts'

endWhatTestsOpen()

const listening = new Set<Listening>()

afterEach(async () => {
  await Promise.all([...listening].map(({ close }) => close()))
  listening.clear()
})

const LIST = '/api/v0/users/cloud_integrations/'

/** A server in this process, and each write to its log. */
async function serve(form: LogForm) {
  const writes: string[] = []
  const stdout = new Writable({
    decodeStrings: false,
    write: (part, _encoding, done) => {
      writes.push(String(part))
      done()
    },
  })
  const { onConnectionsRefused: _, onUnreadable: _too, ...listeners } = logger(form, stdout)
  const simulator = openSimulator({ rateLimit: { enabled: false } }, listeners)
  const server = await listen(simulator, { host: '127.0.0.1', port: 0 })
  listening.add(server)
  return { url: server.url, port: Number(new URL(server.url).port), writes }
}

/** The lines of a pretty log without times, durations and hints. */
const plain = (writes: readonly string[]): readonly string[] =>
  writes
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^ {2}\d\d:\d\d:\d\d {2}/, '').replace(/ {2}[\d,]+ ms(?= )/, ''))

const ask = async (url: string, method = 'GET', body?: object) => {
  const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
  await (await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })).text()
}

/** The log line of a control call, and the call. */
const acts = [
  ['reset', 'POST', 'reset', {}],
  ['scenario slow-boot started', 'PUT', 'scenario', { name: 'slow-boot' }],
  ['clock +60 s', 'POST', 'clock/advance', { seconds: 60 }],
  ['clock set to 2030-01-01T00:00:00.000Z, clock frozen', 'PUT', 'clock', { at: '2030-01-01T00:00:00Z', frozen: true }],
  ['clock runs', 'PUT', 'clock', { frozen: false }],
  ['fault down added', 'POST', 'faults', { name: 'down', effect: { status: 503 } }],
  ['fault down deleted', 'DELETE', 'faults/down'],
  ['all faults deleted', 'DELETE', 'faults'],
  ['stub jobs added', 'POST', 'stubs', { name: 'jobs', match: { path: '/jobs' }, answer: {} }],
  ['stub jobs deleted', 'DELETE', 'stubs/jobs'],
  ['all stubs deleted', 'DELETE', 'stubs'],
  ['2 rows edited', 'PATCH', 'state', { templates: { 9001: { name: 'a' }, 9002: { name: 'b' } } }],
  ['templates/9001 edited', 'PATCH', 'state/templates/9001', { name: 'c' }],
  ['templates/9001 deleted', 'DELETE', 'state/templates/9001'],
  ['state replaced', 'PUT', 'state', { users: [] }],
  ['journal cleared', 'DELETE', 'requests'],
  ['scenario stopped', 'DELETE', 'scenario'],
] as const

/** The lines of a log, without what differs from run to run. */
const read = {
  pretty: plain,
  json: (writes: readonly string[]): readonly object[] =>
    writes.flatMap((part) =>
      part
        .trimEnd()
        .split('\n')
        .map((line) => {
          const { time: _, ...rest } = JSON.parse(line) as { time: string }
          return rest
        }),
    ),
} as const

test.each([
  { form: 'pretty', line: (msg: string): unknown => `${msg}  ~mine` },
  { form: 'json', line: (msg: string): unknown => ({ event: 'act', level: 'info', msg, sandbox: 'mine' }) },
] as const)('as $form, what a test does to a sandbox has lines of its own', async ({ form, line }) => {
  const { url, writes } = await serve(form)
  for (const [, method, path, body] of acts) await ask(`${url}/~mine/_sim/${path}`, method, body)
  await ask(`${url}/~mine/_sim/clock`)
  await ask(`${url}/~mine/_sim/scenario`, 'PUT', { name: 'nowhere' })
  await vi.waitFor(() => expect(writes.join('').split('\n')).toHaveLength(acts.length + 1))
  expect(read[form](writes)).toEqual(acts.map(([told]) => line(told)))
})

test.each([
  { form: 'pretty', line: 'finding unmatched-request  exchange 1: GET /nowhere is not an operation' },
  {
    form: 'json',
    line: {
      event: 'finding',
      level: 'warn',
      msg: 'GET /nowhere is not an operation',
      sandbox: 'default',
      kind: 'unmatched-request',
      operation: null,
      exchange: 1,
      advice: expect.any(String) as unknown,
    },
  },
] as const)('as $form, a finding is told once, and again after a reset', async ({ form, line }) => {
  const { url, writes } = await serve(form)
  for (let turn = 0; turn < 3; turn += 1) await ask(`${url}/nowhere`)
  await ask(`${url}/_sim/reset`, 'POST', {})
  await ask(`${url}/nowhere`)
  const found = writes.flatMap((part) => part.split('\n')).filter((each) => each.includes('unmatched-request'))
  expect(read[form](found.map((each) => `${each}\n`))).toEqual([line, line])
})

const requestOf = (query: string) =>
  `GET ${LIST}?${query} HTTP/1.1\r\nHost: sim.test\r\nAuthorization: Bearer renter-key\r\n\r\n`

test.each([
  { form: 'json', line: /"id":(\d+)/g },
  { form: 'pretty', line: /200 GET {4}\S+\?(\d+)/g },
] as const)('as $form, requests that come one behind the other are told in their order', async ({ form, line }) => {
  const { port, writes } = await serve(form)
  const asked = Array.from({ length: 20 }, (_, at) => String(at + 1))
  const socket = dial(port)
  socket.send(asked.map(requestOf).join(''))
  await socket.until((received) => received.split('HTTP/1.1 200').length === 21)
  expect([...writes.join('').matchAll(line)].map(([, what]) => what)).toEqual(asked)
})

test.each(['json', 'pretty'] as const)(
  'as %s, long lines that come one behind the other are all written',
  async (form) => {
    const { port, writes } = await serve(form)
    const requests = Array.from(
      { length: 30 },
      (_, at) => `GET /${at}${'x'.repeat(9000)} HTTP/1.1\r\nHost: sim.test\r\n\r\n`,
    )
    const socket = dial(port)
    socket.send(requests.join(''))
    await socket.until((received) => received.split('HTTP/1.1 404').length === 31)
    const lines = writes.join('').split('\n')
    expect(lines.filter((line) => line.includes('x'.repeat(9000)) && !line.includes('unmatched-request'))).toHaveLength(
      30,
    )
  },
)

/** Texts that JSON escapes, or may. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('"', '\\', '\u2028', '\u001b[2J', '\u007f', 'é', '</script>', '1e21'),
)

const fault = fc.record({
  match: fc.record(
    { operation: fc.constant('templates.search'), query: fc.record({ order_by: fc.constantFrom('a', '\u2028"') }) },
    { requiredKeys: ['operation'] },
  ),
  effect: fc.oneof(
    fc.record({ status: fc.constantFrom(418, 503), body: fc.jsonValue({ maxDepth: 2 }) }),
    fc.record({ latency_ms: fc.constantFrom(1, 1.5) }),
    fc.constant({ reset: true }),
    fc.constant({ malformed_json: true }),
  ),
})

const request = fc.record({
  sandbox: fc.constantFrom('default', 'mine', 'a.b-c_1'),
  method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'PURGE'),
  path: fc.oneof(
    { arbitrary: fc.constant('/api/v0/template/'), weight: 4 },
    fc.constant(LIST),
    text.map((part) => `/${encodeURIComponent(part)}`),
  ),
  orderBy: text,
  key: fc.constantFrom('renter-key', 'renter-key', 'nobody', undefined),
  body: fc.dictionary(text, text, { maxKeys: 2 }),
  fault: fc.option(fault, { nil: undefined }),
})

const post = (url: string, body: unknown) => fetch(url, { method: 'POST', body: JSON.stringify(body) })

/** What a line has besides what the journal shows. */
type Line = Readonly<Record<'event' | 'time' | 'level' | 'msg' | 'elapsed_ms' | 'error', unknown>>

test('a line of JSON is what the journal shows of an exchange, without headers, bodies and rows', async () => {
  const { url, writes } = await serve('json')
  const told: string[] = []
  await fc.assert(
    fc.asyncProperty(request, async ({ sandbox, method, path, orderBy, key, body, fault: added }) => {
      const base = `${url}/~${sandbox}`
      const faults = added === undefined ? [] : [{ name: 'f', ...added }]
      for (const each of faults) expect(await post(`${base}/_sim/faults`, each)).toMatchObject({ status: 200 })
      await fetch(`${base}${path}?order_by=${encodeURIComponent(orderBy)}`, {
        method,
        headers: { 'Content-Type': 'application/json', ...(key !== undefined && { Authorization: `Bearer ${key}` }) },
        ...(method !== 'GET' && { body: JSON.stringify({ name: 'n', image: 'i', ...body }) }),
      }).then(
        (response) => response.text(),
        () => 'read ECONNRESET',
      )
      const line =
        writes
          .splice(0)
          .join('')
          .split('\n')
          .find((each) => each.startsWith('{"event":"exchange"')) ?? ''
      const { id } = JSON.parse(line) as ShownExchange
      const shown = (await (await fetch(`${base}/_sim/requests/${id}`)).json()) as ShownExchange
      const {
        request: { method: verb, path: place, query },
        response: { status, body: answered },
        changes: _,
        ...rest
      } = shown
      const { event, time, level, msg, elapsed_ms: elapsedMs, error, ...exchange } = JSON.parse(line) as Line
      expect({ event, level, msg }).toEqual({
        event: 'exchange',
        level: status === 0 || status >= 500 || shown.fault !== null ? 'warn' : 'info',
        msg: `${verb} ${place} ${status}`,
      })
      expect(time).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(Number.isInteger(elapsedMs) && Number(elapsedMs) >= 0).toBe(true)
      expect(exchange).toEqual({ sandbox, method: verb, path: place, query, status, ...rest })
      expect(error === undefined ? {} : answered).toMatchObject(error === undefined ? {} : { error })
      expect(line).toBe(JSON.stringify(JSON.parse(line)))
      told.push(line)
      await fetch(`${base}/_sim/faults`, { method: 'DELETE' })
    }),
    // The seed is one that brings every kind of line that is looked for below.
    { numRuns: 150, seed: 1 },
  )
  for (const seen of [
    /"hint":"/,
    /"query":"order_by=/,
    /"status":404,"error":"no_such_endpoint"/,
    /"outcome":"lost"/,
    /"value":1.5/,
    /"near_misses":\[{/,
    /"api_key":null/,
    /"operation":null/,
    /\\"/,
    /"duration_ms":[1-9]/,
  ])
    expect(
      told.some((line) => seen.test(line)),
      String(seen),
    ).toBe(true)
})
