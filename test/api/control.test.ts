import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { type Answer, simulate } from '../support/simulate.ts'

const control = (status: number, error: string, msg: unknown): Answer => ({ status, body: { error, msg } })
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern)

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
  expect([await calls.get('/_sim/state'), await calls.get('/_sim/clock')]).toEqual([state, clock])
})
