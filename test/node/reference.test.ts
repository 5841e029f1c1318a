import { describe, expect, test } from 'vitest'
import { createSimulator as createInBrowser } from '../../src/browser.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { declaredRules, RulesInForce } from '../../src/kernel/rules-in-force.ts'
import { operationsUnder, rulesOf } from '../../src/marketplace/routes.ts'

async function read(sim: Simulator, path: string, init?: RequestInit) {
  const response = await sim.fetch(path, init)
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    headers: response.headers,
    text: await response.text(),
  }
}

/** Every address that a page names, as a browser at that page reads it. */
const addressesIn = (page: string, path: string): readonly string[] =>
  [...page.matchAll(/ (?:src|href)="([^"#]*)/g)]
    .map(([, address = '']) => address.replaceAll('&amp;', '&'))
    .filter((address) => address !== '' && !address.startsWith('data:'))
    .map((address) => new URL(address, `http://sim.test${path}`))
    .map(({ pathname, search }) => pathname + search)

const keyIn = (page: string): string | undefined => /id="key"[^>]*? value="([^"]*)"/.exec(page)?.[1]

const userWith = (key: string) => ({ users: [{ id: 1, name: 'anna', api_keys: [{ key }] }] })

describe.each(['', '/~mine'])('under "%s"', (prefix) => {
  test.each(['/docs', '/docs/', '/docs/instances.list', '/docs/control', '/docs/control.post-reset'])(
    '%s names only what is below its own address, and all of it is there',
    async (path) => {
      const sim = createSimulator()
      const { status, type, text } = await read(sim, prefix + path)
      expect({ status, type }).toEqual({ status: 200, type: 'text/html; charset=UTF-8' })
      const addresses = new Set(addressesIn(text, prefix + path))
      expect(addresses.size).toBeGreaterThan(8)
      expect([...addresses].filter((address) => !address.startsWith(`${prefix}/`))).toEqual([])
      const broken: string[] = []
      for (const address of addresses) if ((await read(sim, address)).status !== 200) broken.push(address)
      // A sandbox that nothing has made has no dashboard yet.
      expect(broken.filter((address) => prefix === '' || !address.includes('/_sim/ui/'))).toEqual([])
    },
  )
})

describe.each([
  { dialect: 'documented', inForce: declaredRules },
  { dialect: 'observed', inForce: new RulesInForce('observed') },
] as const)('in the dialect $dialect', ({ dialect, inForce }) => {
  test.each(operationsUnder(inForce).map(({ id }) => id))('%s has its own rules, each once, with text', async (id) => {
    const { text } = await read(createSimulator(), `/docs/${id}?dialect=${dialect}`)
    const shown = [...text.matchAll(/<li id="([\w.-]+)"/g)].map(([, rule]) => rule)
    const operation = operationsUnder(inForce).find((each) => each.id === id)
    const expected = operation === undefined ? [] : rulesOf(operation, inForce).map((rule) => rule.id)
    expect(expected.length).toBeGreaterThan(5)
    expect(expected.filter((rule) => shown.filter((each) => each === rule).length !== 1)).toEqual([])
    // What a rule rests on stands there too: no link leads nowhere.
    const anchors = [...text.matchAll(/href="#([\w.-]+)"/g)].map(([, rule]) => rule)
    expect(anchors.filter((anchor) => !text.includes(`id="${anchor}"`))).toEqual([])
  })
})

test('every control call has a page, and nothing of the contract is assumed there', async () => {
  const sim = createSimulator()
  const { text } = await read(sim, '/docs/control')
  const pages = addressesIn(text, '/docs/control').filter((address) => address.startsWith('/docs/control.'))
  const document = JSON.parse((await read(sim, '/_sim/openapi.json')).text) as { paths: Record<string, object> }
  const calls = Object.values(document.paths).flatMap((item) => Object.keys(item))
  expect(new Set(pages).size).toBe(calls.length)
  expect((await read(sim, '/docs/control.post-faults')).text).not.toContain('basis-dot')
})

test('the pages and their files run nothing from elsewhere, and nothing that stands in a page', async () => {
  const sim = createSimulator()
  for (const path of ['/docs', '/docs/', '/docs/instances.list', '/docs/nothing']) {
    const { headers, text } = await read(sim, path)
    expect(headers.get('content-security-policy')?.split('; '), path).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(text).not.toMatch(/<script[^>]*>[^<]|<style|\sstyle=|\son\w+=/)
  }
})

test('an operation that is none has a page that names the nearest, and shows its name as text', async () => {
  const sim = createSimulator()
  const near = await read(sim, '/docs/instance.lst')
  expect(near.status).toBe(404)
  expect(addressesIn(near.text, '/docs/x')).toContain('/docs/instances.list')
  expect((await read(sim, '/docs/control.post-clok-advance')).text).toContain('href="control.post-clock-advance"')
  const hostile = await read(sim, `/docs/${encodeURIComponent('<b>"&')}`)
  expect(hostile.status).toBe(404)
  expect(hostile.text).toContain('“&lt;b&gt;&quot;&amp;”')
  expect(hostile.text).not.toContain('<b>"')
})

test.each([
  '/docs/index.html',
  '/docs/script.js/',
  '/docs/..%2fpackage.json',
  '/docs/..%2f..%2fpackage.json',
  '/docs/%2e%2e%2fpackage.json',
  '/docs/..\\package.json',
  '/docs//etc/passwd',
  '/docs/%2fetc%2fpasswd',
])('%s is not to be had', async (path) => {
  const { status, text } = await read(createSimulator(), path)
  expect(status).toBe(404)
  expect(text).not.toMatch(/"dependencies"|root:/)
})

describe('the key that is filled in', () => {
  const LIST = '/docs/instances.list'

  test.each(['default', 'empty', 'large'])('is one that the fixture %s publishes', async (name) => {
    expect(keyIn((await read(createSimulator({ fixture: name }), LIST)).text)).toBe('renter-key')
  })

  test('is the one that the example was made with, where the world knows it', async () => {
    expect(keyIn((await read(createSimulator(), '/docs/network-volumes.list')).text)).toBe('host-key')
    const sim = createSimulator({ fixture: userWith('renter-key') })
    expect(keyIn((await read(sim, '/docs/network-volumes.list')).text)).toBe('renter-key')
  })

  test('is another one where the world knows only that', async () => {
    expect(keyIn((await read(createSimulator({ fixture: userWith('host-key') }), LIST)).text)).toBe('host-key')
    const revoked = createSimulator({ scenario: 'key-revoked', fixture: 'default' })
    expect(keyIn((await read(revoked, LIST)).text)).toBe('host-key')
  })

  test("is none where all keys are of a person's own fixture: no page tells them", async () => {
    const own = 'a-key-of-our-own'
    const sim = createSimulator({ fixture: userWith(own) })
    const page = await read(sim, LIST)
    expect(keyIn(page.text)).toBe('')
    expect(page.text).toContain('No key is filled in')
    for (const path of ['/docs', LIST, '/docs/control.get-state', '/openapi.json']) {
      const { status, text } = await read(sim, path)
      expect({ path, status, tells: text.includes(own) }).toEqual({ path, status: 200, tells: false })
    }
  })

  test('is that of the sandbox that the page belongs to', async () => {
    const sim = createSimulator()
    sim.sandbox('own').importState(userWith('a-key-of-our-own'))
    expect(keyIn((await read(sim, `/~own${LIST}`)).text)).toBe('')
    expect(keyIn((await read(sim, `/~other${LIST}`)).text)).toBe('renter-key')
  })
})

test('it shows the rules that are in force: a choice that a scenario or a start has made, too', async () => {
  const usual = await read(createSimulator(), '/docs/instances.create')
  const chosen = await read(
    createSimulator({ rules: { 'instances.create.offer-unknown': { status: 418 } } }),
    '/docs/instances.create',
  )
  expect([usual.text, chosen.text].map((text) => text.includes('id="status-418"'))).toEqual([false, true])
})

test('no page needs the control token, because none steers anything; the form of a control call asks for it', async () => {
  const sim = createSimulator({ controlToken: 'secret' })
  const statusOf = async (path: string) => (await read(sim, path)).status
  expect(await Promise.all(['/docs', '/docs/control.post-reset', '/openapi.json', '/_sim/ui'].map(statusOf))).toEqual([
    200, 200, 200, 401,
  ])
  const { text } = await read(sim, '/docs/control.post-reset')
  expect(text).toContain('Control token')
  expect(text).not.toContain('secret')
})

test('HEAD says what GET would, other methods are refused, and neither journal nor list of sandboxes knows of it', async () => {
  const sim = createSimulator()
  const get = await read(sim, '/~looked-at/docs/instances.list')
  const head = await read(sim, '/~looked-at/docs/instances.list', { method: 'HEAD' })
  // Only what has a body is compressed.
  get.headers.delete('vary')
  expect({ ...head, headers: [...head.headers] }).toEqual({ ...get, headers: [...get.headers], text: '' })
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await read(sim, '/docs', { method })
    expect({ method, status, allow: headers.get('allow') }).toEqual({ method, status: 405, allow: 'GET, HEAD' })
  }
  expect((await read(sim, '/docs/nothing', { method: 'HEAD' })).status).toBe(404)
  expect(sim.journal.list()).toEqual([])
  expect(JSON.parse((await read(sim, '/_sim/sandboxes')).text)).toMatchObject({ sandboxes: [{ name: 'default' }] })
})

test('where there are no pages, /docs is an unknown path', async () => {
  const { status, text } = await read(createInBrowser(), '/docs')
  expect({ status, body: JSON.parse(text) as unknown }).toEqual({
    status: 404,
    body: { success: false, error: 'no_such_endpoint', msg: 'there is no /docs' },
  })
})

test('an operation of the other dialect leads there', async () => {
  const sim = createSimulator()
  const { status, headers } = await sim.fetch('/docs/rental-offers.search', { redirect: 'manual' })
  expect({ status, location: headers.get('location') }).toEqual({
    status: 302,
    location: 'rental-offers.search?dialect=observed',
  })
  expect((await read(sim, '/docs/rental-offers.search?dialect=observed')).status).toBe(200)
  expect((await read(sim, '/docs/rental-offers.srch')).status).toBe(404)
})
