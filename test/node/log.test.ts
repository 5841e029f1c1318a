import { Writable } from 'node:stream'
import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { type LogForm, logger } from '../../src/cli/log.ts'
import type { ShownExchange } from '../../src/index.ts'
import { listen } from '../../src/node/listen.ts'
import { openEngine } from '../../src/server/open-engine.ts'
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
  const { onConnectionsRefused: _, ...listeners } = logger(form, stdout)
  const engine = openEngine({ rateLimit: { enabled: false }, ...listeners })
  const server = await listen(engine, { host: '127.0.0.1', port: 0 })
  listening.add(server)
  return { url: server.url, port: Number(new URL(server.url).port), writes }
}

test.each([
  { form: 'json', line: /"id":(\d+)/g },
  { form: 'pretty', line: /200 GET {4}(\S+)/g },
] as const)('as $form, requests that come together are one write, in their order', async ({ form, line }) => {
  const { port, writes } = await serve(form)
  const request = `GET ${LIST} HTTP/1.1\r\nHost: sim.test\r\nAuthorization: Bearer renter-key\r\n\r\n`
  const socket = dial(port)
  socket.send(request.repeat(20))
  await socket.until((received) => received.split('HTTP/1.1 200').length === 21)
  expect(writes).toHaveLength(1)
  const told = [...(writes[0] ?? '').matchAll(line)].map(([, what]) => what)
  expect(told).toEqual(Array.from({ length: 20 }, (_, at) => (form === 'json' ? String(at + 1) : LIST)))

  socket.send(request)
  await socket.until((received) => received.split('HTTP/1.1 200').length === 22)
  expect(writes).toHaveLength(2)
})

test.each(['json', 'pretty'] as const)('as %s, long lines that come together are all written', async (form) => {
  const { port, writes } = await serve(form)
  const request = `GET /${'x'.repeat(9000)} HTTP/1.1\r\nHost: sim.test\r\n\r\n`
  const socket = dial(port)
  socket.send(request.repeat(30))
  await socket.until((received) => received.split('HTTP/1.1 404').length === 31)
  expect(writes.length).toBeLessThan(30)
  expect(writes.join('').split('\n')).toHaveLength(31)
})

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
type Line = Readonly<Record<'event' | 'time' | 'level' | 'msg' | 'elapsed_ms', unknown>>

test('a line of JSON is what the journal shows of an exchange, without queries, headers, bodies and rows', async () => {
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
        () => 'the connection was reset',
      )
      const line = writes.splice(0).join('')
      const { id } = JSON.parse(line) as ShownExchange
      const shown = (await (await fetch(`${base}/_sim/requests/${id}`)).json()) as ShownExchange
      const {
        request: { method: verb, path: place },
        response: { status },
        changes: _,
        ...rest
      } = shown
      const { event, time, level, msg, elapsed_ms: elapsedMs, ...exchange } = JSON.parse(line) as Line
      expect({ event, level, msg }).toEqual({
        event: 'exchange',
        level: status === 0 || status >= 500 || shown.fault !== null ? 'warn' : 'info',
        msg: `${verb} ${place} ${status}`,
      })
      expect(time).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(Number.isInteger(elapsedMs) && Number(elapsedMs) >= 0).toBe(true)
      expect(exchange).toEqual({ sandbox, method: verb, path: place, status, ...rest })
      expect(line).toBe(`${JSON.stringify(JSON.parse(line))}\n`)
      told.push(line)
      await fetch(`${base}/_sim/faults`, { method: 'DELETE' })
    }),
    // The seed is one that brings every kind of line that is looked for below.
    { numRuns: 150, seed: 1 },
  )
  for (const seen of [
    /"hint":"/,
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
