import { describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { call } from '../support/steer.ts'

/** A pattern, paths that it matches however they are spelled, and paths that it does not. */
const cases: readonly {
  readonly path: string
  readonly matches: readonly string[]
  readonly misses: readonly string[]
}[] = [
  ...[' ', '"', '<', '>', '{', '}', '|', '\\', '^', '`', '[', ']', '%', 'é', 'ß', '日', '😀', '\t', '\u00a0'].map(
    (letter) => ({
      path: `/a${letter}b`,
      matches: [`/a${encodeURIComponent(letter)}b`, `/a${encodeURIComponent(letter).toLowerCase()}b`],
      misses: ['/ab', `/a${encodeURIComponent(encodeURIComponent(letter))}b`],
    }),
  ),
  ...['!', "'", '(', ')', '+', ',', ';', '=', '@', '&', ':', '$', '~', '-', '_', '.', 'x', '7'].map((letter) => {
    const escaped = `%${letter.charCodeAt(0).toString(16)}`
    return {
      path: `/a${letter}b`,
      matches: [`/a${letter}b`, `/a${escaped}b`, `/a${escaped.toUpperCase()}b`],
      misses: ['/a/b', `/a%25${escaped.slice(1)}b`],
    }
  }),
  { path: '/a%20b/%c3%A9', matches: ['/a%20b/%C3%A9', '/a%20b/é'], misses: ['/a%2520b/%C3%A9', '/a+b/é'] },
  { path: '/f/*', matches: ['/f/a%2Fb', '/f/a%2fb'], misses: ['/f/a/b'] },
  { path: '/f/a%2Fb', matches: ['/f/a%2fb'], misses: ['/f/a/b', '/f/a%252Fb'] },
  { path: '/f/a/b', matches: ['/f/a/b'], misses: ['/f/a%2Fb'] },
  { path: '/f/%2A', matches: ['/f/*', '/f/%2a'], misses: ['/f/x', '/f/'] },
  { path: '/f/*0b', matches: ['/f/a0b', '/f/a%200b'], misses: ['/f/a%20b'] },
  { path: '/f/%E9', matches: ['/f/%e9'], misses: ['/f/é', '/f/%25E9'] },
  { path: '/f/é%FF', matches: ['/f/%C3%A9%ff'], misses: ['/f/é'] },
  { path: '/f/100%', matches: ['/f/100%', '/f/100%25'], misses: ['/f/100'] },
  { path: '/f/a%3Fb', matches: ['/f/a%3fb'], misses: ['/f/a?b'] },
]

const statusOf = async ({ fetch }: Simulator, path: string): Promise<number> => (await fetch(path)).status

describe('a path is matched by its letters, however they are escaped', () => {
  test.each(cases)('$path', async ({ path, matches, misses }) => {
    const sim = createSimulator({ clock: 'frozen' })
    sim.stubs.add({ name: 's', match: { path }, answer: { status: 299 } })
    for (const each of matches) expect([each, await statusOf(sim, each)]).toEqual([each, 299])
    for (const each of misses) expect([each, await statusOf(sim, each)]).toEqual([each, 404])
    expect(sim.journal.verify({ path }, { eq: matches.length })).toMatchObject({ verified: true })
    sim.faults.add({ name: 'f', match: { path }, effect: { status: 298 } })
    for (const each of matches) expect([each, await statusOf(sim, each)]).toEqual([each, 298])
    for (const each of misses) expect([each, await statusOf(sim, each)]).toEqual([each, 404])
  })

  test('over a socket, as curl and browsers send it', async () => {
    const sim = createSimulator()
    const url = await sim.listen()
    sim.stubs.add({ name: 's', match: { path: '/rechnungen für März/[2026]' }, answer: { body: 'found' } })
    const found = await fetch(`${url}/rechnungen für März/[2026]`)
    const other = await fetch(`${url}/rechnungen für Mai/[2026]`)
    expect([await found.text(), other.status]).toEqual(['found', 404])
    await sim.close()
  })
})

test('a near miss shows that the path was reached', async () => {
  const sim = createSimulator()
  sim.stubs.add({ name: 's', match: { path: '/a b', method: 'POST' }, answer: {} })
  await sim.fetch('/a b')
  await sim.fetch('/a c')
  expect(sim.journal.list().map((each) => each.near_misses)).toEqual([
    [{ stub: 's', missed: [{ criterion: 'method', expected: 'POST', actual: 'GET' }] }],
    [],
  ])
})

test.each([
  ['/a/../b', 'has a segment . or ..'],
  ['/a/%2E%2e/b', 'has a segment . or ..'],
  ['/a/.', 'has a segment . or ..'],
  ['/a?b', '? and # in a path are written %3F and %23'],
  ['/x{id}', 'has {id}, which is not a wildcard: * stands for anything within a segment, and %7Bid%7D for the text'],
])('%s can match no request, and is refused', async (path, msg) => {
  const sim = createSimulator()
  const refused = await call(sim, 'POST', '/stubs', { name: 's', match: { path }, answer: {} })
  expect(refused).toMatchObject({ status: 400, body: { msg: expect.stringContaining(msg) } })
  for (const taken of ['/a/..b', '/a/.../b', '/x%7Bid%7D'])
    expect(await call(sim, 'POST', '/stubs', { name: 's', match: { path: taken }, answer: {} })).toMatchObject({
      status: 200,
    })
})
