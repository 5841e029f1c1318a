import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { open, type Page, POLICY, views } from '../support/pages.ts'
import { endWhatTestsOpen, serve } from '../support/raw-socket.ts'

endWhatTestsOpen()

const TOKEN = 's3cret-token'
const guarded = (): Simulator => createSimulator({ controlToken: TOKEN })
const pages = ['', ...views.map((view) => `/${view}`), '/nothing', '/events']

const enter = (sim: Simulator, token: unknown, prefix = ''): Promise<Page> =>
  open(sim, `${prefix}/_sim/ui/session`, { method: 'POST', body: JSON.stringify({ token }) })

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
      ['POST', '/_sim/undo'],
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

test('with a token the page has nothing in it, and events and calls are for those who carry it', async () => {
  const sim = guarded()
  for (const headers of wrong) {
    for (const view of views) {
      const { status, html, headers: answered } = await open(sim, `/~other/_sim/ui/${view}`, { headers })
      expect({ status, policy: answered.get('content-security-policy') }).toEqual({ status: 200, policy: POLICY })
      expect(html).toBe((await open(createSimulator(), `/_sim/ui/${view}`)).html)
    }
    for (const path of ['ui/events', 'overview', 'journal', 'undo', 'sandboxes'])
      expect([path, (await open(sim, `/~other/_sim/${path}`, { headers })).status]).toEqual([path, 401])
  }
})

test.each(['', 'S3cret-token', `${TOKEN} `, 's3cret', null, 5, { token: TOKEN }])(
  'the token %j opens nothing',
  async (token) => {
    const { status, html, headers } = await enter(guarded(), token)
    expect({ status, cookie: headers.get('set-cookie') }).toEqual({ status: 401, cookie: null })
    expect(JSON.parse(html)).toEqual({
      error: 'unauthorized',
      msg: 'That is not the token this server was started with.',
    })
  },
)

test.each([
  ['no body', undefined],
  ['a form', `token=${TOKEN}`],
  ['a text', TOKEN],
])('%s is no way in', async (_, body) => {
  const { status, headers } = await open(guarded(), '/_sim/ui/session', { method: 'POST', body })
  expect({ status, cookie: headers.get('set-cookie') }).toEqual({ status: 400, cookie: null })
})

test('no more than 8 KiB is read of who signs in', async () => {
  const { status } = await enter(guarded(), TOKEN + ' '.repeat(9000))
  expect(status).toBe(413)
})

test('the token opens the calls, and leaves a cookie that no script and no other site can use', async () => {
  for (const prefix of ['', '/~other']) {
    const { status, html, headers } = await enter(guarded(), TOKEN, prefix)
    expect({ status, body: JSON.parse(html) as unknown }).toEqual({ status: 200, body: { signed_in: true } })
    const [value = '', ...rest] = (headers.get('set-cookie') ?? '').split('; ')
    expect(value).toMatch(/^rental_sim_session_default=[0-9a-f]{64}$/)
    expect(rest.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict'])
  }
})

test('a cookie ends with the server that gave it: the same token gives another one each time', async () => {
  const [before, after] = [guarded(), guarded()]
  const Cookie = await cookieOf(before)
  expect((await open(before, '/_sim/overview', { headers: { Cookie } })).status).toBe(200)
  expect((await open(after, '/_sim/overview', { headers: { Cookie } })).status).toBe(401)
  expect(await cookieOf(before)).toBe(Cookie)
  expect(await cookieOf(after)).not.toBe(Cookie)
})

test.each(['http://sim.test:8080', 'http://evil.test', 'null'])(
  'a page of %s that has the cookie sent along gets nowhere',
  async (Origin) => {
    const sim = guarded()
    const headers = { Cookie: await cookieOf(sim), Origin }
    for (const [method, path] of [
      ['POST', '/_sim/reset'],
      ['GET', '/_sim/journal'],
      ['GET', '/_sim/ui/events'],
    ] as const)
      expect([path, (await open(sim, path, { method, headers })).status]).toEqual([path, 401])
  },
)

test('a page on another port of localhost gets nowhere, cookie or not', async () => {
  const { url, port } = await serve({ controlToken: TOKEN })
  const neighbour = createServer()
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve))
  const Origin = `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}`
  neighbour.close()
  const entered = await fetch(`${url}/_sim/ui/session`, { method: 'POST', body: JSON.stringify({ token: TOKEN }) })
  const Cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const statusFrom = async (origin: string, path: string, method = 'GET') =>
    (await fetch(url + path, { method, headers: { Cookie, Origin: origin } })).status
  for (const [method, path] of [
    ['POST', '/_sim/reset'],
    ['GET', '/_sim/state'],
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
  const answers = [await enter(sim, TOKEN), await enter(sim, `${TOKEN}x`), await open(sim, '/_sim/ui/requests')]
  const calls = ['requests', 'bundle', 'har', 'state', 'findings', 'journal', 'journal/1', 'journal/2', 'overview']
  for (const path of calls) answers.push(await open(sim, `/_sim/${path}`, { headers: { Authorization } }))
  const session = Cookie.split('=')[1] ?? ''
  expect(session).not.toBe('')
  for (const [index, { html, headers }] of answers.entries()) {
    const told = `${html} ${JSON.stringify([...headers])}`
    expect(told).not.toContain(TOKEN)
    // Only the one who was let in is given the cookie.
    expect(told.includes(session)).toBe(index === 0)
  }
})
