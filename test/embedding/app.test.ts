import { describe, expect, test } from 'vitest'
import { createSimulator as createInBrowser } from '../../src/browser.ts'
import { createSimulator } from '../../src/index.ts'

const LIST = '/api/v0/users/cloud_integrations/'
const KEY = { Authorization: 'Bearer renter-key' }
const options = { clock: 'frozen', rateLimit: { enabled: false } } as const

describe.each([
  { entry: 'in Node', create: createSimulator, page: 200 },
  { entry: 'in a browser', create: createInBrowser, page: 404 },
])('the Hono app, $entry', ({ create, page }) => {
  test('answers operations, control calls, the description and unknown paths', async () => {
    const { app, journal } = create(options)
    const statusOf = async (path: string, init?: RequestInit) => (await app.request(path, init)).status
    expect(await statusOf(LIST, { headers: KEY })).toBe(200)
    expect(await statusOf(LIST, { headers: KEY, method: 'HEAD' })).toBe(200)
    expect(await statusOf(LIST, { headers: KEY, method: 'PATCH' })).toBe(405)
    expect(await statusOf('/api/v0/nothing/')).toBe(404)
    expect(await statusOf('/_sim/clock')).toBe(200)
    expect(await statusOf('/openapi.json')).toBe(200)
    expect(await statusOf('/docs')).toBe(page)
    expect(journal.list().map(({ request }) => request.path)).toEqual([
      LIST,
      LIST,
      LIST,
      '/api/v0/nothing/',
      ...(page === 200 ? [] : ['/docs']),
    ])
  })

  test('takes the bindings of a worker for its own affair, and the sandbox from the request', async () => {
    const sim = create(options)
    const { app } = sim
    await app.fetch(new Request(`http://sim.test/~a${LIST}`, { headers: KEY }), { SECRETS: {} })
    await app.fetch(new Request(`http://sim.test${LIST}`, { headers: { ...KEY, 'X-Sim-Sandbox': 'b' } }), undefined)
    expect([sim, sim.sandbox('a'), sim.sandbox('b')].map(({ journal }) => journal.list().length)).toEqual([0, 1, 1])
  })

  test('rejects where a fault takes the connection', async () => {
    const sim = create(options)
    sim.faults.add({ name: 'f', effect: { reset: true } })
    const asked = async () => sim.app.request(LIST, { headers: KEY })
    await expect(asked()).rejects.toThrow(TypeError)
    await expect(asked()).rejects.toMatchObject({ message: 'fetch failed' })
    expect(sim.journal.list().map(({ fault }) => fault?.outcome)).toEqual(['lost', 'lost'])
  })
})

test('a browser cannot listen, and says what to do instead', async () => {
  await expect(createInBrowser().listen()).rejects.toThrow(
    /^a browser cannot listen: answer requests with fetch\(\), from a service worker or with rental-sim\/msw$/,
  )
})
