import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { createSimulator } from '../../src/index.ts'
import { type Answer, simulate, START, START_CLOCK } from '../support/simulate.ts'

const control = (status: number, error: string, msg: unknown): Answer => ({ status, body: { error, msg } })
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern)
const header = (name: string) => ({ headers: { 'X-Sim-Sandbox': name } })

test('health says that it is there, which version, and how many sandboxes', async () => {
  const { control: calls } = simulate()
  expect(await calls.get('/_sim/health')).toEqual({
    status: 200,
    body: {
      status: 'ok',
      ready: true,
      version: manifest.version,
      instance: like(/^[\da-f]{12}$/),
      started_at: like(/^\d{4}-.*Z$/),
      uptime_s: expect.any(Number) as unknown,
      rss_bytes: expect.any(Number) as unknown,
      loop_lag_ms: expect.any(Number) as unknown,
      sandboxes: 1,
      exchanges: 0,
    },
  })
  await calls.get('/api/v0/nowhere/')
  await calls.get('/~other/_sim/health')
  expect(await calls.get('/~other/_sim/health')).toMatchObject({ body: { sandboxes: 1, exchanges: 1 } })
  await calls.post('/~other/_sim/reset')
  expect(await calls.get('/_sim/health')).toMatchObject({ body: { sandboxes: 2 } })
})

test('the list of sandboxes names the instance that has them, and another instance has another name', async () => {
  const { control: calls } = simulate()
  const named = async (path: string) => (await calls.get(path)).body as { instance: string }
  const { instance } = await named('/_sim/sandboxes')
  expect(instance).toBe((await named('/_sim/health')).instance)
  expect((await simulate().control.get('/_sim/sandboxes')).body).not.toMatchObject({ instance })
})

test('a control call that does not exist is answered with 404', async () => {
  const { control: calls, simulator } = simulate()
  for (const [method, path, hint] of [
    ['GET', '/_sim/nothing', '/_sim/openapi.json names them all'],
    ['POST', '/_sim/reset/', '/_sim/reset takes POST'],
    ['GET', '/_sim/requets', 'did you mean /_sim/requests?'],
    ['GET', '/_sim/snapshots/a/b/restore', 'did you mean /_sim/snapshots/{name}/restore?'],
  ] as const) {
    expect(await calls.send(method, path), `${method} ${path}`).toEqual({
      status: 404,
      body: { error: 'not_found', msg: `there is no control call ${method} ${path}`, hint },
    })
    expect((await simulator.fetch(path, { method })).headers.get('allow')).toBeNull()
  }
})

test('a control call under a wrong method is answered with 405, and Allow names the methods that there are', async () => {
  const { control: calls, simulator } = simulate()
  for (const [method, path, takes, allow] of [
    ['GET', '/_sim/reset', 'POST', 'POST'],
    ['POST', '/_sim/health', 'GET', 'GET, HEAD'],
    ['DELETE', '/_sim/state', 'GET, PUT, PATCH', 'GET, HEAD, PUT, PATCH'],
    ['POST', '/_sim/clock', 'GET, PUT', 'GET, HEAD, PUT'],
    ['PUT', '/_sim/faults/x', 'DELETE', 'DELETE'],
    ['GET', '/_sim/stubs/y', 'DELETE', 'DELETE'],
    ['PUT', '/_sim/state/users/1001', 'GET, PATCH, DELETE', 'GET, HEAD, PATCH, DELETE'],
    ['PATCH', '/_sim/requests/1/fork', 'POST', 'POST'],
    ['POST', '/_sim/schemas/fixture.schema.json', 'GET', 'GET, HEAD'],
  ] as const) {
    expect(await calls.send(method, path), `${method} ${path}`).toEqual({
      status: 405,
      body: {
        error: 'method_not_allowed',
        msg: `there is no control call ${method} ${path}`,
        hint: `${path} takes ${takes}`,
      },
    })
    expect((await simulator.fetch(path, { method })).headers.get('allow')).toBe(allow)
  }
})

test('a body that a control call cannot read is answered with 400 and changes nothing', async () => {
  const { control: calls } = simulate()
  const [state, clock] = [await calls.get('/_sim/state'), await calls.get('/_sim/clock')]
  const broken = [
    ['POST', '/_sim/reset'],
    ['PUT', '/_sim/state'],
    ['PUT', '/_sim/clock'],
    ['POST', '/_sim/clock/advance'],
  ] as const
  for (const [method, path] of broken) {
    expect(await calls.send(method, path, undefined, { text: '{"seconds":' }), path).toEqual(
      control(400, 'invalid_args', like(/^the body is not JSON/)),
    )
    expect(await calls.send(method, path, [1]), path).toEqual(
      control(400, 'invalid_args', 'expected object, received array; write an object: { … }'),
    )
  }
  const bodies: [string, string, object, RegExp][] = [
    ['POST', '/_sim/reset', { fixtur: 'empty' }, /^fixtur: unknown key "fixtur"; did you mean "fixture"\?$/],
    ['POST', '/_sim/reset', { fixture: 7 }, /^fixture: /],
    ['POST', '/_sim/reset', { seed: true }, /^seed: /],
    ['POST', '/_sim/reset', { clock: 'noon' }, /^clock: /],
    ['PUT', '/_sim/clock', {}, /^name at, frozen, or both$/],
    ['PUT', '/_sim/clock', { at: 'tomorrow' }, /^at: is not an instant like 2026-01-01T00:00:00Z$/],
    ['PUT', '/_sim/clock', { at: 1767225600 }, /^at: /],
    ['PUT', '/_sim/clock', { frozen: 'yes' }, /^frozen: expected boolean, received string; write true$/],
    ['PUT', '/_sim/clock', { now: START }, /^now: unknown key "now"/],
    ['POST', '/_sim/clock/advance', {}, /^seconds: /],
    ['POST', '/_sim/clock/advance', { seconds: -1 }, /^seconds: /],
    ['POST', '/_sim/clock/advance', { seconds: '60' }, /^seconds: expected number, received string; write 60$/],
    ['POST', '/_sim/clock/advance', { seconds: 1e12 }, /^seconds: /],
    ['POST', '/_sim/clock/advance', { second: 1 }, /second: unknown key "second"; did you mean "seconds"\?/],
  ]
  for (const [method, path, body, message] of bodies) {
    expect(await calls.send(method, path, body), `${path} ${JSON.stringify(body)}`).toEqual(
      control(400, 'invalid_args', like(message)),
    )
  }
  expect([await calls.get('/_sim/state'), await calls.get('/_sim/clock')]).toEqual([state, clock])
})

test('sandboxes share nothing, whether named in the path or in a header', async () => {
  const { as, control: calls } = simulate()
  const renter = as('renter-key')
  const start = await calls.get('/_sim/state')
  expect(await renter.delete('/~left/api/v0/template/', { template_id: 9001 })).toMatchObject({ status: 200 })
  await calls.post('/~left/_sim/clock/advance', { seconds: 60 })
  const left = { headers: { 'X-Sim-Sandbox': 'left' } }
  const right = { headers: { 'X-Sim-Sandbox': 'right' } }
  const leftState = await calls.get('/_sim/state', left)
  expect(leftState).toEqual(await calls.get('/~left/_sim/state'))
  expect(leftState).not.toEqual(start)
  expect(await calls.get('/_sim/clock', left)).toMatchObject({ body: { now: '2026-01-01T00:01:00.000Z' } })
  for (const elsewhere of [right, {}, { headers: { 'X-Sim-Sandbox': 'default' } }]) {
    expect(await calls.get('/_sim/state', elsewhere)).toEqual(start)
    expect(await calls.get('/_sim/clock', elsewhere)).toEqual({ status: 200, body: { now: START, mode: 'frozen' } })
  }

  expect((await renter.get('/~left/api/v0/instances/')).status).toBe(200)
  expect((await renter.get('/~left/api/v0/instances/')).status).toBe(429)
  expect((await renter.get('/api/v0/instances/', left)).status).toBe(429)
  expect((await renter.get('/api/v0/instances/', right)).status).toBe(200)
  expect((await renter.get('/api/v0/instances/')).status).toBe(200)

  expect(await calls.post('/~left/_sim/reset')).toEqual({
    status: 200,
    body: { reset: true, sandbox: 'left', clock: START_CLOCK },
  })
  expect(await calls.get('/_sim/state', left)).toEqual(start)
  expect((await renter.get('/api/v0/instances/', right)).status).toBe(429)
})

test('the path names the sandbox before the header does, and a bad name is refused', async () => {
  const { control: calls } = simulate()
  await calls.post('/~a/_sim/clock/advance', { seconds: 1 })
  expect(await calls.get('/~a/_sim/clock', header('b'))).toMatchObject({ body: { now: '2026-01-01T00:00:01.000Z' } })
  expect(await calls.get('/~A.b_c-9/_sim/clock')).toMatchObject({ status: 200 })
  expect(await calls.get('/_sim/clock', header('x'.repeat(64)))).toMatchObject({ status: 200 })
  for (const name of ['', 'a b', 'ä', 'a~b', 'x'.repeat(65)]) {
    expect(await calls.get('/_sim/clock', header(name)), name).toEqual(
      control(400, 'invalid_args', like(/ is not a sandbox name: /)),
    )
  }
  expect(await calls.get('/~/_sim/clock')).toEqual(control(400, 'invalid_args', like(/^"" is not a sandbox name: /)))
})

/** Everything that comes back over the wire, byte by byte. */
async function transcript(seed: string): Promise<string> {
  const { fetch } = createSimulator({ seed, clock: { mode: 'frozen', atMs: Date.parse(START) } })
  const calls: [string, string, object?][] = [
    ['POST', '/api/v0/template/', { name: 'x', image: 'y' }],
    ['GET', '/api/v0/template/'],
    ['POST', '/api/v0/network_volumes/search/', { q: { limit: 5 } }],
    ['PUT', '/api/v0/asks/12345678/', { image: 'library/ubuntu' }],
    ['GET', '/api/v0/instances/'],
    ['GET', '/api/v0/instances/'],
    ['GET', '/api/v0/nowhere/'],
    ['GET', '/_sim/state'],
  ]
  const lines: string[] = []
  for (const [method, path, body] of calls) {
    const response = await fetch(
      new Request(`http://sim.test${path}`, {
        method,
        headers: { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    lines.push(JSON.stringify([response.status, [...response.headers], await response.text()]))
  }
  return lines.join('\n')
}

test('the same seed, clock and requests give the same bytes; another seed gives others', async () => {
  const first = await transcript('one')
  expect(await transcript('one')).toBe(first)
  expect(await transcript('two')).not.toBe(first)
})
