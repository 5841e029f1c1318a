import { describe, expect, test } from 'vitest'
import { fillPath } from '../../src/kernel/path.ts'
import { operations } from '../../src/marketplace/routes.ts'
import { loadPages } from '../../src/node/load-pages.ts'
import { openSimulator } from '../../src/server/open-simulator.ts'
import { createService } from '../../src/server/service.ts'
import { isWhole } from './hostile.ts'
import { probing } from './probing.ts'
import { faults } from './matches.ts'
import { observed } from './observed.ts'
import { pages } from './pages.ts'
import { api, controls, exempt } from './table.ts'
import { isDrawn } from '../support/drawn.ts'

const { probe, begin, slowAmong } = probing()

/** Every entry point there is, as the routes themselves and the operations have it. */
async function entryPoints(): Promise<ReadonlySet<string>> {
  const simulator = openSimulator({ maxSandboxes: 2 }, { pages: loadPages })
  const service = createService(simulator, loadPages, () => Promise.reject(new Error()))
  const dashboard = await loadPages()
  const routes = [simulator.app, service, dashboard(simulator)].flatMap((each) => each.routes)
  const served = operations.flatMap(({ method, path, otherPaths = [] }) =>
    [path, ...otherPaths.map((other) => other.path)].map((each) => ({
      method,
      path: fillPath(each, (name) => `:${name}`),
    })),
  )
  return new Set([...routes, ...served].map(({ method, path }) => `${method} ${path}`))
}

/** Middleware, and the way to the operations, each of which is named: they have no other requests. */
const middleware = ['ALL /*', 'ALL /api/*', 'ALL /_sim/ui/*', 'GET /_sim/schemas/*']

test('every entry point has hostile requests', async () => {
  const known = [...Object.keys({ ...api, ...observed, ...pages, ...controls, ...exempt }), ...middleware]
  const there = await entryPoints()
  expect(there.size).toBeGreaterThan(50)
  expect([...there].filter((each) => !known.includes(each))).toEqual([])
  expect(known.filter((each) => !there.has(each))).toEqual(['a path that nobody knows'])
})

describe.each([
  { dialect: 'documented', named: api },
  { dialect: 'observed', named: observed },
] as const)('no request of the $dialect dialect keeps the server from others', ({ dialect, named }) => {
  test.each(Object.entries(named))('%s', async (_, calls) => {
    await begin([], dialect)
    expect(await slowAmong(calls)).toEqual([])
  })

  const last = new Map(Object.entries(named).map((entry) => [entry[0].split(' ')[0], entry]))
  const ofEachMethod = new Set([...last.values()].map(([name]) => name))

  // Faults look at whole bodies before any operation does: one operation of each method is sent all of them.
  const drawn = Object.entries(named).filter(([name]) => isDrawn(`${dialect} ${name}`))
  test.each(drawn)('%s, while faults look at it', async (name, all) => {
    const calls = Object.fromEntries(Object.entries(all).filter(([call]) => ofEachMethod.has(name) || !isWhole(call)))
    await begin(faults, dialect)
    expect(await slowAmong(calls)).toEqual([])
  })
})

test.each(Object.entries(exempt))('%s takes as long as it needs, and answers', async (_, { calls }) => {
  await begin()
  for (const call of Object.values(calls)) expect((await probe.measure(call)).status).toBe(400)
})
