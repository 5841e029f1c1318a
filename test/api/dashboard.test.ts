import { expect, test } from 'vitest'
import { createSimulator as createInBrowser } from '../../src/browser.ts'
import { createSimulator } from '../../src/index.ts'
import { attributes, open, POLICY, views } from '../support/pages.ts'

const HTML = 'text/html; charset=UTF-8'
const paths = views.map((view) => `/_sim/ui/${view}`)

test.each(paths.flatMap((path) => ['', '/~other'].map((prefix) => prefix + path)))(
  '%s is a page that lets nothing from elsewhere in',
  async (path) => {
    const sim = createSimulator()
    await sim.sandbox('other').clock.advance(0)
    const { status, type, html, headers } = await open(sim, path)
    expect({ status, type }).toEqual({ status: 200, type: HTML })
    expect(html).toMatch(/^<!doctype html><html lang="en"/)
    expect(html.match(/<h1>/g)).toHaveLength(1)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': POLICY,
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    })
  },
)

test('nothing in a page is a script or a style of its own', async () => {
  for (const view of views) {
    const { html } = await open(createSimulator(), `/_sim/ui/${view}`)
    expect(html.match(/<script[^>]*>[^<]*<\/script>/g)).toEqual([
      '<script type="module" blocking="render" src="script.js"></script>',
    ])
    expect(html).not.toMatch(/<style| style="| on[a-z]+="|javascript:/)
  }
})

test.each([
  ['script.js', 'text/javascript; charset=utf-8', 'EventSource'],
  ['style.css', 'text/css; charset=utf-8', 'body'],
])('%s is sent as what it is', async (file, type, mention) => {
  const { html, headers, ...answer } = await open(createSimulator(), `/~other/_sim/ui/${file}`)
  expect(answer).toEqual({ status: 200, type })
  expect(html).toContain(mention)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test.each(['_sim/ui/script.js', '_sim/ui/style.css'])('whoever has %s already is not sent it again', async (file) => {
  const sim = createSimulator()
  const first = await open(sim, `/${file}`)
  const headers = { 'If-None-Match': first.headers.get('etag') ?? '' }
  const { status, html } = await open(sim, `/~other/${file}`, { headers })
  expect({ first: first.status, status, html }).toEqual({ first: 200, status: 304, html: '' })
  expect((await open(sim, `/${file}`, { headers: { 'If-None-Match': '"another"' } })).status).toBe(200)
})

test.each(['/_sim/ui/nothing', '/_sim/ui/journal/1', '/~other/_sim/ui/Journal'])(
  '%s is not a page, and says so with a way back',
  async (path) => {
    const { status, type, html, headers } = await open(createSimulator(), path)
    expect({ status, type, policy: headers.get('content-security-policy') }).toEqual({
      status: 404,
      type: HTML,
      policy: POLICY,
    })
    expect(html).toContain('There is no such page.')
    const page = `http://sim.test${path}`
    const back = `http://sim.test${path.startsWith('/~') ? '/~other' : ''}/_sim/ui/journal`
    expect(attributes(html, 'href').map((link) => new URL(link, page).href)).toContain(back)
  },
)

test.each([
  ['POST', '/_sim/ui/journal', 404, HTML],
  ['PUT', '/_sim/ui/journal', 404, 'application/json'],
  ['DELETE', '/_sim/ui', 404, 'application/json'],
])('%s %s does nothing', async (method, path, status, type) => {
  const answer = await open(createSimulator(), path, { method })
  expect({ status: answer.status, type: answer.type }).toEqual({ status, type })
})

test('a HEAD has the headers of the page and no body', async () => {
  for (const path of [...paths, '/_sim/ui/script.js', '/_sim/ui/events']) {
    const sim = createSimulator()
    const { status, html, headers } = await open(sim, path, { method: 'HEAD' })
    expect({ path, status, html }).toEqual({ path, status: 200, html: '' })
    expect(headers.get('content-security-policy')).toBe(POLICY)
  }
  expect((await open(createSimulator(), '/_sim/ui/nothing', { method: 'HEAD' })).status).toBe(404)
})

test('every link and form of a sandbox leads back into it', async () => {
  const sim = createSimulator()
  for (let sent = 0; sent < 120; sent += 1) await open(sim, '/~name/api/v0/nowhere')
  const queries = ['', '?exchange=7', '?before=50&status=404&text=a', '?row=31', '?collection=offers&row=12345678']
  for (const view of views) {
    for (const query of queries) {
      const { html } = await open(sim, `/~name/_sim/ui/${view}${query}`)
      const links = [...attributes(html, 'href'), ...attributes(html, 'src'), ...attributes(html, 'action')]
        .filter((link) => !link.startsWith('data:'))
        .map((link) => new URL(link, `http://sim.test/~name/_sim/ui/${view}`).pathname)
      const astray = links.filter(
        (link) => !/^\/~name\/(_sim\/ui\/|_sim\/(state|badge\/coverage.svg)$|docs$)/.test(link),
      )
      expect({ view, query, astray }).toEqual({ view, query, astray: [] })
      expect(attributes(html, 'data-call').filter((call) => !/^(GET|POST|PUT|PATCH|DELETE) \w/.test(call))).toEqual([])
    }
  }
})

test('a sandbox that a header names is shown too', async () => {
  const sim = createSimulator()
  await sim.sandbox('named').clock.freeze('2040-01-01T00:00:00Z')
  const { html } = await open(sim, '/_sim/ui/clock', { headers: { 'X-Sim-Sandbox': 'named' } })
  expect(html).toContain('<title>Clock · named · rental-sim</title>')
})

/** The exchanges of a page. */
const numbers = (html: string) => [...html.matchAll(/<tr id="exchange-(\d+)"/g)].map(([, id]) => Number(id))

test('older pages of a journal are linked to, with the criteria that hold', async () => {
  const sim = createSimulator()
  for (let sent = 0; sent < 230; sent += 1) await open(sim, '/nowhere')
  const visited: string[] = []
  const pages: (readonly number[])[] = []
  for (let path: string | undefined = 'journal?status=404'; path !== undefined && pages.length < 4;) {
    const { html } = await open(sim, `/_sim/ui/${path}`)
    visited.push(path)
    pages.push(numbers(html))
    path = attributes(html, 'href').find((link) => /before=\d+$/.test(link))
  }
  expect(visited.slice(1)).toEqual(['journal?q=status%3A404&before=131', 'journal?q=status%3A404&before=31'])
  expect(pages.map((page) => [page[0], page.at(-1), page.length])).toEqual([
    [131, 230, 100],
    [31, 130, 100],
    [1, 30, 30],
  ])
})

test('looking leaves no exchange and changes nothing', async () => {
  const sim = createSimulator({ clock: 'frozen' })
  const before = sim.exportState()
  for (const path of paths) await open(sim, path)
  expect({ exchanges: sim.journal.list(), state: sim.exportState() }).toEqual({ exchanges: [], state: before })
})

test('in a browser there is no dashboard', async () => {
  const sim = createInBrowser()
  for (const path of ['/_sim/ui', '/_sim/ui/journal', '/~other/_sim/ui/script.js', '/_sim/ui/events']) {
    const { status, html } = await open(sim, path)
    expect({ status, body: JSON.parse(html) as unknown }).toMatchObject({
      status: 404,
      body: { error: 'not_found', msg: expect.stringMatching(/^there is no control call GET /) as unknown },
    })
  }
})
