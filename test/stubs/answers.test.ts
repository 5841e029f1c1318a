import { describe, expect, test } from 'vitest'
import { createSimulator, type Simulator, type StubDocument } from '../../src/index.ts'

const stub: StubDocument = {
  name: 'invoices',
  match: { method: 'GET', path: '/billing/*/invoices' },
  answer: { headers: { 'X-Page': '1' }, body: { invoices: [] } },
}

const withStub = (...stubs: readonly StubDocument[]): Simulator => {
  const sim = createSimulator({ clock: 'frozen' })
  for (const each of stubs) sim.stubs.add(each)
  return sim
}

const echo = (answer: object): Simulator => withStub({ name: 'echo', match: { path: '/things/**' }, answer })

interface Sent extends RequestInit {
  readonly path?: string
}

const ask = async ({ fetch }: Simulator, { path = '/billing/7/invoices', ...init }: Sent = {}) => {
  const response = await fetch(path, init)
  const text = await response.text()
  return {
    status: response.status,
    basis: response.headers.get('x-sim-basis'),
    rules: response.headers.get('x-sim-rules'),
    body: /^[[{]/.test(text) ? (JSON.parse(text) as unknown) : text,
  }
}

const stubbed = { status: 200, basis: 'injected', rules: 'stub.invoices', body: { invoices: [] } }
const unknown = expect.objectContaining({ status: 404, basis: 'assumed', rules: 'routing.unknown-path' }) as unknown

describe('a stub answers a path that no operation takes', () => {
  test('as it says, and as injected', async () => {
    const sim = withStub(stub)
    expect(await ask(sim)).toEqual(stubbed)
    expect((await sim.fetch('/billing/7/invoices')).headers.get('x-page')).toBe('1')
    expect(await ask(sim, { path: '/billing/7/8/invoices' })).toEqual(unknown)
    expect(await ask(sim, { method: 'POST' })).toEqual(unknown)
    expect(await ask(createSimulator())).toEqual(unknown)
  })

  test('HEAD as GET, without the body', async () => {
    const sim = withStub(stub)
    const response = await sim.fetch('/billing/7/invoices', { method: 'HEAD' })
    expect([response.status, response.headers.get('x-sim-rules'), await response.text()]).toEqual([
      200,
      'stub.invoices',
      '',
    ])
    sim.stubs.add({ ...stub, match: { ...stub.match, method: 'POST' } })
    expect((await sim.fetch('/billing/7/invoices', { method: 'HEAD' })).status).toBe(404)
  })

  test('another method of a path that an operation has, and not its own', async () => {
    const path = '/api/v0/instances/'
    const sim = withStub()
    const added = sim.stubs.add({ name: 'patched', match: { path }, answer: { body: 'patched' } })
    expect(added.yields_to).toEqual(['instances.list', 'instances.change-several', 'instances.destroy-several'])
    const headers = { Authorization: 'Bearer renter-key' }
    expect(await ask(sim, { path, method: 'PATCH' })).toMatchObject({ status: 200, rules: 'stub.patched' })
    expect((await ask(sim, { path, headers })).basis).not.toBe('injected')
    expect(sim.stubs.list()).toMatchObject([{ matched: 1 }])
  })

  test('in its own sandbox only', async () => {
    const sim = withStub(stub)
    sim.sandbox('other').stubs.add({ ...stub, name: 'others', match: { path: '/**' }, answer: { status: 204 } })
    expect(await ask(sim, { path: '/~other/billing/7/invoices' })).toMatchObject({ status: 204, rules: 'stub.others' })
    expect(await ask(sim)).toEqual(stubbed)
    expect(await ask(sim, { path: '/~third/billing/7/invoices' })).toEqual(unknown)
  })

  test('a page of another origin', async () => {
    const sim = withStub(stub)
    const headers = { Origin: 'http://app.test' }
    const response = await sim.fetch('/billing/7/invoices', { headers })
    expect(response.headers.get('access-control-allow-origin')).toBe('http://app.test')
    const asked = { ...headers, 'Access-Control-Request-Method': 'GET' }
    expect((await sim.fetch('/billing/7/invoices', { method: 'OPTIONS', headers: asked })).status).toBe(204)
    expect(sim.journal.list()).toHaveLength(1)
  })

  test('the first in order, where several match', async () => {
    const sim = withStub(stub, { name: 'all', match: { path: '/**' }, answer: { status: 418 } })
    expect(await ask(sim)).toEqual(stubbed)
    expect(await ask(sim, { path: '/other' })).toMatchObject({ status: 418, rules: 'stub.all' })
    expect(sim.stubs.list().map(({ name, matched }) => [name, matched])).toEqual([
      ['invoices', 1],
      ['all', 1],
    ])
  })

  test('over a socket as in process', async () => {
    const sim = withStub({ ...stub, match: { path: '/billing/**', body: { '$.id': 7 } } })
    const url = await sim.listen()
    const post = { method: 'POST', body: '{"id": 7}' }
    const response = await fetch(`${url}/billing/x`, post)
    expect([response.status, response.headers.get('x-sim-rules'), await response.json()]).toEqual([
      200,
      'stub.invoices',
      { invoices: [] },
    ])
    expect((await fetch(`${url}/billing/x`, { ...post, body: '{"id": 8}' })).status).toBe(404)
    expect((await fetch(`${url}/billing/x`, { ...post, body: `"${'x'.repeat(2 ** 20)}"` })).status).toBe(413)
    await sim.close()
  })
})

describe('a match on more than the path', () => {
  const match = {
    path: '/search',
    query: { page: '2' },
    headers: { 'X-Trace': 'one' },
    body: { '$.filter.name': 'a' },
  }
  const meets = {
    path: '/search?page=2',
    method: 'POST',
    headers: { 'x-trace': 'one' },
    body: '{"filter":{"name":"a"}}',
  }

  test('holds as a whole, and the journal says what was missed', async () => {
    const sim = withStub({ name: 's', match, answer: { status: 202 } })
    expect((await ask(sim, meets)).status).toBe(202)
    for (const other of [
      { path: '/search?page=3' },
      { headers: { 'x-trace': 'two' } },
      { body: '{"filter":{"name":"b"}}' },
      { body: 'no JSON' },
    ])
      expect((await ask(sim, { ...meets, ...other })).status).toBe(404)
    expect(sim.journal.list().map(({ near_misses: near }) => near)).toEqual([
      [],
      [{ stub: 's', missed: [{ criterion: 'query.page', expected: '2', actual: '3' }] }],
      [{ stub: 's', missed: [{ criterion: 'headers.X-Trace', expected: 'one', actual: 'two' }] }],
      [{ stub: 's', missed: [{ criterion: 'body.$.filter.name', expected: 'a', actual: 'b' }] }],
      [{ stub: 's', missed: [{ criterion: 'body.$.filter.name', expected: 'a', actual: [] }] }],
    ])
  })
})

describe('values of the request', () => {
  const asked = {
    path: '/things/7/parts?page=2&page=3',
    method: 'POST',
    headers: { 'X-Trace': 'one' },
    body: JSON.stringify({ id: 7, tags: ['a', 'b'], name: 'bolt', token: 'hunter22' }),
  }

  test('a text that is nothing else takes the value with its type', async () => {
    const body = {
      id: '$request{$.body.id}',
      tags: '$request{$.body.tags}',
      last: '$request{$.body.tags[-1]}',
      none: '$request{$.body.none}',
      segment: '$request{$.path[1]}',
      page: '$request{$.query.page}',
      trace: "$request{$.headers['x-trace']}",
      text: '$request{$.method} #$request{$.body.id} of $request{$.body.tags}, $request{$.body.none}.',
      plain: '$$request{$.body.id}',
    }
    expect((await ask(echo({ body }), asked)).body).toEqual({
      id: 7,
      tags: ['a', 'b'],
      last: 'b',
      none: null,
      segment: '7',
      page: '3',
      trace: 'one',
      text: 'POST #7 of ["a","b"], .',
      plain: '$request{$.body.id}',
    })
  })

  test('an answer with nothing but the text $request{ has that', async () => {
    expect((await ask(echo({ body: { plain: '$$request{$.body.id}' } }), asked)).body).toEqual({
      plain: '$request{$.body.id}',
    })
  })

  test('a text body and headers take them as text, in one line', async () => {
    const sim = echo({
      status: 201,
      headers: { Location: '/things/$request{$.body.id}', 'X-Name': '$request{$.body.name}' },
      body: 'made $request{$.body.name}',
    })
    const made = { ...asked, body: JSON.stringify({ id: 9, name: 'a\r\nSet-Cookie: b=c' }) }
    const { headers, status } = await sim.fetch(made.path, made)
    expect([status, headers.get('location'), headers.get('x-name'), headers.get('set-cookie')]).toEqual([
      201,
      '/things/9',
      'a?Set-Cookie: b=c',
      null,
    ])
  })

  test('a secret of the request is masked in them', async () => {
    const sim = echo({ body: { all: '$request{$.body}' } })
    const body = (await ask(sim, asked)).body
    expect(body).toMatchObject({ all: { id: 7, name: 'bolt' } })
    expect(JSON.stringify(body)).not.toContain('hunter22')
  })

  test('a part that is too large to be read is left out, and the answer says so', async () => {
    const sim = echo({ body: Array.from({ length: 50 }, () => '$request{$.body.name}') })
    const large = { ...asked, body: JSON.stringify({ name: 'x'.repeat(500_000) }) }
    const response = await sim.fetch(large.path, large)
    expect(response.headers.get('x-sim-hint')).toContain('too large')
    const values = (await response.json()) as unknown[]
    expect([values[0], values.at(-1)]).toEqual(['x'.repeat(500_000), null])
    expect((await sim.fetch('/things/7/parts?page=2', asked)).headers.get('x-sim-hint')).toBeNull()
  })

  test.each([
    { body: '{"n":9007199254740993}', number: '9007199254740993' },
    { body: '{"deep":[{"id":-18446744073709551615}]}', number: '-18446744073709551615' },
    { body: '{"n":1e400}', number: '1e400' },
  ])(
    'values of a body with a number that would be rounded are left out, and the answer says so: $body',
    async (sent) => {
      const sim = echo({ body: { n: '$request{$.body.n}', path: '$request{$.path[1]}' } })
      const response = await sim.fetch('/things/7', { ...asked, body: sent.body })
      expect(await response.json()).toEqual({ n: null, path: '7' })
      expect(response.headers.get('x-sim-hint')).toBe(
        `the body has the number ${sent.number}, which JavaScript cannot keep: write it as a text: the stub left values of it out of its answer`,
      )
      const others = echo({ body: '$request{$.path[1]}' })
      expect((await others.fetch('/things/7', { ...asked, body: sent.body })).headers.get('x-sim-hint')).toBeNull()
    },
  )

  test('headers that would be too long are left out', async () => {
    const sim = echo({ headers: { 'X-Name': '$request{$.body.name}', 'X-Other': 'kept' } })
    const long = { ...asked, body: JSON.stringify({ name: 'x'.repeat(10_000) }) }
    const { headers } = await sim.fetch(long.path, long)
    expect([headers.get('x-name'), headers.get('x-other')]).toEqual([null, 'kept'])
  })
})
