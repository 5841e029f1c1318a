import { describe, expect, test } from 'vitest'
import { MAX_FAULT_HEADER_BYTES } from '../../src/testing/faults/schema.ts'
import { MAX_FIXTURES } from '../../src/testing/fixtures/document-store.ts'
import { TOO_LARGE } from '../../src/testing/journal/match.ts'
import { MAX_PATTERN } from '../../src/testing/journal/json-path.ts'
import { MAX_CRITERIA } from '../../src/testing/journal/match-schema.ts'
import { MAX_TIMELINE, MAX_TYING } from '../../src/testing/scenarios/document.ts'
import { MAX_FILLED_CHARACTERS } from '../../src/testing/scenarios/params.ts'
import { MAX_VERIFY_STEPS } from '../../src/testing/journal/verify.ts'
import { MAX_FAULT_STEPS } from '../../src/server/recorded-request.ts'
import { MAX_URL_WORDS } from '../../src/server/url-keys.ts'
import { createSimulator } from '../../src/index.ts'
import { simulate } from '../support/simulate.ts'

const like = (pattern: RegExp): unknown => expect.stringMatching(pattern)
const TEMPLATES = '/api/v0/template/'
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const refused = (msg: RegExp): object => ({ status: 400, body: { error: 'invalid_args', msg: like(msg) } })

describe('a path into a body', () => {
  test.each([`$.a${'[0,0,0,0]'.repeat(14)}`, '$..a..b..c', '$.a[0:2]', '$.a[?@.b == 1]', '$.a[01]', '$.a b'])(
    '%s is refused where it is loaded',
    async (path) => {
      const { control } = simulate()
      const match = { body: { [path]: 1 } }
      expect(await control.post('/_sim/requests/verify', { match })).toEqual(refused(/^match\.body\./))
      expect(await control.post('/_sim/faults', { name: 'f', match, effect: { status: 503 } })).toEqual(
        refused(/JSONPath|descents/),
      )
    },
  )

  test.each([
    ['$', { a: [1, { b: 'x' }] }, { a: [1, { b: 'x' }] }],
    ["$['a'][1]['b']", { a: [1, { b: 'x' }] }, 'x'],
    ['$.a[-1].b', { a: [1, { b: 'x' }] }, 'x'],
    ['$.a[*].b', { a: [1, { b: 'x' }] }, 'x'],
    ['$.*[0]', { a: [1] }, 1],
    ['$..b', { a: [{ b: 1 }, { b: 2 }] }, 2],
    ['$..a..b', { a: { a: { b: 3 } } }, 3],
    ['$..*', { a: { b: [4] } }, 4],
    [String.raw`$["it's \"so\""]`, { 'it\'s "so"': 7 }, 7],
  ] as const)('%s leads to a value of %j', async (path, sent, value) => {
    const { as, control } = simulate()
    await as('renter-key').post(TEMPLATES, sent)
    const count = async (expected: unknown): Promise<unknown> =>
      (
        (await control.post('/_sim/requests/verify', { match: { body: { [path]: expected } } })).body as {
          count: number
        }
      ).count
    expect(await count(value)).toBe(1)
    expect(await count('else')).toBe(0)
  })
})

test('a journal that is too large for a match is answered with 413, and a narrower match is answered', async () => {
  const { as, control } = simulate()
  const text = `{"note":"${'x'.repeat(900_000)}"}`
  for (let sent = 0; sent * text.length <= MAX_VERIFY_STEPS; sent++)
    await as('renter-key').post(TEMPLATES, undefined, { text })
  const body = { '$.note': 1 }
  expect(await control.post('/_sim/requests/verify', { match: { body } })).toMatchObject({
    status: 413,
    body: { error: 'too_large', hint: like(/name an operation/) },
  })
  const match = { operation: 'instances.create', body }
  expect(await control.post('/_sim/requests/verify', { match })).toMatchObject({ status: 200, body: { count: 0 } })
})

test('a request that is too large for a fault does not meet it, and the near miss says so', async () => {
  const { as, control } = simulate()
  const body = Object.fromEntries(many(100, (at) => [`$..a${at}`, 1]))
  await control.post('/_sim/faults', { name: 'f', match: { body }, effect: { status: 503 } })
  const sent = Object.fromEntries(many(15_000, (at) => [`k${at}`, 1]))
  expect((await as('renter-key').post(TEMPLATES, sent)).status).toBe(400)
  const [exchange] = createdBy((await control.get('/_sim/requests')).body)
  expect(exchange?.near_misses[0]?.missed.at(-1)).toEqual({
    criterion: 'body.$..a99',
    expected: 1,
    actual: TOO_LARGE,
  })
})

const createdBy = (body: unknown) =>
  (body as { requests: { near_misses: { missed: { criterion: string }[] }[] }[] }).requests

const scenario = (rest: object) => ({ scenario: { name: 'x', description: 'x', ...rest } })

describe('a control call', () => {
  test.each<readonly [string, string, object, object]>([
    ['names a fixture twice', 'reset', { fixture: ['default', 'default'] }, refused(/"default" is named twice/)],
    ['names many fixtures', 'reset', { fixture: many(MAX_FIXTURES + 1, String) }, refused(/at most 20/)],
    ['brings a long seed', 'reset', { seed: 'x'.repeat(257) }, refused(/^seed: /)],
    [
      'holds too many values',
      'reset',
      { fixture: many(200_000, () => 1) },
      {
        status: 413,
        body: { error: 'too_large', msg: like(/more than 20000 values/), hint: like(/PUT \/_sim\/state/) },
      },
    ],
    [
      'names an unknown operation',
      'reset',
      Object.fromEntries(many(5000, (at) => [`k${at}`, 1])),
      refused(/and 4980 more$/),
    ],
    [
      'has a header of one hop',
      'faults',
      { name: 'f', effect: { status: 418, headers: { Trailer: 'x' } } },
      refused(/Trailer: is about one connection/),
    ],
    [
      'has more headers than clients take',
      'faults',
      {
        name: 'f',
        effect: {
          status: 418,
          headers: { 'X-A': 'x'.repeat(MAX_FAULT_HEADER_BYTES / 2), 'X-B': 'x'.repeat(MAX_FAULT_HEADER_BYTES / 2) },
        },
      },
      refused(/have more than 8192 bytes/),
    ],
  ])('that %s is refused', async (_, call, body, answer) => {
    expect(await simulate().control.post(`/_sim/${call}`, body)).toEqual(answer)
  })

  test('over 1 MiB is refused, except for a state', async () => {
    const { control } = simulate()
    const description = 'x'.repeat(1_100_000)
    expect((await control.put('/_sim/scenario', { scenario: { name: 'x', description } })).status).toBe(413)
    const users = many(15_000, (at) => ({ id: at + 1, name: 'x'.repeat(100) }))
    expect(await control.put('/_sim/state', { users })).toEqual({ status: 200, body: { imported: true } })
  })

  test('with more wrong in it than can be listed is refused, and changes nothing', async () => {
    const { control } = simulate()
    const before = await control.get('/_sim/state')
    expect(await control.put('/_sim/state', { users: many(2000, () => ({ idd: 1 })) })).toMatchObject(
      refused(/and 5980 more$/),
    )
    expect(await control.put('/_sim/state', { users: many(200_000, () => ({ idd: 1 })) })).toMatchObject(
      refused(/^a fixture has 20000 rows in all, not 200000$/),
    )
    expect(await control.get('/_sim/state')).toEqual(before)
  })

  test.each<readonly [string, object, RegExp]>([
    [
      'multiplies',
      scenario({
        params: { a: { type: 'string', default: 'x'.repeat(4000) } },
        faults: [{ name: 'f', effect: { status: 503, body: '${a}'.repeat(20_000) } }],
      }),
      new RegExp(`fill in more than ${MAX_FILLED_CHARACTERS} characters`),
    ],
    [
      'is too long a timeline',
      scenario({
        timeline: many(MAX_TIMELINE + 1, (at) => ({ after: at, set: { offers: { 12345678: { dph_base: 1 } } } })),
      }),
      /^timeline: /,
    ],
    [
      'ties too many rows',
      scenario({ timeline: many(MAX_TYING + 1, (at) => ({ after: at, remove: { offers: [at] } })) }),
      /timeline: has more than 250 entries/,
    ],
  ])('whose scenario %s is refused', async (_, body, msg) => {
    expect(await simulate().control.put('/_sim/scenario', body)).toEqual(refused(msg))
  })

  test('advances over a whole timeline, in time order, and answers health meanwhile', async () => {
    const simulator = createSimulator({ clock: 'frozen' })
    const timeline = many(MAX_TIMELINE, (at) => ({
      after: MAX_TIMELINE - at,
      set: { offers: { 12345678: { dph_base: at } } },
    }))
    simulator.scenario({ name: 'x', description: 'x', timeline })
    const order: string[] = []
    const advancing = simulator.clock.advance(MAX_TIMELINE).then(({ happened }) => {
      order.push('advanced')
      return happened
    })
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    order.push(`health ${(await simulator.fetch('/_sim/health')).status}`)
    const happened = await advancing
    expect(order).toEqual(['health 200', 'advanced'])
    const offers = happened.filter(({ text }) => text === 'offers 12345678 gets dph_base')
    expect(offers).toHaveLength(MAX_TIMELINE)
    expect(offers.map(({ at }) => at)).toEqual(offers.map(({ at }) => at).toSorted())
  })
})

test('a match of too many criteria, or of too long a path, is refused', async () => {
  const { control } = simulate()
  const headers = Object.fromEntries(many(MAX_CRITERIA + 1, (at) => [`x-${at}`, 'x']))
  expect(await control.post('/_sim/requests/verify', { match: { headers } })).toEqual(
    refused(/^match\.headers: has more than 100 entries/),
  )
  const body = { [`$.${'a'.repeat(MAX_PATTERN)}`]: 1 }
  expect(await control.post('/_sim/requests/verify', { match: { body } })).toEqual(refused(/^match\.body\./))
})

test('every fault has the same steps left for a request, whichever comes first', async () => {
  const { as, control } = simulate()
  const glob = `/api/${'**'.repeat(100)}/template/`
  await control.post('/_sim/faults', { name: 'f', match: { path: glob }, effect: { status: 503 } })
  expect(glob.length * TEMPLATES.length).toBeLessThan(MAX_FAULT_STEPS)
  expect((await as('renter-key').get(TEMPLATES)).status).toBe(503)
})

test('a URL of more words than are compared with the keys is shown without its query', async () => {
  const { simulator } = simulate()
  await simulator.fetch(`${TEMPLATES}?${many(MAX_URL_WORDS, (at) => `x=word${at}`).join('&')}&x=host-key`)
  expect(simulator.journal.list()[0]?.request).toMatchObject({ path: TEMPLATES, query: '********' })
})

test('a seed of code is bounded too', () => {
  expect(() => createSimulator({ seed: 'x'.repeat(257) })).toThrow(/^seed: /)
  expect(() => createSimulator().reset({ seed: 'x'.repeat(257) })).toThrow(/seed: /)
  expect(() => createSimulator({ seed: 'x'.repeat(256) })).not.toThrow()
})
