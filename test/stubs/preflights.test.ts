import { describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { call } from '../support/steer.ts'

const ORIGIN = 'http://localhost:5173'

const preflight = ({ fetch }: Simulator, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(path, {
    method: 'OPTIONS',
    headers: { Origin: ORIGIN, 'Access-Control-Request-Method': 'PUT', ...headers },
  })

const stubFor = (match: object, status = 403) => ({ name: 'blocked', match, answer: { status } })

describe('a stub for OPTIONS answers preflights', () => {
  test.each([
    { title: 'at the path of an operation', path: '/api/v0/asks/7/', glob: '/api/v0/asks/*/' },
    { title: 'elsewhere', path: '/billing/7/invoices', glob: '/billing/**' },
    { title: 'in lower case', path: '/opt', glob: '/opt', method: 'options' },
  ])('$title, as an exchange', async ({ path, glob, method = 'OPTIONS' }) => {
    const sim = createSimulator()
    expect((await preflight(sim, path)).status).toBe(204)
    expect(await call(sim, 'POST', '/stubs', stubFor({ path: glob, method }))).toMatchObject({ status: 200 })
    const answer = await preflight(sim, path)
    expect([answer.status, answer.headers.get('x-sim-rules')]).toEqual([403, 'stub.blocked'])
    expect(sim.stubs.list()).toMatchObject([{ matched: 1 }])
    expect(sim.journal.list().map(({ request }) => `${request.method} ${request.path}`)).toEqual([`OPTIONS ${path}`])
    expect((await preflight(sim, '/api/v0/template/')).status).toBe(204)
  })

  test('of the origin that it names, with headers as it writes them', async () => {
    const sim = createSimulator()
    sim.stubs.add({
      name: 'other-origin',
      match: { path: '/api/**', method: 'OPTIONS', headers: { Origin: ORIGIN, 'X-Debug': { absent: true } } },
      answer: { status: 204, headers: { 'Access-Control-Allow-Origin': 'https://other.example' } },
    })
    const allowed = async (headers?: Record<string, string>) =>
      (await preflight(sim, '/api/v0/template/', headers)).headers.get('access-control-allow-origin')
    expect(await allowed()).toBe('https://other.example')
    expect(await allowed({ Origin: 'http://localhost:3000' })).toBe('http://localhost:3000')
    expect(await allowed({ 'X-Debug': '1' })).toBe(ORIGIN)
  })

  test('with the faults that are for it', async () => {
    const sim = createSimulator()
    sim.stubs.add({ name: 'preflights', match: { path: '/api/**', method: 'OPTIONS' }, answer: { status: 204 } })
    sim.faults.add({
      name: 'lost',
      match: { path: '/api/v0/asks/*/', method: 'OPTIONS' },
      effect: { reset: true },
    })
    await expect(preflight(sim, '/api/v0/asks/7/')).rejects.toThrow(TypeError)
    expect((await preflight(sim, '/api/v0/template/')).status).toBe(204)
  })

  test('and one for all methods, or with a body, answers none', async () => {
    const sim = createSimulator()
    sim.stubs.add({ name: 'all', match: { path: '/opt' }, answer: { status: 202 } })
    sim.stubs.add({ name: 'body', match: { path: '/opt', method: 'OPTIONS', body: { '$.a': 1 } }, answer: {} })
    expect((await preflight(sim, '/opt')).status).toBe(204)
    expect((await sim.fetch('/opt', { method: 'OPTIONS' })).status).toBe(202)
    expect((await sim.fetch('/opt', { method: 'PUT' })).status).toBe(202)
  })
})

/** What is said of a fault or a stub, beside a stub for all methods of /x. */
const add = async (kind: 'faults' | 'stubs', match: object) => {
  const written = kind === 'faults' ? { effect: { status: 500 } } : { answer: { status: 200 } }
  const sim = createSimulator()
  sim.stubs.add({ name: 'any', match: { path: '/x' }, answer: {} })
  return (await call(sim, 'POST', `/${kind}`, { name: 'a', match, ...written })).body['msg']
}

describe('a method that never meets a request is refused', () => {
  test.each(['faults', 'stubs'] as const)('by %s', async (kind) => {
    expect(await add(kind, { path: '/x', method: 'FOO' })).toBe(
      'match.method: is no method that servers read: the request gets 400 before anything is matched',
    )
    expect(await add(kind, { path: '/x', method: 'pacth' })).toBe(
      'match.method: is no method that servers read: the request gets 400 before anything is matched; did you mean "PATCH"?',
    )
    expect(await add(kind, { path: '/x', method: 'Connect' })).toBe(
      'match.method: is for proxies: the connection is closed before anything is matched',
    )
    for (const method of ['PROPFIND', 'QUERY', 'trace']) expect(await add(kind, { path: '/x', method })).toBeUndefined()
  })

  test.each(['/x', '/api/v0/template/'])('by a fault for OPTIONS of %s, without a stub for it', async (path) => {
    expect(await add('faults', { path, method: 'OPTIONS' })).toBe(
      'match: can match no operation: preflights are allowed without one, until a stub with the method OPTIONS answers them',
    )
  })
})
