import { afterAll, expect, test } from 'vitest'
import { openSimulator } from '../../src/server/open-simulator.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { listen } from '../../src/node/listen.ts'
import { loadPages } from '../../src/node/load-pages.ts'
import type { Listening } from '../../src/server/simulator.ts'

interface Ears {
  /** The next event; undefined when the stream is over. */
  readonly next: () => Promise<string | undefined>
  readonly leave: () => void
  readonly status: number
  readonly type: string | null
}

const open = new Set<{ readonly close: () => Promise<void> }>()
const ears = new Set<Ears>()

afterAll(async () => {
  for (const { leave } of ears) leave()
  ears.clear()
  await Promise.all([...open].map(({ close }) => close()))
  open.clear()
})

async function serve(options: SimulatorOptions = {}): Promise<{ sim: Simulator; url: string }> {
  const sim = createSimulator({ clock: 'frozen', rateLimit: { enabled: false }, ...options })
  const url = await sim.listen()
  open.add(sim)
  return { sim, url }
}

async function hear(url: string, headers: Record<string, string> = {}): Promise<Ears> {
  const gone = new AbortController()
  const response = await fetch(`${url}/_sim/ui/events`, { signal: gone.signal, headers })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  const next = async (): Promise<string | undefined> => {
    for (;;) {
      const end = received.indexOf('\n\n')
      if (end !== -1) {
        const event = received.slice(0, end)
        received = received.slice(end + 2)
        return event
      }
      const part = await reader?.read().catch(() => undefined)
      if (part === undefined || part.done) return undefined
      received += part.value
    }
  }
  const { status, headers: answered } = response
  const heard = { next, leave: () => gone.abort(), status, type: answered.get('content-type') }
  ears.add(heard)
  return heard
}

/** An event of any world with a journal of that length. */
const event = (lastId: number): unknown =>
  expect.stringMatching(new RegExp(`^event: change\ndata: [\\w.]+ ${lastId} \\d+$`))
/** An event of a sandbox that is not there. */
const ABSENT = 'event: change\ndata: '
const LIST = '/api/v0/template/'
const KEY = { Authorization: 'Bearer renter-key' }

async function ask(url: string, method = 'GET', body?: unknown): Promise<number> {
  const response = await fetch(url, { method, headers: KEY, ...(body !== undefined && { body: JSON.stringify(body) }) })
  await response.arrayBuffer()
  return response.status
}

async function names(url: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/_sim/sandboxes`)
  const { sandboxes } = (await response.json()) as { readonly sandboxes: readonly { readonly name: string }[] }
  return sandboxes.map(({ name }) => name)
}

test('an event names the world that the calls show, and after a change comes another one', async () => {
  const { url } = await serve()
  const world = async () => ((await (await fetch(`${url}/_sim/overview`)).json()) as { world: string }).world
  const { next } = await hear(url)
  const first = await next()
  expect(first).toContain(`event: change\ndata: ${await world()} 0 `)
  expect(await ask(`${url}/_sim/clock/advance`, 'POST', { seconds: 1 })).toBe(200)
  const second = await next()
  expect(second).toContain(`event: change\ndata: ${await world()} 0 `)
  expect(second).not.toBe(first)
})

test('there is one event at once, and one after an exchange', async () => {
  const { url } = await serve()
  const { next, status, type } = await hear(url)
  expect({ status, type }).toEqual({ status: 200, type: 'text/event-stream' })
  expect(await next()).toEqual(event(0))
  expect(await ask(url + LIST)).toBe(200)
  expect(await next()).toEqual(event(1))
  expect(await ask(`${url}/nowhere`)).toBe(404)
  expect(await next()).toEqual(event(2))
})

const changes: readonly [string, string, unknown?][] = [
  ['POST', '/_sim/reset'],
  ['POST', '/_sim/clock/advance', { seconds: 1 }],
  ['PUT', '/_sim/clock', { frozen: false }],
  ['PATCH', '/_sim/state/instances/31', { label: 'b' }],
  ['DELETE', '/_sim/state/instances/31'],
  ['PUT', '/_sim/scenario', { name: 'slow-boot' }],
  ['POST', '/_sim/faults', { name: 'slow', match: { operation: 'instances.list' }, effect: { latency_ms: 1 } }],
  ['DELETE', '/_sim/faults'],
  ['POST', '/_sim/snapshots', { name: 'a' }],
  ['DELETE', '/_sim/requests'],
]

test.concurrent.each(changes)('%s %s is an event, and reading is none', async (method, path, body) => {
  const { url } = await serve()
  const { next } = await hear(url)
  expect(await next()).toEqual(event(0))
  for (const read of ['state', 'requests', 'clock', 'faults', 'journal', 'state/instances', 'coverage'])
    expect(await ask(`${url}/_sim/${read}`)).toBe(200)
  expect(await ask(`${url}/~other${LIST}`)).toBe(200)
  expect(await ask(url + path, method, body)).toBe(200)
  expect(await next()).toEqual(event(0))
  // If reading caused an event, this would be the event after it.
  expect(await ask(url + LIST)).toBe(200)
  expect(await next()).toEqual(event(1))
})

const acts: readonly [string, (sim: Simulator) => unknown][] = [
  ['reset', (sim) => sim.reset()],
  ['clock.advance', (sim) => sim.clock.advance(1)],
  ['clock.run', (sim) => sim.clock.run()],
  ['faults.add', (sim) => sim.faults.add({ name: 'slow', effect: { latency_ms: 1 } })],
  ['faults.clear', (sim) => sim.faults.clear()],
  ['snapshots.take', (sim) => sim.snapshots.take('a')],
  ['journal.clear', (sim) => sim.journal.clear()],
  ['importState', (sim) => sim.importState(sim.exportState())],
  ['scenario', (sim) => sim.scenario('slow-boot')],
  ['fetch', (sim) => sim.fetch('/nowhere')],
]

test.concurrent.each(acts)('code that uses %s causes an event too', async (_, act) => {
  const { url, sim } = await serve()
  const { next } = await hear(url)
  expect(await next()).toEqual(event(0))
  await act(sim)
  expect(await next()).toMatch(/^event: change\ndata: [\w.]+ [01] \d+$/)
})

test('many changes at once are few events, and the last of them has the last change', async () => {
  const { url, sim } = await serve()
  const { next } = await hear(url)
  expect(await next()).toEqual(event(0))
  await Promise.all(Array.from({ length: 50 }, () => sim.fetch('/nowhere')))
  let events = 0
  for (let told: string | undefined = ''; told?.endsWith(' 50') !== true; events += 1) told = await next()
  expect(events).toBeLessThan(25)
})

test('a sandbox is heard by itself', async () => {
  const { url } = await serve()
  const [here, there] = [await hear(url), await hear(`${url}/~other`)]
  expect([await here.next(), await there.next()]).toEqual([event(0), ABSENT])
  await ask(`${url}/~other${LIST}`)
  await ask(`${url}/~other${LIST}`)
  await ask(url + LIST)
  expect(await here.next()).toEqual(event(1))
  expect(await there.next()).toMatch(/data: [\w.]+ [012] \d+$/)
})

test('a dropped sandbox is an event, and a listener does not bring it back', async () => {
  const { url } = await serve()
  expect(await ask(`${url}/~other${LIST}`)).toBe(200)
  const { next } = await hear(`${url}/~other`)
  expect(await next()).toEqual(event(1))
  expect(await ask(`${url}/_sim/sandboxes/other`, 'DELETE')).toBe(200)
  expect(await next()).toBe(ABSENT)
  expect(await names(url)).toEqual(['default'])
  expect(await ask(`${url}/~other${LIST}`)).toBe(200)
  expect(await next()).toMatch(/data: [\w.]+ [01] \d+$/)
  expect(await names(url)).toEqual(['default', 'other'])
})

test.each([
  ['POST', 'reset'],
  ['POST', 'snapshots/a/restore'],
  ['DELETE', 'requests'],
])('%s %s is told as another world, and an exchange is not', async (method, path) => {
  const { url } = await serve()
  expect(await ask(`${url}/_sim/snapshots`, 'POST', { name: 'a' })).toBe(200)
  const { next } = await hear(url)
  const world = async () => (await next())?.split(/[ \n]/)[3]
  const first = await world()
  await ask(url + LIST)
  expect(await world()).toBe(first)
  await ask(`${url}/_sim/${path}`, method)
  expect(await world()).not.toBe(first)
})

test('the stream ends when the server closes', async () => {
  const { url, sim } = await serve()
  const { next } = await hear(url)
  expect(await next()).toEqual(event(0))
  await sim.close()
  expect(await next()).toBeUndefined()
})

interface Watched extends Listening {
  /** Resolves once so many watch. */
  readonly watchedBy: (count: number) => Promise<void>
}

/** A server that shows how many listeners its default sandbox has. */
async function serveWatched(): Promise<Watched> {
  const simulator = openSimulator({ clock: 'frozen' }, { pages: loadPages })
  const sandbox = simulator.sandboxes.get('default')
  const watch = sandbox.watch.bind(sandbox)
  let count = 0
  const waiting = new Set<() => void>()
  const counted = (by: number): void => {
    count += by
    for (const look of waiting) look()
  }
  sandbox.watch = (listener) => {
    const stop = watch(listener)
    counted(1)
    return () => {
      stop()
      counted(-1)
    }
  }
  const server = await listen(simulator, { host: '127.0.0.1', port: 0 })
  open.add(server)
  const watchedBy = (wanted: number) =>
    new Promise<void>((resolve) => {
      const look = (): void => void (count === wanted && resolve())
      waiting.add(look)
      look()
    })
  return { ...server, watchedBy }
}

test('a listener that leaves is not watched for any more', async () => {
  const { url, watchedBy } = await serveWatched()
  const listeners = [await hear(url), await hear(url), await hear(url)]
  for (const { next } of listeners) expect(await next()).toEqual(event(0))
  await watchedBy(3)
  listeners[1]?.leave()
  await watchedBy(2)
  await ask(`${url}/nowhere`)
  expect(await listeners[0]?.next()).toEqual(event(1))
  for (const { leave } of listeners) leave()
  await watchedBy(0)
})

test('a HEAD watches nothing', async () => {
  const { url, watchedBy } = await serveWatched()
  const { status, headers } = await fetch(`${url}/_sim/ui/events`, { method: 'HEAD' })
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'text/event-stream' })
  const { next, leave } = await hear(url)
  expect(await next()).toEqual(event(0))
  await watchedBy(1)
  leave()
  await watchedBy(0)
})

test('without the token, or from a foreign page, no event comes', async () => {
  const { url } = await serve({ controlToken: 's3cret' })
  expect((await hear(url)).status).toBe(401)
  const own = await hear(url, { Authorization: 'Bearer s3cret' })
  expect(await own.next()).toEqual(event(0))
  const bare = await serve()
  expect((await hear(bare.url, { Origin: 'http://127.0.0.1:1' })).status).toBe(403)
})
