import { describe, expect, test } from 'vitest'
import { SteeringError } from '../../src/index.ts'
import { simulate, type Simulated } from '../support/simulate.ts'

const TEMPLATES = '/api/v0/template/'
const EXPECTED = '/_sim/findings/expected'

const misspell = (world: Simulated, sandbox = '') =>
  world.as('renter-key').post(`${sandbox}${TEMPLATES}`, { name: 'x', image: 'y', imgae: 'z' })
const stray = (world: Simulated, sandbox = '') => world.as('renter-key').get(`${sandbox}/api/v0/nowhere/`)

/** Kinds of the findings of a sandbox, or of the whole run, with a mark where they are expected. */
async function kinds({ control }: Simulated, path = '/_sim/findings'): Promise<readonly string[]> {
  const { findings } = (await control.get(path)).body as { findings: { kind: string; expected?: boolean }[] }
  return findings.map(({ kind, expected }) => `${kind}${expected === undefined ? '' : ` expected ${expected}`}`)
}

describe('PUT /_sim/findings/expected', () => {
  test('marks the findings of a kind, and no others', async () => {
    const world = simulate()
    expect(await world.control.put(EXPECTED, ['unread-field'])).toEqual({
      status: 200,
      body: { expected: [{ kind: 'unread-field', times: 0 }] },
    })
    await misspell(world)
    await stray(world)
    expect(await kinds(world)).toEqual(['unread-field expected true', 'unmatched-request'])
    expect(await world.control.get(EXPECTED)).toEqual({
      status: 200,
      body: { expected: [{ kind: 'unread-field', times: 1 }] },
    })
  })

  test('may come after what it expects, and replaces what was expected before', async () => {
    const world = simulate()
    await misspell(world)
    await stray(world)
    await world.control.put(EXPECTED, ['unread-field'])
    await world.control.put(EXPECTED, ['unmatched-request'])
    expect(await kinds(world)).toEqual(['unread-field', 'unmatched-request expected true'])
  })

  test('may name the operation', async () => {
    const world = simulate()
    await misspell(world)
    for (const operation of ['templates.edit', 'templates.create']) {
      await world.control.put(EXPECTED, [{ kind: 'unread-field', operation }])
      const mark = operation === 'templates.create' ? ' expected true' : ''
      expect(await kinds(world)).toEqual([`unread-field${mark}`])
    }
  })

  test('expects a fault that never fires too', async () => {
    const world = simulate()
    await world.control.post('/_sim/faults', { name: 'f', effect: { status: 503 }, must_fire: true })
    await world.control.put(EXPECTED, ['fault-never-fired'])
    expect(await kinds(world)).toEqual(['fault-never-fired expected true'])
    expect(await kinds(world, '/_sim/totals')).toEqual(['fault-never-fired expected true'])
  })

  test.each([
    { sandboxes: ['/~a', '/~b'], told: 'fault-never-fired expected true' },
    { sandboxes: ['/~a'], told: 'fault-never-fired' },
    { sandboxes: ['/~b'], told: 'fault-never-fired' },
  ])('where $sandboxes of two sandboxes expect it, the run has $told', async ({ sandboxes, told }) => {
    const world = simulate()
    for (const sandbox of ['/~a', '/~b'])
      await world.control.post(`${sandbox}/_sim/faults`, { name: 'f', effect: { status: 503 }, must_fire: true })
    for (const sandbox of sandboxes) await world.control.put(`${sandbox}${EXPECTED}`, ['fault-never-fired'])
    expect(await kinds(world, '/_sim/totals')).toEqual([told])
  })

  test.each([
    { key: 'rentr-key', advice: 'It meets no operation: no user has the api_key of its match.' },
    { key: 'renter-key', advice: 'Compare its match with the near misses in the journal.' },
  ])('a fault for the key $key that never fires says whether a user has it', async ({ key, advice }) => {
    const { control } = simulate()
    const fault = { name: 'f', match: { api_key: key }, effect: { status: 503 }, must_fire: true }
    await control.post('/_sim/faults', fault)
    expect((await control.get('/_sim/findings')).body).toMatchObject({ findings: [{ advice }] })
  })

  test.each([
    { body: ['unread-fild'], msg: '0: there is no kind of findings "unread-fild"; did you mean "unread-field"?' },
    { body: [{ kind: 'stale' }], msg: '0.kind: there is no kind of findings "stale"; did you mean "stale-hash-id"?' },
    {
      body: [{ kind: 'unread-field', operation: 'templates.creat' }],
      msg: '0.operation: there is no operation "templates.creat"; did you mean "templates.create"?',
    },
    { body: { kind: 'unread-field' }, msg: 'expected array, received object; write a list: [ … ]' },
  ])('refuses $body and changes nothing', async ({ body, msg }) => {
    const world = simulate()
    await world.control.put(EXPECTED, ['stale-hash-id'])
    expect(await world.control.put(EXPECTED, body)).toEqual({ status: 400, body: { error: 'invalid_args', msg } })
    expect(await world.control.get(EXPECTED)).toMatchObject({ body: { expected: [{ kind: 'stale-hash-id' }] } })
  })

  test('is about one sandbox', async () => {
    const world = simulate()
    await world.control.put(`/~a${EXPECTED}`, ['unread-field'])
    await misspell(world)
    await misspell(world, '/~a')
    expect(await kinds(world)).toEqual(['unread-field'])
    expect(await kinds(world, '/~a/_sim/findings')).toEqual(['unread-field expected true'])
  })

  test('holds until a reset or a scenario, and a snapshot keeps it', async () => {
    const world = simulate()
    await world.control.put(EXPECTED, ['unread-field'])
    await world.control.post('/_sim/snapshots', { name: 's' })
    await world.control.post('/_sim/reset')
    expect(await world.control.get(EXPECTED)).toEqual({ status: 200, body: { expected: [] } })
    await world.control.post('/_sim/snapshots', { name: 's' })
    await world.control.put(EXPECTED, ['unread-field'])
    await world.control.post('/_sim/snapshots/s/restore')
    expect(await world.control.get(EXPECTED)).toEqual({ status: 200, body: { expected: [] } })
    await world.control.put(EXPECTED, ['unread-field'])
    await world.control.put('/_sim/scenario', { name: 'slow-boot' })
    expect(await world.control.get(EXPECTED)).toEqual({ status: 200, body: { expected: [] } })
  })
})

describe('the totals of a run', () => {
  test('tell what was expected apart from the same where it was not', async () => {
    const world = simulate()
    await misspell(world)
    await misspell(world, '/~a')
    await misspell(world, '/~a')
    await world.control.put(`/~a${EXPECTED}`, ['unread-field'])
    const totals = {
      body: {
        findings: [
          { times: 1, sandbox: 'default' },
          { times: 2, sandbox: 'a', expected: true },
        ],
      },
    }
    expect(await world.control.get('/_sim/totals')).toMatchObject(totals)
    await world.control.delete('/_sim/sandboxes/a')
    await world.control.post('/_sim/reset')
    expect(await world.control.get('/_sim/totals')).toMatchObject(totals)
    expect((await world.control.get('/_sim/findings')).body).toEqual({ findings: [] })
  })

  test('judge a world by what it expected when it was left', async () => {
    const world = simulate()
    await misspell(world)
    await world.control.put(EXPECTED, ['unread-field'])
    await world.control.post('/_sim/reset')
    expect(await kinds(world, '/_sim/totals')).toEqual(['unread-field expected true'])
    await misspell(world)
    expect(await kinds(world, '/_sim/totals')).toEqual(['unread-field', 'unread-field expected true'])
  })
})

test('code says the same', async () => {
  const world = simulate()
  const { simulator } = world
  await misspell(world)
  expect(simulator.expectFindings([{ kind: 'unread-field', operation: 'templates.create' }])).toEqual([
    { kind: 'unread-field', operation: 'templates.create', times: 1 },
  ])
  expect(simulator.expectFindings()).toHaveLength(1)
  expect(simulator.findings()).toMatchObject([{ kind: 'unread-field', expected: true }])
  expect(() => simulator.expectFindings(['unread' as 'unread-field'])).toThrow(SteeringError)
  expect(simulator.expectFindings([])).toEqual([])
  expect(simulator.findings()[0]).not.toHaveProperty('expected')
})
