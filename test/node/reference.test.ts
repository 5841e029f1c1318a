import { describe, expect, test } from 'vitest'
import { createSimulator as createInBrowser } from '../../src/browser.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'

const JAVASCRIPT = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'

async function read(sim: Simulator, path: string, init?: RequestInit) {
  const response = await sim.fetch(path, init)
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    headers: response.headers,
    text: await response.text(),
  }
}

/** What a page asks its browser to load, or to read by script. */
const addressesIn = (page: string): readonly string[] =>
  [...page.matchAll(/ (?:src|href|data-document)="([^"]*)"/g)].map(([, address = '']) => address)

const prefilledIn = (page: string): string | undefined => /data-key="([^"]*)"/.exec(page)?.[1]

const userWith = (key: string) => ({ users: [{ id: 1, name: 'anna', api_keys: [{ key }] }] })

describe.each(['', '/~mine'])('under "%s"', (prefix) => {
  test('the page is HTML that names only what is below its own address', async () => {
    const { status, type, text } = await read(createSimulator(), `${prefix}/docs`)
    expect({ status, type }).toEqual({ status: 200, type: 'text/html; charset=UTF-8' })
    expect(addressesIn(text)).toEqual([
      'data:,',
      `${prefix}/docs/swagger-ui.css`,
      `${prefix}/docs/style.css`,
      `${prefix}/docs/swagger-ui-bundle.js`,
      `${prefix}/docs/script.js`,
      `${prefix}/_sim/ui`,
      `${prefix}/openapi.json`,
      `${prefix}/openapi.json`,
    ])
  })

  test('all that the page names is there, and the document says where requests go', async () => {
    const sim = createSimulator()
    const { text } = await read(sim, `${prefix}/docs`)
    const found = await Promise.all(
      addressesIn(text)
        .filter((address) => address.includes('/docs/'))
        .map(async (address) => {
          const { status, type, text } = await read(sim, address)
          return { name: address.slice(`${prefix}/docs/`.length), status, type, isEmpty: text === '' }
        }),
    )
    expect(found).toEqual([
      { name: 'swagger-ui.css', status: 200, type: CSS, isEmpty: false },
      { name: 'style.css', status: 200, type: CSS, isEmpty: false },
      { name: 'swagger-ui-bundle.js', status: 200, type: JAVASCRIPT, isEmpty: false },
      { name: 'script.js', status: 200, type: JAVASCRIPT, isEmpty: false },
    ])
    const document = JSON.parse((await read(sim, `${prefix}/openapi.json`)).text) as { servers: { url: string }[] }
    expect(document.servers.map(({ url }) => url)).toEqual([prefix || '/'])
  })
})

test('the page and its files run nothing from elsewhere, and nothing that stands in the page', async () => {
  const sim = createSimulator()
  for (const path of ['/docs', '/docs/', '/docs/script.js', '/docs/swagger-ui-bundle.js', '/docs/nothing']) {
    const { headers } = await read(sim, path)
    expect(headers.get('content-security-policy')?.split('; '), path).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await read(sim, '/docs')).text).not.toMatch(/<script[^>]*>[^<]|<style|\son\w+=|https?:/)
})

test.each([
  '/docs/index.html',
  '/docs/LICENSE',
  '/docs/package.json',
  '/docs/swagger-ui-bundle.js.LICENSE.txt',
  '/docs/swagger-ui-bundle.js/',
  '/docs/..%2fpackage.json',
  '/docs/..%2f..%2fpackage.json',
  '/docs/%2e%2e%2fpackage.json',
  '/docs/..\\package.json',
  '/docs//etc/passwd',
  '/docs/%2fetc%2fpasswd',
])('%s is not to be had', async (path) => {
  const { status, text } = await read(createSimulator(), path)
  expect(status).toBe(404)
  expect(text).not.toMatch(/swagger-ui-dist|root:/)
})

describe('the key that is filled in', () => {
  test.each(['default', 'empty', 'large'])('is one that the fixture %s publishes', async (name) => {
    const { text } = await read(createSimulator({ fixture: name }), '/docs')
    expect(prefilledIn(text)).toBe('renter-key')
    expect(text).toContain('requests carry the key <code>renter-key</code>')
  })

  test('is another one where the world knows only that', async () => {
    expect(prefilledIn((await read(createSimulator({ fixture: userWith('host-key') }), '/docs')).text)).toBe('host-key')
    const revoked = createSimulator({ scenario: 'key-revoked', fixture: 'default' })
    expect(prefilledIn((await read(revoked, '/docs')).text)).toBe('host-key')
  })

  test("is none where all keys are of a person's own fixture: no file of the page tells them", async () => {
    const own = 'a-key-of-our-own'
    const sim = createSimulator({ fixture: userWith(own) })
    const page = await read(sim, '/docs')
    expect(prefilledIn(page.text)).toBeUndefined()
    expect(page.text).toContain('No key is filled in')
    const files = addressesIn(page.text).filter((address) => /^\/(docs\/|openapi)/.test(address))
    expect(files.length).toBeGreaterThan(4)
    for (const path of ['/docs', ...files]) {
      const { status, text } = await read(sim, path)
      expect({ path, status, tells: text.includes(own) }).toEqual({ path, status: 200, tells: false })
    }
  })

  test('is that of the sandbox that the page belongs to', async () => {
    const sim = createSimulator()
    sim.sandbox('own').importState(userWith('a-key-of-our-own'))
    expect(prefilledIn((await read(sim, '/~own/docs')).text)).toBeUndefined()
    expect(prefilledIn((await read(sim, '/~other/docs')).text)).toBe('renter-key')
  })
})

test('the page needs no control token, because it steers nothing', async () => {
  const sim = createSimulator({ controlToken: 'secret' })
  const statusOf = async (path: string) => (await read(sim, path)).status
  expect(await Promise.all(['/docs', '/docs/script.js', '/openapi.json', '/_sim/ui'].map(statusOf))).toEqual([
    200, 200, 200, 401,
  ])
})

test('HEAD says what GET would, other methods are refused, and the journal knows of none of it', async () => {
  const sim = createSimulator()
  const get = await read(sim, '/docs')
  const head = await read(sim, '/docs', { method: 'HEAD' })
  expect({ ...head, headers: [...head.headers] }).toEqual({ ...get, headers: [...get.headers], text: '' })
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await read(sim, '/docs', { method })
    expect({ method, status, allow: headers.get('allow') }).toEqual({ method, status: 405, allow: 'GET, HEAD' })
  }
  expect((await read(sim, '/docs/nothing', { method: 'HEAD' })).status).toBe(404)
  expect(sim.journal.list()).toEqual([])
})

test('where there are no pages, /docs is an unknown path', async () => {
  const { status, text } = await read(createInBrowser(), '/docs')
  expect({ status, body: JSON.parse(text) as unknown }).toEqual({
    status: 404,
    body: { success: false, error: 'no_such_endpoint', msg: 'there is no /docs' },
  })
})
