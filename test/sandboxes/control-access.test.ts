import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { simulate } from '../support/simulate.ts'

const calls = [
  ['GET', '/_sim/openapi.json'],
  ['GET', '/_sim/state'],
  ['PUT', '/_sim/state'],
  ['POST', '/_sim/reset'],
  ['GET', '/_sim/clock'],
  ['PUT', '/_sim/clock'],
  ['POST', '/_sim/clock/advance'],
  ['GET', '/_sim/snapshots'],
  ['POST', '/_sim/snapshots'],
  ['GET', '/_sim/requests'],
  ['DELETE', '/_sim/requests'],
  ['GET', '/_sim/requests/1'],
  ['POST', '/_sim/requests/verify'],
  ['GET', '/_sim/coverage'],
  ['GET', '/_sim/findings'],
  ['GET', '/_sim/sandboxes'],
  ['DELETE', '/_sim/sandboxes'],
  ['GET', '/_sim/nothing'],
  ['GET', '/~other/_sim/state'],
] as const

const needsToken = {
  status: 401,
  body: {
    error: 'unauthorized',
    msg: 'this call needs the control token',
    hint: 'send Authorization: Bearer <the value of --control-token>',
  },
}

const foreign = (origin: string) => ({
  status: 401,
  body: {
    error: 'unauthorized',
    msg: `a page of ${origin} may not steer this simulator`,
    hint: 'call it from its own origin or without a browser, or allow that origin with --allowed-origin',
  },
})

test.each(calls)('with a control token %s %s needs it', async (method, path) => {
  const { control, as } = simulate(undefined, { controlToken: 's3cret' })
  expect(await control.send(method, path)).toEqual(needsToken)
  for (const wrong of ['S3cret', 's3cret2', 's3cre', 'renter-key', '']) {
    expect(await as(wrong).send(method, path), wrong).toEqual(needsToken)
  }
  expect((await as('s3cret').send(method, path)).status).not.toBe(401)
})

test('with a control token another scheme does not do, and health needs nothing', async () => {
  const { control } = simulate(undefined, { controlToken: 's3cret' })
  for (const Authorization of ['s3cret', 'Basic s3cret', 'Bearer  ']) {
    expect(await control.get('/_sim/clock', { headers: { Authorization } }), Authorization).toEqual(needsToken)
  }
  expect(await control.get('/_sim/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await control.get('/~other/_sim/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('the refusal of a name that a site could make point here says how to allow it', async () => {
  const { control } = simulate()
  expect(await control.get('/_sim/state', { headers: { Host: 'Sim.company.com.:4010' } })).toEqual({
    status: 401,
    body: {
      error: 'unauthorized',
      msg: 'the control API does not answer under the name Sim.company.com.:4010: a web page of that name could steer this simulator',
      hint: 'use an address or localhost, or start with --allowed-host sim.company.com',
    },
  })
})

test('a refused control call changes nothing', async () => {
  const { control, as } = simulate(undefined, { controlToken: 's3cret' })
  const owner = as('s3cret')
  const clock = await owner.get('/_sim/clock')
  expect(await control.post('/_sim/clock/advance', { seconds: 60 })).toEqual(needsToken)
  expect(await owner.get('/_sim/clock')).toEqual(clock)
})

test('a control token is not an API key, and the simulated interface does not ask for it', async () => {
  const { as } = simulate(undefined, { controlToken: 's3cret' })
  expect(await as('renter-key').get('/api/v0/template/')).toMatchObject({ status: 200 })
  expect(await as('s3cret').get('/api/v0/template/')).toMatchObject({ status: 401 })
})

test.each(['http://evil.test', 'http://sim.test.evil.test', 'http://sim.test:8080', 'null', 'sim.test', ''])(
  'without a token a page of "%s" may not steer',
  async (Origin) => {
    const { control } = simulate()
    const before = [await control.get('/_sim/state'), await control.get('/_sim/clock')]
    for (const [method, path] of [['GET', '/_sim/health'] as const, ...calls]) {
      const body = method === 'POST' ? { seconds: 60 } : undefined
      expect(await control.send(method, path, body, { headers: { Origin } }), path).toEqual(foreign(Origin))
    }
    expect([await control.get('/_sim/state'), await control.get('/_sim/clock')]).toEqual(before)
  },
)

test('without a token its own origin and clients without one may steer', async () => {
  const { control } = simulate()
  for (const call of [{}, { headers: { Origin: 'http://sim.test' } }]) {
    expect(await control.post('/_sim/clock/advance', { seconds: 1 }, call)).toMatchObject({ status: 200 })
  }
  const elsewhere = { Host: '127.0.0.1:4010', Origin: 'http://127.0.0.1:4010' }
  expect(await control.get('/_sim/clock', { headers: elsewhere })).toMatchObject({
    status: 200,
    body: { now: '2026-01-01T00:00:02.000Z' },
  })
})

test('with a token a page that knows it may steer', async () => {
  const { as } = simulate(undefined, { controlToken: 's3cret' })
  const headers = { Origin: 'http://other.test' }
  expect(await as('s3cret').get('/_sim/clock', { headers })).toMatchObject({ status: 200 })
})

const sent = (path: string, init: RequestInit): Promise<Response> =>
  createSimulator().fetch(new Request(`http://sim.test${path}`, init))

test('control answers can be read by no page of another origin', async () => {
  for (const [method, path] of [['GET', '/_sim/health'], ['OPTIONS', '/_sim/reset'], ...calls] as const) {
    for (const Origin of ['http://sim.test', 'http://evil.test']) {
      const { headers } = await sent(path, { method, headers: { Origin } })
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null])
    }
  }
})
