import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { AccessControl } from '../../src/control/access.ts'
import { fillPath } from '../../src/kernel/path.ts'
import type { Dialect } from '../../src/kernel/rules-in-force.ts'
import { operations } from '../../src/marketplace/routes.ts'
import { loadPages } from '../../src/node/load-pages.ts'
import { engineOver } from '../../src/server/engine.ts'
import { readStart, ServerStart } from '../../src/server/server-start.ts'
import { serviceOver } from '../../src/server/open-engine.ts'
import { Sandboxes } from '../../src/sandbox/sandboxes.ts'
import { bodiesForJournal, type Named } from './hostile.ts'
import { Probe } from './probe.ts'
import { faults } from './matches.ts'
import { observed } from './observed.ts'
import { pages } from './pages.ts'
import { api, controls, exempt } from './table.ts'

/** What keeps the server from everybody else, in milliseconds of CPU: 250 on a machine of this year, four times that on a slow one. */
const MAX_TURN_MS = 1000

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const probe = new Probe()
afterAll(() => {
  probe.end()
  vi.resetConfig()
})

/** Nobody asks for a page here. */
const examples = (): never => {
  throw new Error('no page is asked for')
}

/** Every entry point there is, as the routes themselves and the operations have it. */
async function entryPoints(): Promise<ReadonlySet<string>> {
  const read = readStart({})
  const { documents, configs } = read
  const sandboxes = new Sandboxes(configs, { sandboxes: 2, memoryBytes: Infinity })
  const start = new ServerStart(read, sandboxes, {})
  const pages = loadPages
  const service = serviceOver(start, sandboxes, { pages })
  const { app } = engineOver(configs, () => service, { pages })
  const { dashboard, reference } = await loadPages()
  const access = new AccessControl(undefined, [])
  const options = { documents, sandboxes, start, access, touches: noTouches, examples }
  const routes = [app, service, dashboard(options), reference(options)].flatMap((each) => each.routes)
  const served = operations.flatMap(({ method, path, otherPaths = [] }) =>
    [path, ...otherPaths.map((other) => other.path)].map((each) => ({
      method,
      path: fillPath(each, (name) => `:${name}`),
    })),
  )
  return new Set([...routes, ...served].map(({ method, path }) => `${method} ${path}`))
}

const noTouches = () => Promise.resolve(new Map())

/** Middleware: it has no requests of its own. */
const middleware = ['ALL /_sim/ui/*']

test('every entry point has hostile requests', async () => {
  const known = [...Object.keys({ ...api, ...observed, ...pages, ...controls, ...exempt }), ...middleware]
  const there = await entryPoints()
  expect(there.size).toBeGreaterThan(50)
  expect([...there].filter((each) => !known.includes(each))).toEqual([])
  expect(known.filter((each) => !there.has(each))).toEqual(['a path that nobody knows'])
})

const begin = (calls: Parameters<Probe['begin']>[1] = [], dialect: Dialect = 'documented'): Promise<void> =>
  probe.begin({ clock: 'frozen', rateLimit: { enabled: false }, dialect }, calls)

/** The calls that kept the server too long. */
async function slowAmong(named: Named): Promise<readonly string[]> {
  const slow: string[] = []
  for (const [name, call] of Object.entries(named)) {
    const { longestMs, status } = await probe.measure(call)
    if (process.env['COST'] !== undefined && longestMs > Number(process.env['COST']))
      process.stderr.write(`${longestMs} ms: ${call.method ?? 'GET'} ${call.path.slice(0, 60)} ${name}: ${status}\n`)
    if (longestMs > MAX_TURN_MS || status === 500) slow.push(`${name}: ${longestMs} ms of CPU, ${status}`)
  }
  return slow
}

describe.each([
  { dialect: 'documented', named: api },
  { dialect: 'observed', named: observed },
] as const)('no request of the $dialect dialect keeps the server from others', ({ dialect, named }) => {
  test.each(Object.entries(named))('%s', async (_, calls) => {
    await begin([], dialect)
    expect(await slowAmong(calls)).toEqual([])
  })

  test.each(Object.entries(named))('%s, while faults look at it', async (_, calls) => {
    await begin(faults, dialect)
    expect(await slowAmong(calls)).toEqual([])
  })
})

describe('no page keeps the server from others, whatever it shows', () => {
  const inAnother = bodiesForJournal().map((call) => ({ ...call, path: `/~other${call.path}?differs` }))
  beforeEach(() => begin([...bodiesForJournal(), ...inAnother, ...faults]))

  test.each(Object.entries(pages))('%s', async (_, named) => {
    expect(await slowAmong(named)).toEqual([])
  })
})

describe('no control call keeps the server from others, whatever the journal holds', () => {
  beforeEach(() => begin([...bodiesForJournal(), ...faults]))

  test.each(Object.entries(controls))('%s', async (_, named) => {
    expect(await slowAmong(named)).toEqual([])
  })
})

test.each(Object.entries(exempt))('%s takes as long as it needs, and answers', async (_, { calls }) => {
  await begin()
  for (const call of Object.values(calls)) expect((await probe.measure(call)).status).toBe(400)
})
