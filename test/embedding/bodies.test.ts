import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { START, users } from '../support/simulate.ts'

const TEMPLATES = '/api/v0/template/'
const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
const text = JSON.stringify({ name: 'a', image: 'b' })
const bytes = new TextEncoder().encode(text)

const simulator = (): Simulator =>
  createSimulator({
    fixture: { users },
    clock: { mode: 'frozen', atMs: Date.parse(START) },
    rateLimit: { enabled: false },
  })

/** A body that comes in these parts, and then as `end` says. */
const streamOf = (parts: readonly unknown[], end: 'closes' | 'stalls' | Error = 'closes'): ReadableStream => {
  const left = [...parts]
  return new ReadableStream({
    pull: (controller) => {
      if (left.length > 0) return controller.enqueue(left.shift())
      if (end === 'closes') controller.close()
      else if (end !== 'stalls') controller.error(end)
      return undefined
    },
  })
}

const post = (body: BodyInit, more: RequestInit = {}): RequestInit => ({
  method: 'POST',
  headers,
  body,
  ...(body instanceof ReadableStream && { duplex: 'half' }),
  ...more,
})

const bodies: Readonly<Record<string, () => BodyInit>> = {
  'a text': () => text,
  bytes: () => bytes.slice(),
  'an ArrayBuffer': () => bytes.slice().buffer,
  'a Blob': () => new Blob([text]),
  'a stream': () => streamOf([bytes.slice(0, 5), bytes.slice(5)]),
}

const fake = (): void => undefined

describe('while a test fakes the microtasks of Node', () => {
  const { queueMicrotask: real } = globalThis
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'setInterval'] })
    globalThis.queueMicrotask = fake
  })

  afterEach(() => {
    globalThis.queueMicrotask = real
    vi.useRealTimers()
  })

  test.each(Object.entries(bodies))('%s is read, and the fake stays', async (_kind, body) => {
    const sim = simulator()
    const url = `http://sim.test${TEMPLATES}`
    const asked = [
      () => sim.fetch(TEMPLATES, post(body())),
      () => sim.fetch(new Request(url, post(body()))),
      () => sim.fetch(new Request(url, post(body())), { headers: { ...headers, 'X-More': '1' } }),
      () => sim.app.request(new Request(url, post(body()))),
    ]
    for (const ask of asked) expect((await ask()).status).toBe(200)
    expect(await Promise.all(asked.map(async (ask) => (await ask()).status))).toEqual([200, 200, 200, 200])
    expect(sim.journal.list().map(({ request }) => request.body)).toEqual(
      Array.from({ length: 8 }, () => ({ name: 'a', image: 'b' })),
    )
    expect(globalThis.queueMicrotask).toBe(fake)
  })

  test('a form is refused for its type, a control call is carried out, and a large body is large', async () => {
    const sim = simulator()
    expect(
      (
        await sim.fetch(
          TEMPLATES,
          post(new URLSearchParams('a=b'), { headers: { Authorization: 'Bearer renter-key' } }),
        )
      ).status,
    ).toBe(415)
    expect((await sim.fetch('/_sim/clock/advance', post('{"seconds":5}'))).status).toBe(200)
    expect((await sim.fetch(TEMPLATES, post('x'.repeat(1024 * 1024)))).status).toBe(400)
    expect((await sim.fetch(TEMPLATES, post('x'.repeat(1024 * 1024 + 1)))).status).toBe(413)
  })

  test('a test that takes the fake away while a body is on its way keeps the real one', async () => {
    const asked = simulator().fetch(TEMPLATES, post(text))
    await Promise.resolve()
    globalThis.queueMicrotask = real
    expect((await asked).status).toBe(200)
    expect(globalThis.queueMicrotask).toBe(real)
  })
})

describe('a body that does not arrive whole', () => {
  test.each([TEMPLATES, '/_sim/clock/advance'])('rejects as fetch does when its stream fails: %s', async (path) => {
    const sim = simulator()
    for (const parts of [[], [bytes], [new Uint8Array(70_000)]]) {
      const cause = new RangeError('the disk is gone')
      const asked = sim.fetch(path, post(streamOf(parts, cause)))
      await expect(asked).rejects.toBeInstanceOf(TypeError)
      await expect(asked).rejects.toMatchObject({ message: 'fetch failed', cause })
    }
    for (const { response, rules, hint } of sim.journal.list())
      expect({ response, rules, hint }).toEqual({
        response: { status: 0, headers: {}, body: null },
        rules: [],
        hint: 'the body broke off: nothing was answered',
      })
    expect((await sim.fetch(TEMPLATES, post(text))).status).toBe(200)
  })

  test('rejects when a part of it is neither bytes nor text', async () => {
    const sim = simulator()
    for (const parts of [[7], [bytes, null], [{}], [bytes.slice().buffer]])
      await expect(sim.fetch(TEMPLATES, post(streamOf(parts)))).rejects.toMatchObject({
        message: 'fetch failed',
        cause: { message: 'a part of the body is neither bytes nor text' },
      })
    sim.stubs.add({ name: 's', match: { path: '/x' }, answer: {} })
    await expect(sim.fetch('/x', post(streamOf([7])))).rejects.toThrow(TypeError)
  })

  test.each([TEMPLATES, '/_sim/clock/advance'])(
    'rejects with the reason of the signal that ends it: %s',
    async (path) => {
      const sim = simulator()
      for (const reason of [undefined, new Error('own reason')]) {
        const left = new AbortController()
        const stalled = streamOf([bytes.slice(0, 3)], 'stalls')
        const asked = sim.fetch(path, post(stalled, { signal: left.signal }))
        void Promise.resolve().then(() => left.abort(reason))
        await expect(asked).rejects.toMatchObject(reason ?? { name: 'AbortError' })
      }
      expect(sim.journal.list().filter(({ response }) => response.status !== 0)).toEqual([])
    },
  )
})
