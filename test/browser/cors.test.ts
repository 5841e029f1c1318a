import { createSimulator } from 'rental-sim'
import { expect, onTestFinished, test } from 'vitest'
import { inChromium } from '../support/browser-page.ts'

const { open, serve } = inChromium()

type Sent = Pick<RequestInit, 'credentials' | 'method'> & {
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** A page of one origin, and a simulator of another. */
async function pageBeside() {
  const sim = createSimulator({ clock: 'frozen', rateLimit: { enabled: false } })
  onTestFinished(() => sim.close())
  const url = await sim.listen()
  const { page } = await open(await serve({ 'index.html': '<!doctype html><title>front</title>' }))
  const send = (path: string, init: Sent = {}) =>
    page.evaluate(
      async ([target, sent]) => {
        try {
          const response = await fetch(target, sent)
          return { status: response.status, basis: response.headers.get('x-sim-basis') }
        } catch (error) {
          return String(error)
        }
      },
      [`${url}${path}`, init] as const,
    )
  return { sim, send }
}

const headers = { Authorization: 'Bearer renter-key' }
const LIST = '/api/v0/instances/'

test.each([
  ['headers of its own', LIST, { headers: { ...headers, 'X-Request-Id': '1', traceparent: '00-a-b-01' } }, 200],
  ['credentials', LIST, { headers, credentials: 'include' }, 200],
  [
    'credentials and headers of its own',
    LIST,
    { headers: { ...headers, baggage: 'a=1' }, credentials: 'include' },
    200,
  ],
  [
    'a JSON body',
    '/api/v0/template/',
    { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: '{"name":"t","image":"a/b"}' },
    200,
  ],
  ['PATCH', LIST, { method: 'PATCH', headers }, 405],
  [
    'PATCH with credentials, to a sandbox of its own',
    `/~mine${LIST}`,
    { method: 'PATCH', credentials: 'include' },
    405,
  ],
  ['a key that nobody owns', LIST, { headers: { Authorization: 'Bearer nobody' }, credentials: 'include' }, 401],
  ['what no operation takes', '/instances/', { headers, credentials: 'include' }, 404],
] as const)(
  'a page of another origin may send %s, and reads what the answer rests on',
  async (_, path, init, status) => {
    const { send } = await pageBeside()
    expect(await send(path, init)).toEqual({ status, basis: 'assumed' })
  },
)

test('what a fault answers can be read by a page with credentials', async () => {
  const { sim, send } = await pageBeside()
  sim.faults.add({ name: 'down', effect: { html_502: true } })
  expect(await send(LIST, { headers, credentials: 'include' })).toEqual({ status: 502, basis: 'injected' })
})

test('only what the page sent is in the journal', async () => {
  const { sim, send } = await pageBeside()
  await send(LIST, { method: 'PATCH', headers: { ...headers, 'X-Request-Id': '1' } })
  expect(sim.journal.list().map(({ id, request }) => [id, request.method])).toEqual([[1, 'PATCH']])
})

test.each([
  ['GET', '/_sim/state', {}],
  ['POST', '/_sim/reset', {}],
  ['POST', '/_sim/reset', { 'Content-Type': 'application/json' }],
  ['GET', '/_sim/health', { 'X-Request-Id': '1' }],
] as const)('%s %s %j is refused to it', async (method, path, sent) => {
  const { send } = await pageBeside()
  expect(await send(path, { method, headers: sent })).toBe('TypeError: Failed to fetch')
})
