import { describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { call, LIST, RENTER, rows } from '../support/steer.ts'

const EVENT = '/events/1'

/** A fault and a stub that answer alike. */
async function written({ status = 200, ...answer }: { status?: number; headers?: object; body?: unknown }) {
  const sim = createSimulator({ fixture: rows, clock: 'frozen', rateLimit: { enabled: false } })
  const fault = { name: 'f', match: { operation: 'cloud-connections.list' }, effect: { status, ...answer } }
  const stub = { name: 's', match: { path: EVENT }, answer: { status, ...answer } }
  return { sim, faulted: await call(sim, 'POST', '/faults', fault), stubbed: await call(sim, 'POST', '/stubs', stub) }
}

type Ask = (path: string, headers?: Record<string, string>) => Promise<Response>

/** In process and over a socket. */
async function eachCarrier(sim: Simulator, check: (ask: Ask) => Promise<void>): Promise<void> {
  const url = await sim.listen()
  await check((path, headers) => sim.fetch(path, { headers: { ...RENTER.headers, ...headers } }))
  await check((path, headers) => fetch(`${url}${path}`, { headers: { ...RENTER.headers, ...headers } }))
  await sim.close()
}

describe('an answer that could not be sent as it is written is refused', () => {
  test.each([
    [{ headers: { 'X-A': 'ü' } }, 'headers.X-A: is not a header value: it has line breaks or letters beyond ASCII'],
    [{ headers: { 'X-A': '日本' }, body: 'b' }, 'headers.X-A: is not a header value'],
    [{ headers: { Link: '<a>', link: '<b>' } }, 'headers.link: is the header Link again: one of a name is sent'],
    [{ headers: { 'set-cookie': 'a', 'SET-COOKIE': 'b' } }, 'is the header set-cookie again'],
    [{ headers: { 'Set-Cookie': ['a=1', 'b=2\r\n'] } }, 'is not a header value'],
    [{ headers: { 'Set-Cookie': [] } }, 'headers.Set-Cookie'],
    [{ headers: { Link: ['<a>', '<b>'] } }, 'headers.Link: is a list, as only Set-Cookie may be: write one text'],
    [{ headers: { 'Set-Cookie': ['a'.repeat(5000), 'b'.repeat(5000)] } }, 'have more than 8192 bytes'],
    [{ status: 204, body: {} }, 'body: is never sent with status 204'],
    [{ status: 205, body: 'x' }, 'body: is never sent with status 205'],
    [{ status: 304, body: '' }, 'body: is never sent with status 304'],
    [{ status: 199, body: '' }, 'is not a final answer'],
    [
      { headers: { 'Content-Type': 'text/plain; charset=iso-8859-1' }, body: 'x' },
      'headers.Content-Type: names the charset iso-8859-1, but bodies are sent as UTF-8: write utf-8',
    ],
    [{ headers: { 'content-type': 'text/html;Charset="windows-1252"' }, body: 'x' }, 'names the charset windows-1252'],
  ])('%j', async (answer, msg) => {
    const { faulted, stubbed } = await written(answer)
    for (const refused of [faulted, stubbed])
      expect(refused).toMatchObject({ status: 400, body: { msg: expect.stringContaining(msg) as string } })
  })

  test.each([
    { headers: { 'X-A': "~ plain\tASCII's", Link: '<a>', Links: '<b>' } },
    { status: 204, headers: { 'Content-Type': 'text/plain; charset=iso-8859-1' } },
    { headers: { 'Content-Type': 'text/plain; charset=UTF-8' }, body: 'ü' },
    { headers: { 'Content-Type': 'text/plain; charset="us-ascii"' }, body: 'u' },
  ])('and %j is taken', async (answer) => {
    const { faulted, stubbed } = await written(answer)
    expect([faulted.status, stubbed.status]).toEqual([200, 200])
  })

  test.each<[effect: object, msg: string]>([
    [{ answer: [{ drop: '$' }] }, 'drop: is the whole answer, which leaves nothing to send'],
    [
      {
        answer: [
          { set: '$.a', to: 1 },
          { drop: '$', where: '$.method' },
        ],
      },
      'drop: is the whole answer',
    ],
    ...[204, 205, 304].map((status): [object, string] => [{ answer: [{ status }] }, 'status: is sent without a body']),
    [{ answer: [{ status: 199 }] }, 'expected number to be >=200'],
  ])('%j', async (effect, msg) => {
    const refused = await call(createSimulator(), 'POST', '/faults', { name: 'f', effect })
    expect(refused).toMatchObject({ status: 400, body: { msg: expect.stringContaining(msg) as string } })
    const later = await call(createSimulator(), 'POST', '/faults', { name: 'f', when: { sequence: [null, effect] } })
    expect(later).toMatchObject({ status: 400, body: { msg: expect.stringContaining(msg) as string } })
  })

  test('two names of a header in a match, which no request could have', async () => {
    const match = { headers: { 'X-A': '1', 'x-a': '2' } }
    const refused = await call(createSimulator(), 'POST', '/faults', { name: 'f', match, effect: { status: 500 } })
    expect(refused).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('x-a: is the header X-A again') },
    })
  })
})

test('headers are sent as they are named, also Date, and without one Date follows the clock', async () => {
  const headers = {
    Date: 'Thu, 02 Jan 2025 00:00:00 GMT',
    Server: 'billing',
    Allow: 'GET',
    'WWW-Authenticate': 'Basic',
  }
  const { sim } = await written({ status: 401, headers, body: {} })
  await eachCarrier(sim, async (ask) => {
    for (const path of [LIST, EVENT])
      expect(Object.fromEntries((await ask(path)).headers)).toMatchObject({
        date: headers.Date,
        server: 'billing',
        allow: 'GET',
        'www-authenticate': 'Basic',
      })
  })
  const plain = await written({ body: {} })
  expect((await plain.sim.fetch(EVENT)).headers.get('date')).toBe('Thu, 01 Jan 2026 00:00:00 GMT')
})

test.each([
  [['session=1; Path=/', 'theme=dark, wide; Expires=Thu, 01 Jan 2026 00:00:00 GMT'], 201],
  [['only=one'], 204],
])('several cookies are a line each: %j', async (cookies, status) => {
  const { sim, faulted, stubbed } = await written({ status, headers: { 'set-cookie': cookies, 'X-Trace': 'a' } })
  expect([faulted.body, stubbed.body].map((body) => JSON.stringify(body).includes('only=one'))).toEqual([false, false])
  await eachCarrier(sim, async (ask) => {
    for (const path of [LIST, EVENT]) {
      const { headers } = await ask(path)
      expect([headers.getSetCookie(), headers.get('x-trace')]).toEqual([cookies, 'a'])
    }
  })
  const plain = await written({ status, headers: { 'X-Trace': 'a' } })
  await eachCarrier(plain.sim, async (ask) => expect((await ask(EVENT)).headers.getSetCookie()).toEqual([]))
})

test('values of the request are filled into each cookie of a list, and the journal shows none', async () => {
  const cookies = ['at=$request{$.path[1]}', 'by=$request{$.method}; HttpOnly']
  const { sim } = await written({ headers: { 'Set-Cookie': cookies } })
  expect((await sim.fetch(EVENT)).headers.getSetCookie()).toEqual(['at=1', 'by=GET; HttpOnly'])
  expect(JSON.stringify([sim.journal.list(), sim.stubs.list(), sim.faults.list()])).not.toMatch(/HttpOnly/)
})

test.each([
  [{}, '0', null],
  [{ body: '' }, '0', null],
  [{ status: 205 }, '0', null],
  [{ status: 204 }, null, null],
  [{ status: 304, headers: { ETag: '"a"' } }, null, null],
  [{ headers: { 'Content-Type': 'text/csv' } }, '0', 'text/csv'],
  [{ body: 'ü' }, '2', 'text/plain; charset=utf-8'],
  [{ body: null }, '4', 'application/json'],
])('%j has the length %s and the type %s', async (answer, length, type) => {
  const { sim } = await written(answer)
  await eachCarrier(sim, async (ask) => {
    for (const path of [LIST, EVENT]) {
      const { headers } = await ask(path)
      const sent = ['content-length', 'content-type', 'transfer-encoding'].map((name) => headers.get(name))
      expect(sent).toEqual([length, type, null])
    }
  })
})

const guard = ({ headers }: Response) =>
  ['content-security-policy', 'x-content-type-options'].map((name) => headers.get(name))

describe('a page that a stub or a fault wrote runs no script of this origin', () => {
  const page = { headers: { 'Content-Type': 'text/html' }, body: '<script>steal()</script>' }
  const shield = ['sandbox', 'nosniff']
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

  test.each<[headers: Record<string, string>, expected: readonly (string | null)[]]>([
    ...['document', 'iframe', 'frame', 'embed', 'object'].map((dest): [Record<string, string>, string[]] => [
      { 'sec-fetch-dest': dest },
      shield,
    ]),
    [{ accept }, shield],
    [{ accept: '*/*', 'user-agent': 'Mozilla/5.0 (X11) Firefox/150' }, shield],
    [{ accept: '*/*' }, [null, null]],
    [{ accept: 'application/json', 'user-agent': 'python-requests/2.32' }, [null, null]],
    [{ 'sec-fetch-dest': 'empty', accept, 'user-agent': 'Mozilla/5.0' }, [null, null]],
    [{ 'sec-fetch-dest': 'image', accept }, [null, null]],
  ])('%j', async (headers, expected) => {
    const { sim } = await written(page)
    sim.stubs.add({
      name: 'svg',
      match: { path: '/a.svg' },
      answer: { headers: { 'content-type': 'image/svg+xml' }, body: '<svg/>' },
    })
    await eachCarrier(sim, async (ask) => {
      for (const path of [LIST, EVENT, '/a.svg'])
        expect([path, guard(await ask(path, headers))]).toEqual([path, expected])
    })
  })

  test.each([
    { html_502: true },
    { wrong_content_type: true },
    { garbage: true },
    { malformed_json: true },
    { answer: [{ set: '$', to: '<script>' }] },
    { truncate_body: 4 },
  ])('nor one that the effect %j makes', async (effect) => {
    const sim = createSimulator({ fixture: rows, rateLimit: { enabled: false } })
    sim.faults.add({ name: 'f', effect } as never)
    expect(guard(await sim.fetch(LIST, { headers: { ...RENTER.headers, accept } }))).toEqual(shield)
    sim.faults.clear()
    expect(guard(await sim.fetch(LIST, { headers: { ...RENTER.headers, accept } }))).toEqual([null, null])
  })

  test('a policy that it names itself holds too, and only once when a fault spoils it', async () => {
    const headers = { ...page.headers, 'Content-Security-Policy': "default-src 'self'" }
    const { sim } = await written({ ...page, headers })
    expect(guard(await sim.fetch(EVENT, { headers: { accept } }))).toEqual(["default-src 'self', sandbox", 'nosniff'])
    const { sim: other } = await written(page)
    other.faults.add({ name: 'spoiled', match: { path: EVENT }, effect: { malformed_json: true } })
    expect(guard(await other.fetch(EVENT, { headers: { accept } }))).toEqual(shield)
  })

  test('pages of the simulator keep their own policy', async () => {
    const { sim } = await written(page)
    for (const path of ['/docs', '/_sim/ui'])
      expect((await sim.fetch(path, { headers: { accept } })).headers.get('content-security-policy')).toContain(
        "script-src 'self'",
      )
  })
})

describe('secrets that a fault writes are masked wherever it is shown', () => {
  const effects = {
    status: { status: 200, headers: { 'X-Auth-Token': 'hunter22a' }, body: { password: 'hunter22b', plan: 'shown' } },
    text: { status: 200, body: '{"api_key":"hunter22c","plan":"shown"}' },
    add: { answer: [{ add: '$[*]', fields: { access_token: 'hunter22d', plan: 'shown' } }] },
    set: {
      answer: [
        { add: '$[0]', fields: { client_secret: '' } },
        { set: '$[0].client_secret', to: 'hunter22e' },
        { add: '$[0]', fields: { plan: 'shown' } },
      ],
    },
    request: {
      request: [
        { set: '$.body.docker_login_pass', to: 'hunter22f' },
        { set: '$.body.plan', to: 'shown' },
      ],
    },
  }

  test.each(Object.entries(effects))('%s', async (_, effect) => {
    const sim = createSimulator({ fixture: rows, rateLimit: { enabled: false } })
    const added = await call(sim, 'POST', '/faults', { name: 'f', effect })
    const headers = { ...RENTER.headers, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'n', image: 'i' })
    const sent = 'request' in effect ? { method: 'POST', headers, body } : RENTER
    const response = await sim.fetch('request' in effect ? '/api/v0/template/' : LIST, sent)
    const got = JSON.stringify([await response.text(), [...response.headers]])
    expect('request' in effect || /hunter22[a-f]/.test(got)).toBe(true)
    const views = ['/faults', '/requests', '/requests/1', '/bundle']
    const shown = [added, sim.faults.list(), ...(await Promise.all(views.map((view) => call(sim, 'GET', view))))]
    for (const page of ['/_sim/ui/faults', '/_sim/ui/journal', '/_sim/ui/journal?exchange=1'])
      shown.push((await (await sim.fetch(page)).text()) as never)
    for (const each of shown) expect(JSON.stringify(each)).not.toContain('hunter22')
    expect(JSON.stringify(shown[0])).toContain('shown')
  })

  test('a near miss shows none of its match', async () => {
    const sim = createSimulator({ fixture: rows })
    const match = { method: 'POST', body: { '$.env': { password: 'hunter22' } } }
    sim.faults.add({ name: 'f', match, effect: { status: 500 } })
    const headers = { ...RENTER.headers, 'content-type': 'application/json' }
    await sim.fetch('/api/v0/template/', { method: 'POST', headers, body: '{"env":{}}' })
    const [exchange] = sim.journal.list()
    expect(exchange?.near_misses).toMatchObject([{ missed: [{ expected: { password: expect.any(String) } }] }])
    expect(JSON.stringify([exchange, sim.faults.list()])).not.toContain('hunter22')
  })
})

describe('an effect that changed nothing has not fired', () => {
  const many = Array.from({ length: 40 }, () => ({ repeat: '$[*]', with: {} }))
  const hint = 'fault f: the answer is too large to be changed'

  test.each([
    [{ answer: many }, hint, 0],
    [{ answer: [{ drop: '$.nothing' }] }, null, 0],
    [{ answer: [{ empty: '$', where: '$.query.page' }] }, null, 0],
    [{ answer: many, latency_ms: 1 }, hint, 1],
    [{ answer: [{ empty: '$' }] }, null, 1],
  ])('%j', async (effect, expectedHint, fired) => {
    const sim = createSimulator({ fixture: rows, clock: 'frozen' })
    sim.faults.add({ name: 'f', effect, must_fire: true })
    const asked = sim.fetch(LIST, RENTER)
    await sim.clock.advance(1)
    expect((await asked).headers.get('x-sim-hint')).toBe(expectedHint)
    expect(sim.faults.list()).toMatchObject([{ matched: 1, fired }])
    expect(sim.findings().map(({ kind }) => kind)).toEqual(fired === 0 ? ['fault-never-fired'] : [])
    expect(sim.journal.list()[0]?.hint).toBe(expectedHint)
  })

  test('nor one that spoils a body, where the answer of a stub has none', async () => {
    for (const effect of [
      { truncate_body: 0.5 },
      { malformed_json: true },
      { dribble: { chunks: 2, interval_ms: 0 } },
    ]) {
      const { sim } = await written({ status: 204 })
      await call(sim, 'POST', '/faults', { name: 'spoiling', match: { path: EVENT }, effect })
      await eachCarrier(sim, async (ask) => expect((await ask(EVENT)).status).toBe(204))
      expect(sim.faults.list()[1]).toMatchObject({ matched: 2, fired: 0 })
    }
  })
})
