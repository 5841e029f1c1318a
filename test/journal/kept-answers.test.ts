import { expect, test } from 'vitest'
import { createSimulator, type SimulatedSandbox } from '../../src/index.ts'

const KEY = { headers: { Authorization: 'Bearer renter-key' } }
const JSON_KEY = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }

/** Values kept with rows must not be used in other worlds, or at other moments, for the same rows. */
const listing = async (sandbox: SimulatedSandbox) => {
  const response = await sandbox.fetch('/api/v0/instances/', KEY)
  const { instances } = (await response.json()) as { instances: { duration: number; label: string }[] }
  return instances.map(({ duration, label }) => ({ duration, label }))
}

const simulator = () => createSimulator({ clock: 'frozen', rateLimit: { enabled: false } })

test('sandboxes over the same rows at different instants show each its own time', async () => {
  const sim = simulator()
  const [one, two] = [sim.sandbox('one'), sim.sandbox('two')]
  const [start] = await listing(one)
  await two.clock.advance(600)
  for (let turn = 0; turn < 3; turn++) {
    expect(await listing(one)).toEqual([start])
    expect(await listing(two)).toEqual([{ ...start, duration: (start?.duration ?? 0) - 600 }])
  }
})

test('a snapshot shows its rows again after a change, at the same instant', async () => {
  const sim = simulator()
  const before = await listing(sim)
  sim.snapshots.take('before')
  await sim.fetch('/api/v0/asks/12345678/', { method: 'PUT', headers: JSON_KEY, body: '{"image":"a/b","label":"new"}' })
  expect((await listing(sim)).map(({ label }) => label)).toEqual(['a', 'new'])
  sim.snapshots.restore('before')
  expect(await listing(sim)).toEqual(before)
})

test('an instance that boots by being listed does so again after a restore', async () => {
  const sim = createSimulator({
    clock: 'frozen',
    rateLimit: { enabled: false },
    progression: { instances: { mode: 'reads', n: 2 } },
  })
  await sim.fetch('/api/v0/asks/12345678/', { method: 'PUT', headers: JSON_KEY, body: '{"image":"a/b"}' })
  sim.snapshots.take('rented')
  const statuses = async () => {
    const seen: unknown[] = []
    for (let read = 0; read < 4; read++) {
      const { instances } = (await (await sim.fetch('/api/v0/instances/', KEY)).json()) as {
        instances: { id: number; actual_status: string }[]
      }
      seen.push(instances.find(({ id }) => id !== 31)?.actual_status)
    }
    return seen
  }
  const booting = await statuses()
  expect(booting).toEqual(['created', 'loading', 'running', 'running'])
  sim.snapshots.restore('rented')
  expect(await statuses()).toEqual(booting)
})

const search = async (sandbox: SimulatedSandbox, q: object) => {
  const body = JSON.stringify({ q })
  const response = await sandbox.fetch('/api/v0/network_volumes/search/', { method: 'POST', headers: JSON_KEY, body })
  const { offers } = (await response.json()) as { offers: { ask_contract_id: number; end_date: number }[] }
  return { status: response.status, hint: response.headers.get('x-sim-hint'), offers }
}

test('a filter on the time left of an offer follows the clock, whatever was asked before', async () => {
  const sim = simulator()
  const order = [['duration', 'asc']]
  const { offers } = await search(sim, { order })
  const days = 86_400
  const ends = offers.map(({ end_date }) => end_date - Date.parse('2026-01-01T00:00:00Z') / 1000)
  const middle = ends.toSorted((a, b) => a - b)[Math.floor(ends.length / 2)] ?? 0
  const count = async () => (await search(sim, { order, duration: { gte: middle }, limit: 1000 })).offers.length
  expect(await count()).toBe(ends.filter((left) => left >= middle).length)
  await sim.clock.advance(30 * days)
  expect(await count()).toBe(ends.filter((left) => left - 30 * days >= middle).length)
})

test.each(['valueOf', '__proto__', 'hasOwnProperty', 'constructor', 'toString'])(
  'an order by %s, which every object inherits, orders nothing and says so',
  async (name) => {
    const sim = simulator()
    const plain = await search(sim, {})
    const ordered = await search(sim, { order: [[name, 'desc']] })
    expect(ordered).toEqual({ ...plain, hint: `no offer has the field ${name}, so it orders nothing` })
  },
)

test('a hint that repeats the presented key hides it, in the answer and in the journal', async () => {
  const sim = simulator()
  const { status, hint } = await search(sim, { order: [['renter-key', 'asc']] })
  expect({ status, hint }).toEqual({ status: 200, hint: 'no offer has the field ********, so it orders nothing' })
  expect(JSON.stringify(sim.journal.list())).not.toContain('renter-key')
})

test.each([String.raw`\u0072enter-key`, 'renter-key'])(
  'a key written as %s is masked in the journal',
  async (label) => {
    const sim = simulator()
    await sim.fetch('/api/v0/asks/12345678/', {
      method: 'PUT',
      headers: JSON_KEY,
      body: `{"image":"a/b","label":"${label}"}`,
    })
    expect(JSON.stringify(sim.journal.list())).not.toContain('renter-key')
    expect(sim.journal.list()).toMatchObject([{ request: { body: { image: 'a/b', label: '********' } } }])
  },
)

test('the journal has each answer as it was sent, whatever became of its rows since', async () => {
  const sim = simulator()
  const searched = async (): Promise<unknown> => (await sim.fetch('/api/v0/template/', KEY)).json()
  const edited = (name: string) =>
    sim.fetch('/_sim/state/templates/9001', { method: 'PATCH', headers: JSON_KEY, body: JSON.stringify({ name }) })
  const sent = [await searched()]
  await edited('日本')
  sent.push(await searched())
  sim.faults.add({ name: 'renamed', effect: { answer: [{ set: '$.templates[*].name', to: 'changed' }] } })
  sent.push(await searched())
  sim.faults.clear()
  await edited('later')
  expect(sim.journal.list({ operation: 'templates.search' }).map(({ response }) => response.body)).toEqual(sent)
  expect(new Set(sent.map((body) => JSON.stringify(body))).size).toBe(sent.length)
})
