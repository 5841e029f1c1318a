import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import {
  createSimulator,
  DocumentError,
  type JournalFilter,
  type ShownExchange,
  type SimulatedSandbox,
  type SimulatorOptions,
} from '../../src/index.ts'
import { users } from '../support/simulate.ts'

const LIST = '/api/v0/users/cloud_integrations/'
const INSTANCES = '/api/v0/instances/'
const RENTER = { headers: { Authorization: 'Bearer renter-key' } }
const KEY = 'very-secret-key-77'
const PASSWORD = 'hunter2-9c41'

interface State {
  users: { name: string; api_keys: { permissions?: string[] }[] }[]
  templates: { extra_filters?: Record<string, unknown> }[]
}

const read = async (answer: Promise<Response>) => (await (await answer).json()) as unknown

describe('state', () => {
  test('that was exported and imported is the same, also in another simulator', async () => {
    const sim = createSimulator({ clock: 'frozen', rateLimit: { enabled: false } })
    const rent = { method: 'PUT', headers: { ...RENTER.headers, 'Content-Type': 'application/json' } }
    await sim.fetch('/api/v0/asks/12345678/', { ...rent, body: '{"image":"x"}' })
    const state = sim.exportState()
    const other = createSimulator({ fixture: 'empty', clock: 'frozen', rateLimit: { enabled: false } })
    other.importState(state)
    expect(other.exportState()).toEqual(state)
    expect(await read(other.fetch(INSTANCES, RENTER))).toEqual(await read(sim.fetch(INSTANCES, RENTER)))
  })

  test('that was exported is a copy: writing into it changes no sandbox', () => {
    const sim = createSimulator({ clock: 'frozen' })
    const before = JSON.stringify(sim.exportState())
    const state = sim.exportState() as State
    for (const user of state.users) for (const key of user.api_keys) key.permissions = []
    for (const template of state.templates) Object.assign((template.extra_filters ??= {}), { gpu_ram: { gte: 1 } })
    state.users.length = 0
    expect([sim, sim.sandbox('a')].map((each) => JSON.stringify(each.exportState()))).toEqual([before, before])
  })

  test('of a fixture document is independent of the document', () => {
    const template = { id: 7, creator_id: 1001, name: 't', image: 'i', extra_filters: { gpu_ram: { gte: 24 } } }
    const fixture = { users: structuredClone(users), templates: [template] }
    const sim = createSimulator({ fixture, clock: 'frozen' })
    const before = JSON.stringify(sim.exportState())
    Object.assign(template.extra_filters, { num_gpus: { eq: 8 } })
    Object.assign(fixture.users[0] ?? {}, { name: 'other' })
    expect(JSON.stringify(sim.exportState())).toBe(before)
    expect(JSON.stringify(sim.sandbox('a').exportState())).toBe(before)
  })
})

describe('secrets', () => {
  const fixture = {
    users: [{ id: 1, name: 'me', api_keys: [{ key: KEY }] }],
    offers: [{ id: 5, host_id: 1 }],
    templates: [
      {
        id: 7,
        creator_id: 1,
        name: 't',
        image: 'i',
        docker_login_repo: 'r',
        docker_login_user: 'u',
        docker_login_pass: PASSWORD,
      },
    ],
  }
  const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' }

  /** All that code can read of a sandbox. */
  const faces = ({ journal, faults, findings, coverage, exportState, scenario }: SimulatedSandbox): string =>
    JSON.stringify([
      journal.list(),
      journal.find(1),
      journal.verify({ user_id: 99, api_key: KEY }),
      faults.list(),
      findings(),
      coverage(),
      exportState(),
      scenario(),
    ])

  test('come back nowhere', async () => {
    const told: [ShownExchange, string][] = []
    const sim = createSimulator({ fixture, clock: 'frozen', strict: true, onExchange: (...each) => told.push(each) })
    const added = sim.faults.add({ name: 'f', match: { api_key: KEY }, effect: { latency_ms: 0 } })
    const send = (path: string, method: string, body?: object) =>
      sim.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    await send('/api/v0/template/', 'POST', { name: 'x', image: 'y', docker_login_pass: PASSWORD })
    expect((await send('/api/v0/asks/5/', 'PUT', { image: 'y', image_login: `-u me -p ${PASSWORD} r` })).status).toBe(
      200,
    )
    await send(`/api/v0/${KEY}/?api_key=${KEY}`, 'GET')
    const { instances } = (await read(send(INSTANCES, 'GET'))) as { instances: { jupyter_token: string }[] }
    const token = instances[0]?.jupyter_token ?? ''
    expect(token).toMatch(/^[0-9a-f]{64}$/)

    expect(told.map(([{ id }, sandbox]) => [id, sandbox])).toEqual([1, 2, 3, 4].map((id) => [id, 'default']))
    const shown = faces(sim) + JSON.stringify(told) + JSON.stringify(added)
    for (const secret of [KEY, PASSWORD, token]) expect(shown).not.toContain(secret)
    expect(shown).toContain('********')
  })

  test('come back nowhere from a scenario that brings them', async () => {
    const sim = createSimulator({ clock: 'frozen' })
    sim.scenario({
      name: 's',
      description: 'd',
      fixture,
      faults: [{ name: 'f', match: { api_key: KEY }, effect: { status: 418 } }],
    })
    expect((await sim.fetch(INSTANCES, { headers })).status).toBe(418)
    for (const secret of [KEY, PASSWORD]) expect(faces(sim)).not.toContain(secret)
    expect(JSON.stringify(sim.providerState.setUp(''))).not.toContain(KEY)
  })
})

describe('the journal', () => {
  test('lists by a status, or by a class of them', async () => {
    const sim = createSimulator({ clock: 'frozen' })
    for (const path of [INSTANCES, INSTANCES, '/nowhere']) await sim.fetch(path, RENTER)
    const found = (status: JournalFilter['status']) => sim.journal.list({ status }).map(({ id }) => id)
    expect([found(429), found('4xx'), found('2xx'), found('5xx')]).toEqual([[2], [2, 3], [1], []])
    expect(() => found(-1)).toThrow('status: expected number to be >=0')
  })

  test('counts what it drops, and cannot say then what it no longer knows', async () => {
    const sim = createSimulator({ fixture: { users }, clock: 'frozen', journalSize: 2, rateLimit: { enabled: false } })
    for (const _ of [1, 2, 3]) await sim.fetch(LIST, RENTER)
    await sim.fetch(INSTANCES, RENTER)
    expect([sim.journal.dropped, sim.journal.list().map(({ id }) => id)]).toEqual([2, [3, 4]])
    const match = { operation: 'cloud-connections.list' }
    expect(sim.journal.verify(match)).toMatchObject({ verified: true, count: 1 })
    expect(sim.journal.verify(match, { gte: 2 })).toMatchObject({ verified: 'unknown', count: 1, dropped: 2 })
    expect(sim.journal.verify(match, { gte: 4 })).toMatchObject({ verified: false })
    sim.journal.clear()
    expect([sim.journal.dropped, sim.journal.list()]).toEqual([0, []])
  })
})

interface Unusable {
  readonly options: SimulatorOptions
  readonly error: typeof DocumentError | typeof RangeError
  readonly message: RegExp
}

describe('options that cannot be used', () => {
  test.each<Unusable>([
    { options: { fixture: 'defualt' }, error: DocumentError, message: /did you mean default\?/ },
    { options: { fixture: { users: [{ id: 'x' }] } }, error: DocumentError, message: /^users\.0\.id: / },
    { options: { scenario: 'slow-bot' }, error: DocumentError, message: /did you mean slow-boot/ },
    { options: { clock: 'yesterday' }, error: RangeError, message: /^"yesterday" is not a clock/ },
    { options: { clock: { mode: 'frozen', atMs: Number.NaN } }, error: RangeError, message: /is not a clock/ },
    { options: { clock: { mode: 'forzen' as 'frozen' } }, error: RangeError, message: /is not a clock/ },
    { options: { fixture: [{ users: [] }] as object }, error: RangeError, message: /nor a list of names, nor/ },
    { options: { scenario: [] as object }, error: RangeError, message: /scenario: is neither a name nor a document/ },
    { options: { scenari: 'slow-boot' } as object, error: RangeError, message: /did you mean "scenario"\?/ },
    { options: { rateLimit: { enable: false } as object }, error: RangeError, message: /did you mean "enabled"\?/ },
    { options: { journalSize: -1 }, error: RangeError, message: /^journalSize: / },
    { options: { controlToken: '' }, error: RangeError, message: /^controlToken: is empty/ },
    { options: { maxSandboxes: 1 }, error: RangeError, message: /^maxSandboxes: / },
    { options: { rateLimit: { thresholds: { 'instances.lst': 1 } } }, error: RangeError, message: /instances\.list/ },
    { options: { rateLimit: { thresholds: { 'instances.list': -1 } } }, error: RangeError, message: /-1 seconds/ },
  ])('$options', ({ options, error, message }) => {
    expect(() => createSimulator(options)).toThrow(error)
    expect(() => createSimulator(options)).toThrow(message)
  })
})

const hits = (each: SimulatedSandbox) => each.coverage().operations.find(({ id }) => id === 'instances.list')?.hits

test('findings and coverage tell of this sandbox alone', async () => {
  const sim = createSimulator({ clock: 'frozen' })
  const sandbox = sim.sandbox('a')
  for (const status of [200, 429, 429]) expect((await sandbox.fetch(INSTANCES, RENTER)).status).toBe(status)
  expect(sandbox.findings().map(({ kind, times }) => [kind, times])).toEqual([
    ['polling-faster-than-threshold', 1],
    ['retry-inside-window', 1],
  ])
  expect([hits(sandbox), hits(sim), sim.findings()]).toEqual([3, 0, []])
})

test('a listener of exchanges that throws changes no answer, and what it throws is uncaught', async () => {
  const script = `import { createSimulator } from 'rental-sim'
    process.on('uncaughtException', ({ message }) => console.log('uncaught', message))
    const { fetch, journal } = createSimulator({ onExchange: () => { throw new Error('mine') } })
    const { status } = await fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } })
    console.log(status, journal.list().map(({ id, response }) => id + ':' + response.status).join())`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(stdout.trim().split('\n').toSorted()).toEqual(['200 1:200', 'uncaught mine'])
})
