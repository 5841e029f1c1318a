import { type IncomingHttpHeaders, request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { attributes } from '../support/pages.ts'
import { endWhatTestsStart, run, serve } from '../support/run-cli.ts'
import { serve as serveProcess } from '../support/spawn-cli.ts'

endWhatTestsStart()

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Asks as a proxy does: `fetch` sets no Host header. */
const through =
  (url: string) =>
  (path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { port, hostname } = new URL(url)
      const asked = request({ host: hostname, port, path, method, headers }, (answer) => {
        let text = ''
        answer.on('data', (part: Buffer) => (text += part.toString()))
        answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body: text }))
      })
      asked.on('error', reject).end(body)
    })

const BROWSER = { Accept: 'text/html' }
const serversIn = ({ body }: Answer) =>
  (JSON.parse(body) as { servers: { url: string }[] }).servers.map(({ url }) => url)

describe('below the path of a proxy', () => {
  test.each([
    ['that --base-path names and the proxy passes on', serveProcess, ['--base-path', '/tools/sim/'], '/tools/sim', {}],
    ['that --base-path names and the proxy cuts off', serve, ['--base-path', '/tools/sim'], '', {}],
    ['that the proxy cuts off and tells', serve, [], '', { 'X-Forwarded-Prefix': '/tools/sim' }],
  ] as const)('%s, every link and description has it', async (_, begin, args, path, headers) => {
    const { url } = await begin(args)
    const ask = through(url)
    expect((await ask(`${path}/api/v0/template/`, { ...headers, Authorization: 'Bearer renter-key' })).status).toBe(200)
    for (const prefix of ['', '/~other']) {
      const dashboard = await ask(`${path}${prefix}/`, { ...headers, ...BROWSER })
      expect([dashboard.status, dashboard.headers.location]).toEqual([302, `/tools/sim${prefix}/_sim/ui`])
      const docs = await ask(`${path}${prefix}/docs/templates.list`, headers)
      const links = [...attributes(docs.body, 'href'), ...attributes(docs.body, 'src')]
      expect(links.filter((link) => link.startsWith('/') || /^https?:/.test(link))).toEqual([])
      expect(serversIn(await ask(`${path}${prefix}/openapi.json`, headers))).toEqual([`/tools/sim${prefix}`])
    }
    expect(serversIn(await ask(`${path}/_sim/openapi.json`, headers))).toEqual(['/tools/sim', '/tools/sim/~{sandbox}'])
    const { curl } = JSON.parse((await ask(`${path}/_sim/journal/1`, headers)).body) as { curl: string }
    expect(curl).toContain(`http://${new URL(url).host}/tools/sim/api/v0/template/`)
    const page = await ask(`${path}/_sim/ui/requests`, headers)
    expect(
      [...attributes(page.body, 'href'), ...attributes(page.body, 'src')].filter((link) => /^\/[^/]/.test(link)),
    ).toEqual([])
  })

  test('which is part of the printed URL, and where clients may ask too', async () => {
    const { url } = await serve(['--base-path', '/tools/sim'])
    expect(new URL(url).pathname).toBe('/tools/sim')
    expect((await fetch(`${url}/_sim/health`)).status).toBe(200)
    expect(await run(['health', '--url', url])).toMatchObject({ code: 0 })
    const ask = through(url)
    expect((await ask('/tools/sim', BROWSER)).headers.location).toBe('/tools/sim/_sim/ui')
    expect((await ask('/tools/simulator/_sim/health')).status).toBe(404)
    expect((await ask('/tools/sim?x=/_sim/health')).body).not.toContain('sandboxes')
  })

  test('and without one no link has anything before it', async () => {
    const ask = through((await serve()).url)
    expect((await ask('/', BROWSER)).headers.location).toBe('_sim/ui')
    expect(serversIn(await ask('/openapi.json'))).toEqual(['/'])
    expect(serversIn(await ask('/_sim/openapi.json'))).toEqual(['/', '/~{sandbox}'])
    for (const forged of [
      '//evil.test',
      '/a"b',
      '/a b',
      'a',
      '/a/../b//c',
      'https://evil.test',
      `/${'a'.repeat(300)}`,
      '/~x',
    ])
      expect(serversIn(await ask('/openapi.json', { 'X-Forwarded-Prefix': forged }))).toEqual(['/'])
  })

  test.each(['tools', '/a b', '//evil.test', '/~x', 'https://sim.company.com/sim'])(
    '%s is no such path',
    async (path) => {
      expect(await run(['--port', '0', '--base-path', path])).toMatchObject({ code: 2 })
    },
  )
})

const TOKEN = 's3cret'
const enter = (ask: ReturnType<typeof through>, headers: Record<string, string>) =>
  ask('/_sim/ui/session', headers, 'POST', JSON.stringify({ token: TOKEN }))
const cookieIn = ({ headers }: Answer): string => headers['set-cookie']?.[0] ?? ''

describe('a server with a token on a public name', () => {
  test('is used by its own pages, whatever the name, and by no others', async () => {
    const ask = through((await serveProcess(['--control-token', TOKEN])).url)
    const Cookie = cookieIn(await enter(ask, { Host: 'sim.acme.com' })).split(';')[0] ?? ''
    const act = (Origin: string) => ask('/_sim/reset', { Host: 'sim.acme.com', Cookie, Origin }, 'POST')
    expect((await act('https://sim.acme.com')).status).toBe(200)
    for (const Origin of ['https://evil.com', 'https://evil.acme.com', 'https://sim.acme.com:8443', 'null'])
      expect([Origin, (await act(Origin)).status]).toEqual([Origin, 401])
    expect((await ask('/_sim/reset', { Host: 'sim.acme.com', Origin: 'https://sim.acme.com' }, 'POST')).status).toBe(
      401,
    )
  })

  test('takes acts of pages of an allowed origin where the proxy rewrites Host, and no header does that', async () => {
    const rewritten = { Host: '127.0.0.1:4010', Origin: 'https://sim.acme.com' }
    const act = async (args: readonly string[], headers: Record<string, string> = {}) => {
      const ask = through((await serve(['--control-token', TOKEN, ...args])).url)
      const Cookie = cookieIn(await enter(ask, { Host: '127.0.0.1:4010' })).split(';')[0] ?? ''
      return (await ask('/_sim/reset', { ...rewritten, ...headers, Cookie }, 'POST')).status
    }
    const allowed = ['--allowed-origin', 'https://sim.acme.com']
    expect(await act(allowed)).toBe(200)
    expect(await act(['--allowed-origin', 'https://a.test,https://sim.acme.com'])).toBe(200)
    expect(await act([])).toBe(401)
    expect(await act([], { 'X-Forwarded-Host': 'sim.acme.com', 'X-Forwarded-Proto': 'https' })).toBe(401)
    for (const Origin of ['http://sim.acme.com', 'https://sim.acme.com:444', 'https://evil.com'])
      expect([Origin, await act(allowed, { Origin })]).toEqual([Origin, 401])
  })

  test.each([
    ['a name that is allowed', ['--allowed-host', 'sim.acme.com'], 'sim.acme.com', 'http://sim.acme.com'],
    ['a name of this machine', [], 'localhost:8080', 'http://localhost:8080'],
    ['another name', [], 'evil.com', 'http://asked.acme.com'],
    ['what is not a name', ['--allowed-host', 'a b'], 'a b', 'http://asked.acme.com'],
  ])('shows commands with the forwarded host: %s', async (_, args, host, origin) => {
    const ask = through((await serve(['--control-token', TOKEN, ...args])).url)
    const headers = { Host: 'asked.acme.com', 'X-Forwarded-Host': host }
    const Cookie = cookieIn(await enter(ask, headers)).split(';')[0] ?? ''
    await ask('/nowhere', headers)
    const { body } = await ask('/_sim/journal/1', { ...headers, Cookie })
    expect(/curl -i (https?:\S+)\/nowhere/.exec(body)?.[1]).toBe(origin)
  })

  test('keeps its cookie to TLS and to its path, where these are known', async () => {
    const ask = through((await serve(['--control-token', TOKEN])).url)
    const attributesOf = async (headers: Record<string, string>) =>
      cookieIn(await enter(ask, headers))
        .split('; ')
        .slice(1)
        .toSorted()
    const always = ['HttpOnly', 'SameSite=Strict']
    expect(await attributesOf({})).toEqual([...always, 'Path=/'].toSorted())
    expect(await attributesOf({ 'X-Forwarded-Proto': 'https', 'X-Forwarded-Prefix': '/tools/sim' })).toEqual(
      [...always, 'Path=/tools/sim', 'Secure'].toSorted(),
    )
    expect(await attributesOf({ 'X-Forwarded-Proto': 'gopher', 'X-Forwarded-Prefix': '/a;b' })).toEqual(
      [...always, 'Path=/'].toSorted(),
    )
  })
})

const shown = async (args: readonly string[], headers: Record<string, string>) =>
  (await through((await serve(args)).url)('/_sim/state', headers)).status

describe('without a token', () => {
  test('a name that a proxy was asked under must be known, also where it rewrites Host', async () => {
    const rebound = { Host: '127.0.0.1:4010', 'X-Forwarded-Host': 'rebind.evil.com' }
    expect(await shown([], rebound)).toBe(401)
    expect(await shown([], { ...rebound, 'X-Forwarded-Host': 'localhost, rebind.evil.com' })).toBe(401)
    expect(await shown([], { ...rebound, 'X-Forwarded-Host': 'localhost:8080' })).toBe(200)
    const name = { 'X-Forwarded-Host': 'sim.acme.com' }
    expect(await shown(['--allowed-host', 'sim.acme.com'], name)).toBe(200)
    expect(await shown(['--allowed-origin', 'https://sim.acme.com'], name)).toBe(200)
  })

  test('a known name in a forwarded header opens nothing under an unknown Host', async () => {
    const ask = through((await serve(['--allowed-origin', 'https://sim.acme.com'])).url)
    const forged = { Host: 'rebind.evil.com', 'X-Forwarded-Host': 'localhost', 'X-Forwarded-Proto': 'https' }
    for (const path of ['/_sim/state', '/_sim/health', '/_sim/sandboxes'])
      expect((await ask(path, forged)).status).toBe(401)
    expect((await ask('/_sim/ui', forged)).status).toBe(403)
    expect((await ask('/_sim/reset', { ...forged, Origin: 'http://rebind.evil.com' }, 'POST')).status).toBe(401)
    expect((await ask('/_sim/reset', { Host: 'sim.acme.com', Origin: 'https://sim.acme.com' }, 'POST')).status).toBe(
      200,
    )
  })

  test.each(['sim.acme.com', 'https://sim.acme.com/', 'https://sim.acme.com/x', '*', 'ftp://a'])(
    '%s is not an origin',
    async (origin) => {
      expect(await run(['--port', '0', '--allowed-origin', origin])).toMatchObject({ code: 2 })
    },
  )
})
