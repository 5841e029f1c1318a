import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { attributes, open, type Page, POLICY, views } from '../support/pages.ts'
import { endWhatTestsOpen, serve } from '../support/raw-socket.ts'

endWhatTestsOpen()

const TOKEN = 's3cret-token'
const guarded = (): Simulator => createSimulator({ controlToken: TOKEN })
const pages = ['', ...views.map((view) => `/${view}`), '/nothing', '/events']

const enter = (sim: Simulator, token: string, headers: HeadersInit = {}, prefix = ''): Promise<Page> =>
  open(sim, `${prefix}/_sim/ui/session`, { method: 'POST', body: new URLSearchParams({ token }), headers })

/** The cookie of somebody who is in. */
async function cookieOf(sim: Simulator): Promise<string> {
  const { headers } = await enter(sim, TOKEN)
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}

test.each(['http://evil.test', 'http://sim.test:8080', 'null'])(
  'without a token no page, event or call is for a page of %s',
  async (Origin) => {
    const sim = createSimulator()
    for (const page of pages) {
      const { status, html, headers } = await open(sim, `/_sim/ui${page}`, { headers: { Origin } })
      expect({ page, status, html }).toEqual({
        page,
        status: 403,
        html: `a page of ${Origin} may not steer this simulator; call it from its own origin or without a browser, or allow that origin with --allowed-origin`,
      })
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
    for (const [method, path] of [
      ['PATCH', '/_sim/state/instances/31'],
      ['DELETE', '/_sim/state/instances/31'],
      ['POST', '/_sim/reset'],
    ] as const) {
      expect((await open(sim, path, { method, headers: { Origin } })).status).toBe(401)
    }
    expect(sim.exportState()).toEqual(createSimulator().exportState())
  },
)

test('without a token its own origin sees all, and there is nothing to enter', async () => {
  const sim = createSimulator()
  for (const view of views)
    expect((await open(sim, `/_sim/ui/${view}`, { headers: { Origin: 'http://sim.test' } })).status).toBe(200)
  for (const token of ['', 'undefined', TOKEN]) {
    const { status, headers } = await enter(sim, token)
    expect({ status, cookie: headers.get('set-cookie') }).toEqual({ status: 401, cookie: null })
  }
})

const wrong: readonly Record<string, string>[] = [
  {},
  { Authorization: 'Bearer wrong' },
  { Cookie: 'rental_sim_session_default=wrong' },
]

test('with a token every page is the sign-in page, for those who do not carry it', async () => {
  const sim = guarded()
  for (const page of pages) {
    for (const headers of wrong) {
      const { status, html, headers: answered } = await open(sim, `/~other/_sim/ui${page}`, { headers })
      expect({ page, status, policy: answered.get('content-security-policy') }).toEqual({
        page,
        status: 401,
        policy: POLICY,
      })
      expect(html).toContain(`<form method="post" action="${page === '' ? 'ui/' : ''}session">`)
      expect(html).toContain('name="token" type="password"')
      expect(html).not.toContain('Journal')
    }
    expect((await open(sim, `/_sim/ui${page}`, { method: 'HEAD' })).status).toBe(401)
  }
  for (const file of ['script.js', 'style.css']) expect((await open(sim, `/_sim/ui/${file}`)).status).toBe(200)
})

test.each(['', 'S3cret-token', `${TOKEN} `, 's3cret'])('the token "%s" opens nothing', async (token) => {
  const { status, html, headers } = await enter(guarded(), token)
  expect({ status, cookie: headers.get('set-cookie') }).toEqual({ status: 401, cookie: null })
  expect(html).toContain('<p role="alert">That is not the token this server was started with.</p>')
})

test.each([
  ['no body', undefined],
  ['JSON', JSON.stringify({ token: TOKEN })],
  ['a form of parts', `--x\r\nContent-Disposition: form-data; name="token"\r\n\r\n${TOKEN}\r\n--x--\r\n`],
])('%s is no way in', async (_, body) => {
  for (const type of ['application/json', 'multipart/form-data', 'multipart/form-data; boundary=x', 'text/plain']) {
    const { status, headers } = await open(guarded(), '/_sim/ui/session', {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    })
    expect({ type, status, cookie: headers.get('set-cookie') }).toEqual({ type, status: 400, cookie: null })
  }
})

test('no more than 8 KiB of a form is read', async () => {
  const enterWith = (page: string) =>
    open(guarded(), '/_sim/ui/session', { method: 'POST', body: new URLSearchParams({ token: TOKEN, page }) })
  expect((await enterWith('x'.repeat(8000))).status).toBe(303)
  const { status, html, headers } = await enterWith('x'.repeat(8200))
  expect({ status, html, cookie: headers.get('set-cookie') }).toEqual({
    status: 413,
    html: 'the body has over 8192 bytes',
    cookie: null,
  })
  let taken = 0
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      taken += 65_536
      controller.enqueue(new Uint8Array(65_536))
    },
  })
  const flood = new Request('http://sim.test/_sim/ui/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: endless,
    duplex: 'half',
  } as RequestInit)
  expect((await guarded().fetch(flood)).status).toBe(413)
  expect(taken).toBeLessThan(20 * 1024 * 1024)
})

test('a cookie ends with the server that gave it: the same token gives another one each time', async () => {
  const [before, after] = [guarded(), guarded()]
  const Cookie = await cookieOf(before)
  expect((await open(before, '/_sim/ui/state', { headers: { Cookie } })).status).toBe(200)
  expect((await open(after, '/_sim/ui/state', { headers: { Cookie } })).status).toBe(401)
  expect(await cookieOf(before)).toBe(Cookie)
  expect(await cookieOf(after)).not.toBe(Cookie)
})

test('the token opens the journal, and leaves a cookie that no script and no other site can use', async () => {
  for (const prefix of ['', '/~other']) {
    const { status, html, headers } = await enter(guarded(), TOKEN, {}, prefix)
    expect({ status, html, location: headers.get('location') }).toEqual({
      status: 303,
      html: '',
      location: 'journal',
    })
    const [value = '', ...rest] = (headers.get('set-cookie') ?? '').split('; ')
    expect(value).toMatch(/^rental_sim_session_default=[0-9a-f]{64}$/)
    expect(rest.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict'])
  }
})

test.each([
  ['state?collection=offers&page=3', 'state?collection=offers&page=3'],
  ['state?a=\r\nX-Other: b', 'state?a=X-Other:%20b'],
  ['', 'journal'],
  ['events', 'journal'],
  ['../../~other/_sim/ui/state', 'journal'],
  ['//evil.test/state', 'state'],
  ['https://evil.test/state', 'state'],
  ['javascript:alert(1)', 'journal'],
  ['../../evil', 'journal'],
  ['http://[', 'journal'],
])('whoever asked for %s is led to %s, even after a wrong token', async (page, location) => {
  const sim = guarded()
  const say = (token: string) =>
    open(sim, '/_sim/ui/session', { method: 'POST', body: new URLSearchParams({ token, page }) })
  expect(attributes((await say('wrong')).html, 'value')).toContain(page)
  expect((await say(TOKEN)).headers.get('location')).toBe(location)
})

test('the sign-in page remembers which page was asked for', async () => {
  const { html } = await open(guarded(), '/~other/_sim/ui/clock?x=1')
  expect(html).toContain('name="page" value="clock?x=1"')
})

test('two guarded servers on one host leave each other alone', async () => {
  const servers = [await serve({ controlToken: TOKEN }), await serve({ controlToken: 'another' })] as const
  const cookies: string[] = []
  for (const [{ url }, token] of [
    [servers[0], TOKEN],
    [servers[1], 'another'],
  ] as const) {
    const body = new URLSearchParams({ token })
    const { headers } = await fetch(`${url}/_sim/ui/session`, { method: 'POST', body, redirect: 'manual' })
    cookies.push(headers.get('set-cookie')?.split(';')[0] ?? '')
  }
  expect(new Set(cookies.map((cookie) => cookie.split('=')[0])).size).toBe(2)
  const Cookie = cookies.join('; ')
  for (const { url } of servers) expect((await fetch(`${url}/_sim/ui/state`, { headers: { Cookie } })).status).toBe(200)
})

test('the cookie opens pages and control calls, and so does the token itself', async () => {
  const sim = guarded()
  const carriers: readonly Record<string, string>[] = [
    { Cookie: await cookieOf(sim) },
    { Authorization: `Bearer ${TOKEN}` },
  ]
  for (const headers of carriers) {
    for (const view of views) expect((await open(sim, `/_sim/ui/${view}`, { headers })).status).toBe(200)
    const call = { method: 'POST', body: '{"seconds": 1}', headers: { ...headers, Origin: 'http://sim.test' } }
    expect((await open(sim, '/_sim/clock/advance', call)).status).toBe(200)
    expect((await open(sim, '/~other/_sim/state', { headers })).status).toBe(200)
  }
})

test.each(['http://sim.test:8080', 'http://evil.test', 'https://sim.test', 'null'])(
  'a page of %s that has the cookie sent along gets nowhere',
  async (Origin) => {
    const sim = guarded()
    const headers = { Cookie: await cookieOf(sim), Origin }
    // An origin is scheme, host and port; behind a proxy that ends TLS, only host and port are known here.
    const isOwn = new URL(Origin === 'null' ? 'none://none' : Origin).host === 'sim.test'
    const [page, call] = isOwn ? [200, 200] : [401, 401]
    for (const view of views) expect((await open(sim, `/_sim/ui/${view}`, { headers })).status).toBe(page)
    expect((await open(sim, '/_sim/reset', { method: 'POST', headers })).status).toBe(call)
    expect((await open(sim, '/_sim/ui/journal', { method: 'POST', headers })).status).toBe(isOwn ? 404 : 401)
  },
)

test('a page on another port of localhost gets nowhere, cookie or not', async () => {
  const { url, port } = await serve({ controlToken: TOKEN })
  const neighbour = createServer()
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve))
  const Origin = `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}`
  neighbour.close()
  const entered = await fetch(`${url}/_sim/ui/session`, {
    method: 'POST',
    body: new URLSearchParams({ token: TOKEN }),
    redirect: 'manual',
  })
  const Cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const statusFrom = async (origin: string, path: string, method = 'GET') =>
    (await fetch(url + path, { method, headers: { Cookie, Origin: origin } })).status
  for (const [method, path] of [
    ['POST', '/_sim/reset'],
    ['GET', '/_sim/state'],
    ['GET', '/_sim/ui/journal'],
  ] as const) {
    expect(await statusFrom(Origin, path, method)).toBe(401)
    expect(await statusFrom(`http://127.0.0.1:${port}`, path, method)).toBe(200)
  }
})

test('the token is in no answer and in no record', async () => {
  const sim = guarded()
  const Authorization = `Bearer ${TOKEN}`
  const Cookie = await cookieOf(sim)
  const carriers: readonly Record<string, string>[] = [{ Authorization }, { Cookie }, { 'X-Control-Token': TOKEN }]
  for (const headers of carriers) await open(sim, `/api/v0/template/?token=${TOKEN}`, { headers })
  const answers = [
    await enter(sim, TOKEN),
    await enter(sim, `${TOKEN}x`),
    await open(sim, '/_sim/ui/journal'),
    await open(sim, '/_sim/clock', { headers: { Authorization: `Bearer ${TOKEN}x` } }),
  ]
  const calls = ['requests', 'bundle', 'state', 'findings', 'health', 'openapi.json', 'coverage', 'sandboxes']
  for (const path of [...calls, ...views.map((view) => `ui/${view}`), 'ui/journal?exchange=1', 'ui/journal?exchange=2'])
    answers.push(await open(sim, `/_sim/${path}`, { headers: { Authorization } }))
  const session = Cookie.split('=')[1] ?? ''
  expect(session).not.toBe('')
  for (const [index, { html, headers }] of answers.entries()) {
    const told = `${html} ${JSON.stringify([...headers])}`
    expect(told).not.toContain(TOKEN)
    // Only the one who was let in is given the cookie.
    expect(told.includes(session)).toBe(index === 0)
  }
})
