import { describe, expect } from 'vitest'
import { createSimulator, type SimulatedSandbox, SteeringError } from '../../src/index.ts'
import { expect as ours, test } from '../../src/vitest.ts'
import { users } from '../support/simulate.ts'

const LIST = '/api/v0/instances/'
const TEMPLATES = '/api/v0/template/'
const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }

test.override('simulatorOptions', { fixture: { users }, clock: 'frozen', rateLimit: { enabled: false } })

const create = (sim: SimulatedSandbox, body: object) =>
  sim.fetch(TEMPLATES, { method: 'POST', headers, body: JSON.stringify(body) })

/** What a failing assertion prints. */
function said(assertion: () => void): string {
  try {
    assertion()
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error('the assertion holds')
}

describe('toHaveReceived', () => {
  test('holds for at least one request, or for as many as are named', async ({ sim }) => {
    for (const _ of [1, 2]) await sim.fetch(LIST, { headers })
    expect(sim).toHaveReceived({})
    expect(sim).toHaveReceived({ operation: 'instances.list', method: 'get', user_id: 1001 })
    expect(sim).toHaveReceived({ api_key: 'renter-key' }, { eq: 2 })
    expect(sim).toHaveReceived({ path: '/api/**' }, { gte: 1, lte: 2 })
    expect(sim).toHaveReceived({ operation: 'templates.create' }, { eq: 0 })
    expect(sim).not.toHaveReceived({ operation: 'templates.create' })
    expect(sim).not.toHaveReceived({ operation: 'instances.list' }, { eq: 1 })
    expect(sim).not.toHaveReceived({ operation: 'instances.list' }, { gte: 3 })
  })

  test('prints the nearest requests, and what each missed', async ({ sim }) => {
    await create(sim, { name: 'trainer', image: 'y' })
    await sim.fetch(LIST, { headers })
    const match = { operation: 'templates.create', user_id: 1002, body: { '$.name': 'tuner' } }
    expect(said(() => expect(sim).toHaveReceived(match))).toBe(
      [
        'expected {"gte":1} of {"operation":"templates.create","user_id":1002,"body":{"$.name":"tuner"}}; there were 0',
        'nearest that did not match:',
        '  exchange 1, POST /api/v0/template/',
        '    user_id: expected 1002, got 1001',
        '    body.$.name: expected "tuner", got "trainer"',
        '  exchange 2, GET /api/v0/instances/',
        '    operation: expected "templates.create", got "instances.list"',
        '    user_id: expected 1002, got 1001',
        '    body.$.name: expected "tuner", got []',
      ].join('\n'),
    )
  })

  test('says how to write a count that is a number alone', ({ sim }) => {
    // @ts-expect-error: a count is an object
    expect(() => expect(sim).toHaveReceived({}, 2)).toThrow('2 is not a count: write { eq: 2 }')
    expect(() => expect(sim).toHaveReceived({}, { eq: 0 })).not.toThrow()
  })

  test('says how many there were when it is the number that is wrong', async ({ sim }) => {
    sim.faults.add({ name: 'busy', when: { after: 1 }, effect: { status: 429 } })
    for (const _ of [1, 2]) await sim.fetch(LIST, { headers })
    expect(said(() => expect(sim).toHaveReceived({ operation: 'instances.list' }, { eq: 1 }))).toBe(
      [
        'expected {"eq":1} of {"operation":"instances.list"}; there were 2',
        'these:',
        '  exchange 1, GET /api/v0/instances/ answered 200, assumed',
        '  exchange 2, GET /api/v0/instances/ answered 429, injected (fault busy)',
      ].join('\n'),
    )
    expect(said(() => expect(sim).toHaveReceived({ operation: 'templates.create' }))).toContain('there were 0')
  })

  test('turned round by .not says so', async ({ sim }) => {
    await sim.fetch(LIST, { headers })
    expect(said(() => expect(sim).not.toHaveReceived({ path: LIST }))).toBe(
      'expected not {"gte":1} of {"path":"/api/v0/instances/"}; there were 1\nthese:\n  exchange 1, GET /api/v0/instances/ answered 200, assumed',
    )
  })

  test('prints no API key', async ({ sim }) => {
    await sim.fetch(LIST, { headers })
    const message = said(() => expect(sim).toHaveReceived({ api_key: 'host-key' }))
    expect(message).toContain('of {"api_key":"********"}; there were 0')
    expect(message).toMatch(/api_key: expected "[0-9a-f]+", got "[0-9a-f]+"/)
    expect(message).not.toMatch(/host-key|renter-key/)
  })

  test('refuses a match or a count that is none, with .not too', ({ sim }) => {
    const typo = { operatoin: 'instances.list' } as object
    expect(() => expect(sim).toHaveReceived(typo)).toThrow(SteeringError)
    expect(() => expect(sim).not.toHaveReceived(typo)).toThrow(SteeringError)
    const lst = { operation: 'instances.lst' }
    expect(() => expect(sim).toHaveReceived(lst)).toThrow(/did you mean "instances\.list"/)
    expect(() => expect(sim).not.toHaveReceived(lst)).toThrow(/did you mean "instances\.list"/)
    expect(() => expect(sim).not.toHaveReceived({}, {})).toThrow(/names none of eq, gte, lte/)
  })

  test('refuses patterns, and says what to write', ({ sim }) => {
    const body = { '$.name': { first: expect.any(String) as unknown } } as object
    expect(said(() => expect(sim).toHaveReceived({ body } as object))).toBe(
      'body.$.name.first: a request is compared with plain values: write one, or leave it out and match the requests of sim.journal.list()',
    )
  })

  test('holds neither way when the journal dropped what could have been among them', async () => {
    const sim = createSimulator({ fixture: { users }, journalSize: 1, rateLimit: { enabled: false } })
    for (const path of [TEMPLATES, LIST]) await sim.fetch(path, { headers })
    const dropped = 'the journal dropped 1 that could have been among them'
    const match = { operation: 'templates.search' }
    expect(said(() => expect(sim).toHaveReceived(match))).toContain(`there were 0\n${dropped}`)
    expect(said(() => expect(sim).not.toHaveReceived(match))).toContain(`there were 0\n${dropped}`)
    expect(sim).not.toHaveReceived(match, { gte: 2 })
    expect(sim).toHaveReceived({ operation: 'instances.list' })
  })
})

test('each is of a sandbox, and says so', () => {
  const given = [
    () => expect({}).toHaveReceived({}),
    () => expect({}).toHaveChanged({}),
    () => expect({}).not.toHaveNoFindings(),
    () => expect({}).toHaveFindings([]),
  ]
  for (const act of given)
    expect(act).toThrow(/^\w+ is of a simulator or a sandbox of rental-sim: write expect\(sim\)\.\w/)
  expect(() => expect(undefined).toHaveNoFindings()).toThrow("take test from 'rental-sim/vitest', which gives sim")
})

test('rental-sim/vitest hands on the expect of Vitest', () => expect(ours).toBe(expect))

describe('toHaveNoFindings', () => {
  test('holds as long as the client does nothing wrong', async ({ sim }) => {
    expect(sim).toHaveNoFindings()
    expect(said(() => expect(sim).not.toHaveNoFindings())).toBe('the client did nothing wrong')
  })

  test('prints what the client did, how often, and what to do instead', async ({ sim }) => {
    for (const _ of [1, 2]) await create(sim, { name: 'x', image: 'y', imgae: 'z' })
    expect(sim).not.toHaveNoFindings()
    const [finding] = sim.findings()
    expect(finding).toMatchObject({ kind: 'unread-field', times: 2 })
    expect(said(() => expect(sim).toHaveNoFindings())).toBe(
      `the client should not have done this:\n  unread-field, 2 x: ${finding?.text}\n    ${finding?.advice}`,
    )
  })

  test('leaves out what the test expects', async ({ sim }) => {
    await create(sim, { name: 'x', image: 'y', imgae: 'z' })
    sim.expectFindings([{ kind: 'unread-field', operation: 'templates.create' }])
    expect(sim).toHaveNoFindings()
    await sim.fetch('/api/v0/nowhere/', { headers })
    const message = said(() => expect(sim).toHaveNoFindings())
    expect(message).toContain('unmatched-request, 1 x: ')
    expect(message).not.toContain('unread-field')
  })

  test('prints what would steer a terminal, and obeys none of it', async ({ sim }) => {
    await create(sim, { name: 'x', image: 'y', '\u001B[31m\u202E': 1 })
    expect(said(() => expect(sim).toHaveNoFindings())).toContain(String.raw`not read: \u001b[31m\u202e`)
  })

  test('a fault that must fire and did not is one', ({ sim }) => {
    sim.faults.add({ name: 'down', effect: { status: 503 }, must_fire: true })
    expect(said(() => expect(sim).toHaveNoFindings())).toMatch(/fault-never-fired, 1 x: the fault down never fired/)
  })
})

describe('toHaveFindings', () => {
  test('holds when each was seen, which is expected from then on', async ({ sim }) => {
    await create(sim, { name: 'x', image: 'y', imgae: 'z' })
    await sim.fetch('/api/v0/nowhere/', { headers })
    expect(sim).toHaveFindings(['unread-field'])
    expect(sim).not.toHaveNoFindings()
    expect(sim).toHaveFindings([{ kind: 'unread-field', operation: 'templates.create' }, 'unmatched-request'])
    expect(sim).toHaveNoFindings()
    expect(sim.findings().map(({ expected }) => expected)).toEqual([true, true])
  })

  test('fails on one that was not seen, prints those that were, and expects nothing then', async ({ sim }) => {
    await create(sim, { name: 'x', image: 'y', imgae: 'z' })
    const missing = [{ kind: 'unread-field', operation: 'templates.edit' }, 'unread-field', 'stale-hash-id'] as const
    expect(said(() => expect(sim).toHaveFindings(missing))).toMatch(
      /^expected these findings: unread-field templates\.edit, stale-hash-id; there were:\n {2}unread-field, 1 x: not read/,
    )
    expect(sim.expectFindings()).toEqual([])
    expect(sim).not.toHaveNoFindings()
  })

  test('turned round by .not holds while one of them is not seen, and expects nothing', async ({ sim }) => {
    expect(sim).not.toHaveFindings(['unread-field'])
    await create(sim, { name: 'x', image: 'y', imgae: 'z' })
    expect(said(() => expect(sim).not.toHaveFindings(['unread-field']))).toMatch(
      /^expected none of these findings: unread-field; there were:\n/,
    )
    expect(sim).not.toHaveNoFindings()
  })

  test('says so when there are none, and refuses what names none', ({ sim }) => {
    expect(said(() => expect(sim).toHaveFindings(['stale-hash-id']))).toBe(
      'expected these findings: stale-hash-id; there were none',
    )
    expect(() => expect(sim).toHaveFindings([])).toThrow(RangeError)
    expect(() => expect(sim).toHaveFindings(['stale' as 'stale-hash-id'])).toThrow(SteeringError)
  })
})

describe('toHaveChanged', () => {
  const [renter, offer] = [{ user_id: 1001 }, 12345678]
  const rows = { users, offers: [{ id: offer, host_id: 1002, gpu_name: 'RTX 4090', num_gpus: 1 }] }
  const rent = (sim: SimulatedSandbox) =>
    sim.fetch(`/api/v0/asks/${offer}/`, { method: 'PUT', headers, body: '{"image":"x"}' })

  test('holds for rows that came, changed and went, by fields before and after', async ({ sim }) => {
    sim.importState(rows)
    await create(sim, { name: 'trainer', image: 'y' })
    await rent(sim)
    const [{ id, hash_id }] = (sim.exportState() as { templates: [{ id: number; hash_id: string }] }).templates
    await sim.fetch(TEMPLATES, { method: 'PUT', headers, body: JSON.stringify({ hash_id, name: 'tuner' }) })
    await sim.fetch(TEMPLATES, { method: 'DELETE', headers, body: JSON.stringify({ template_id: id }) })
    expect(sim).toHaveChanged({})
    expect(sim).toHaveChanged({ collection: 'instances', before: null, after: renter }, { eq: 1 })
    expect(sim).toHaveChanged({ exchange: 3, id, before: { name: 'trainer' }, after: { name: 'tuner' } })
    expect(sim).toHaveChanged({ operation: 'templates.delete', after: null })
    expect(sim).toHaveChanged({ after: { name: expect.stringMatching(/^t/) } }, { eq: 2 })
    expect(sim).not.toHaveChanged({ collection: 'instances' }, { gte: 2 })
    expect(sim).not.toHaveChanged({ collection: 'volumes' })
    expect(sim).not.toHaveChanged({ collection: 'instances', after: null })
    expect(sim).not.toHaveChanged({ operation: 'templates.edit', after: { name: 'trainer' } })
  })

  test('holds for no request that changed nothing, and for nothing that a test did itself', async ({ sim }) => {
    sim.importState(rows)
    await sim.fetch(LIST, { headers })
    await create(sim, { name: 1 })
    expect(sim).not.toHaveChanged({})
    expect(said(() => expect(sim).toHaveChanged({ collection: 'instances' }))).toBe(
      'expected {"gte":1} changes like {"collection":"instances"}; there were 0\nno request changed a row',
    )
  })

  test('prints what did change', async ({ sim }) => {
    sim.importState(rows)
    await create(sim, { name: 'trainer', image: 'y', docker_login_pass: 'secret' })
    const [{ id, hash_id }] = (sim.exportState() as { templates: [{ id: number; hash_id: string }] }).templates
    await sim.fetch(TEMPLATES, { method: 'PUT', headers, body: JSON.stringify({ hash_id, name: 'tuner' }) })
    await sim.fetch(TEMPLATES, { method: 'DELETE', headers, body: JSON.stringify({ template_id: id }) })
    const message = said(() => expect(sim).toHaveChanged({ collection: 'instances' }))
    expect(message.split('\n').map((line) => line.slice(0, 62))).toEqual([
      'expected {"gte":1} changes like {"collection":"instances"}; th',
      'what changed:',
      `  exchange 1, templates.create: templates ${id} came: {"id":${id},"cre`,
      `  exchange 2, templates.edit: templates ${id} name "trainer" to "t`,
      `  exchange 3, templates.delete: templates ${id} went`,
    ])
    expect(message).not.toContain('secret')
    expect(said(() => expect(sim).not.toHaveChanged({ id }))).toContain('expected not {"gte":1} changes like')
  })

  test('prints the latest ten where there were more, and long values in short', async ({ sim }) => {
    for (const _ of Array(12).keys()) await create(sim, { name: 'n'.repeat(200), image: 'y' })
    const lines = said(() => expect(sim).not.toHaveChanged({})).split('\n')
    expect([lines.length, lines.at(-1)]).toEqual([13, '  and 2 before'])
    expect(lines[2]).toMatch(/^ {2}exchange 3, templates\.create: templates \d+ came: .{120}…$/)
    const received = said(() => expect(sim).not.toHaveReceived({})).split('\n')
    expect(received.slice(0, 3)).toEqual([
      'expected not {"gte":1} of {}; there were 12',
      'the last of them:',
      '  exchange 3, POST /api/v0/template/ answered 200, assumed',
    ])
  })

  test('says of a journal that dropped exchanges that it does not know', async () => {
    const small = createSimulator({ journalSize: 1, clock: 'frozen' })
    await create(small, { name: 'a', image: 'y' })
    await small.fetch(LIST, { headers })
    const message = said(() => expect(small).toHaveChanged({}))
    expect(message).toContain('the journal dropped 1 exchanges that could have made some')
    expect(said(() => expect(small).not.toHaveChanged({}))).toBe(message.replace('expected ', 'expected not '))
  })

  test('refuses a match that could never hold', ({ sim }) => {
    const wrong: object = { colection: 'instances' }
    expect(() => expect(sim).not.toHaveChanged(wrong)).toThrow(SteeringError)
    expect(() => expect(sim).toHaveChanged({ collection: 'instance' })).toThrow(SteeringError)
    expect(() => expect(sim).toHaveChanged({ collection: 'instance' })).toThrow('did you mean "instances"?')
    expect(() => expect(sim).toHaveChanged({}, {})).toThrow(SteeringError)
  })
})
