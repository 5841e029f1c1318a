import { describe, expect, test } from 'vitest'
import { endWhatTestsOpen, type Heard, serve, talk } from '../support/raw-socket.ts'

endWhatTestsOpen()

const path = '/api/v0/users/cloud_integrations/'
const real = '[{"id":1,"cloud_type":"s3","name":"models"}]'
const page = /^<!DOCTYPE html>\n<html>\n<head><title>502 Bad Gateway<\/title>[^]*<\/html>\n$/

const marks = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Sim-Basis, X-Sim-Evidence, X-Sim-Rules, X-Sim-Exchange, X-Sim-Hint, X-Sim-Evicted, X-Sim-World',
  date: 'Thu, 01 Jan 2026 00:00:00 GMT',
  'x-sim-exchange': '1',
  'x-sim-world': 'in-process-1',
}
const injected = { ...marks, 'x-sim-basis': 'injected', 'x-sim-rules': 'fault.f' }
const served = {
  ...marks,
  'x-sim-basis': 'assumed',
  'x-sim-evidence': 'published',
  'x-sim-rules':
    'authentication.bearer-key,cloud-connections.list.lists-own,cloud-connections.list.cloud-types,cloud-connections.list.statuses',
}
const json = { 'content-type': 'application/json' }
const text = { 'content-type': 'text/plain; charset=utf-8' }
const html = { 'content-type': 'text/html; charset=utf-8' }
const exposing = (name: string) => ({
  'access-control-expose-headers': `${marks['access-control-expose-headers']}, ${name}`,
})
const length = (bytes: number) => ({ 'content-length': String(bytes) })

interface Case {
  readonly effect: object
  /** Absent when not a byte comes. */
  readonly response?: Pick<Heard, 'status' | 'headers'> & { readonly body: unknown }
  /** How a connection ends that the client would keep. */
  readonly end?: Heard['end']
}

const success = (type: object, bytes = real.length) => ({
  status: 200,
  headers: { ...injected, ...type, ...length(bytes) },
})
const cut = (sent: number) => ({ ...success(json), body: real.slice(0, sent) })

const cases: readonly Case[] = [
  {
    effect: { latency_ms: 0, jitter_ms: 0 },
    response: { status: 200, headers: { ...served, ...json, ...length(44) }, body: real },
  },
  { effect: { status: 500 }, response: { status: 500, headers: { ...injected, ...length(0) }, body: '' } },
  {
    effect: { status: 503, body: { error: 'unavailable' }, headers: { 'Retry-After': '7' } },
    response: {
      status: 503,
      headers: { ...injected, ...exposing('retry-after'), ...json, 'retry-after': '7', ...length(23) },
      body: '{"error":"unavailable"}',
    },
  },
  {
    effect: { status: 418, body: 'I am a teapot' },
    response: { status: 418, headers: { ...injected, ...text, ...length(13) }, body: 'I am a teapot' },
  },
  {
    effect: { status: 200, body: '<x/>', headers: { 'Content-Type': 'application/xml' } },
    response: {
      status: 200,
      headers: { ...injected, 'content-type': 'application/xml', ...length(4) },
      body: '<x/>',
    },
  },
  {
    effect: { status: 307, headers: { Location: '/elsewhere/' } },
    response: {
      status: 307,
      headers: { ...injected, ...exposing('location'), location: '/elsewhere/', ...length(0) },
      body: '',
    },
  },
  { effect: { status: 205 }, response: { status: 205, headers: { ...injected, ...length(0) }, body: '' } },
  ...[204, 304].map((status) => ({
    effect: { status },
    response: { status, headers: injected, body: '' },
  })),
  ...['not_authorized', 'authentication.scope-missing'].map((refuse) => ({
    effect: { refuse },
    response: {
      status: 403,
      headers: { ...injected, ...json, ...length(116) },
      body: JSON.stringify({
        success: false,
        error: 'not_authorized',
        msg: 'A key without the permission that the operation needs is refused.',
      }),
    },
  })),
  {
    effect: { rate_limited: true },
    response: {
      status: 429,
      headers: { ...injected, ...json, ...length(61) },
      body: '{"detail":"API requests too frequent endpoint threshold=2.9"}',
    },
  },
  { effect: { reset: true }, end: 'reset' },
  { effect: { empty_response: true }, end: 'ended' },
  { effect: { truncate_body: 0 }, response: cut(0), end: 'ended' },
  { effect: { truncate_body: 0.5 }, response: cut(22), end: 'ended' },
  { effect: { truncate_body: 0.99 }, response: cut(43), end: 'ended' },
  { effect: { truncate_body: 1 }, response: cut(1), end: 'ended' },
  { effect: { truncate_body: 10 }, response: cut(10), end: 'ended' },
  { effect: { truncate_body: 1e6 }, response: cut(44), end: 'ended' },
  { effect: { malformed_json: true }, response: { ...success(json), body: `${real.slice(0, -1)},` } },
  {
    effect: { answer: [{ set: '$[0].name', to: 'x' }] },
    response: { ...success(json, 39), body: real.replace('models', 'x') },
  },
  {
    effect: { answer: [{ drop: '$.name' }] },
    response: { status: 200, headers: { ...served, ...json, ...length(44) }, body: real },
  },
  {
    effect: { garbage: true },
    response: { ...success(json, 256), body: expect.stringMatching(/^[^]{256}$/) as unknown },
  },
  { effect: { wrong_content_type: true }, response: { ...success(text), body: real } },
  {
    effect: { html_502: true },
    response: {
      status: 502,
      headers: { ...injected, ...html, ...length(173) },
      body: expect.stringMatching(page) as unknown,
    },
  },
  ...[1, 3, 44, 1000].map((chunks) => ({
    effect: { dribble: { chunks, interval_ms: 0 } },
    response: { status: 200, headers: { ...served, ...json, ...length(44) }, body: real },
  })),
]

const heads = {
  'keep-alive': { connection: 'keep-alive', 'keep-alive': 'timeout=75' },
  close: { connection: 'close' },
}

describe.each(['keep-alive', 'close'] as const)('over a connection with Connection: %s', (connection) => {
  test.each(cases)('$effect', async ({ effect, response: answer, end = 'kept' }) => {
    const { port, fault, defects } = await serve()
    await fault({ effect, when: { times: 1 } })
    expect(await talk(port, { path, connection })).toEqual({
      ...(answer && { ...answer, headers: { ...answer.headers, ...heads[connection] } }),
      end: connection === 'close' && end === 'kept' ? 'ended' : end,
    })
    const next = await talk(port, { path, connection })
    expect([next.status, next.body, next.headers?.['x-sim-basis']]).toEqual([200, real, 'assumed'])
    expect(defects).toEqual([])
  })

  test('garbage and malformed_json are no JSON, and the same seed gives the same garbage', async () => {
    const bodies: unknown[] = []
    for (const seed of ['one', 'one', 'two']) {
      const { port, fault } = await serve({ seed })
      await fault({ effect: { garbage: true } })
      bodies.push((await talk(port, { path, connection })).body)
    }
    for (const body of [...bodies, `${real.slice(0, -1)},`])
      expect(() => JSON.parse(String(body)) as unknown).toThrow(SyntaxError)
    expect([bodies[0] === bodies[1], bodies[0] === bodies[2]]).toEqual([true, false])
  })

  test('a body of 1 MB arrives up to the byte where it is cut', async () => {
    const { port, fault } = await serve()
    const name = 'n'.repeat(900_000)
    await fault({ match: { operation: 'templates.create' }, effect: { truncate_body: 800_000 } })
    const body = { name, image: 'library/ubuntu' }
    const heard = await talk(port, { method: 'POST', path: '/api/v0/template/', body, connection })
    expect([heard.status, heard.body?.length, heard.end]).toEqual([200, 800_000, 'ended'])
    expect(Number(heard.headers?.['content-length'])).toBeGreaterThan(900_000)
  })
})
