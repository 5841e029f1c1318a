import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'

const KEY = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
const world = (): Simulator => createSimulator({ clock: 'frozen', rateLimit: { enabled: false } })

async function call(sim: Simulator, route: string, body?: unknown, prefix = '') {
  const [method = '', path = ''] = route.split(' ')
  const response = await sim.fetch(`${prefix}/_sim/${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const prepare = async (sim: Simulator, body: object, prefix = '') =>
  (await call(sim, 'POST undo', body, prefix)).body['id']
const acts = async (sim: Simulator, prefix = '') =>
  (await call(sim, 'GET undo', undefined, prefix)).body['acts'] as readonly Record<string, unknown>[]
const ask = (sim: Simulator, path = '/api/v0/template/') => sim.fetch(path, { headers: KEY })
const rename = (sim: Simulator, label: string) => call(sim, 'PATCH state/instances/31', { label })
const labelOf = async (sim: Simulator) =>
  ((await call(sim, 'GET state/instances/31')).body['row'] as { label?: string }).label

test('a reset that is undone brings back the data and the requests, and says what it takes away', async () => {
  const sim = world()
  await rename(sim, 'mine')
  await ask(sim)
  const id = await prepare(sim, { text: 'Reset' })
  sim.reset()
  for (let i = 0; i < 3; i++) await ask(sim)
  expect(await acts(sim)).toMatchObject([{ id, text: 'Reset', sandbox: 'default', requests_since: 3, back: null }])
  expect(await call(sim, `POST undo/${String(id)}`)).toEqual({
    status: 200,
    body: { undone: 'Reset', sandbox: 'default' },
  })
  expect([await labelOf(sim), sim.journal.list().length]).toEqual(['mine', 1])
  expect(await acts(sim)).toEqual([])
})

test('two tabs have an undo for each act: none restores the moment of another', async () => {
  const sim = world()
  for (let i = 0; i < 11; i++) await ask(sim)
  const reset = await prepare(sim, { text: 'Reset' })
  sim.reset()
  const clock = await prepare(sim, { text: 'Clock +1 s' })
  await call(sim, 'POST clock/advance', { seconds: 1 })
  expect((await acts(sim)).map(({ text }) => text)).toEqual(['Clock +1 s', 'Reset'])
  await call(sim, `POST undo/${String(reset)}`)
  expect(sim.journal.list().length).toBe(11)
  expect((await call(sim, `POST undo/${String(reset)}`)).body).toMatchObject({ error: 'not_found' })
  expect(sim.journal.list().length).toBe(11)
  expect(await call(sim, `POST undo/${String(clock)}`)).toMatchObject({ status: 200 })
  expect(sim.journal.list().length).toBe(0)
})

test('a sandbox that was deleted is there again, and can be undone from any sandbox', async () => {
  const sim = world()
  const other = sim.sandbox('a3')
  await other.fetch('/api/v0/template/', { headers: KEY })
  const id = await prepare(sim, { text: 'Delete a3', sandbox: 'a3' })
  expect(await call(sim, 'DELETE sandboxes/a3')).toMatchObject({ status: 200 })
  for (const prefix of ['', '/~elsewhere'])
    expect(await acts(sim, prefix)).toMatchObject([{ text: 'Delete a3', requests_since: 0 }])
  expect(await call(sim, `POST undo/${String(id)}`)).toMatchObject({ status: 200, body: { sandbox: 'a3' } })
  expect(sim.sandbox('a3').journal.list().length).toBe(1)
  await sim.sandbox('a3').fetch('/api/v0/template/', { headers: KEY })
  expect(sim.sandbox('a3').journal.list().length).toBe(2)
})

test('an act that its own call takes back keeps no snapshot, and is forgotten after it', async () => {
  const sim = world()
  const back = { method: 'DELETE', path: 'faults/f' }
  const id = await prepare(sim, { text: 'Fault f', back })
  await ask(sim)
  expect(await acts(sim)).toMatchObject([{ requests_since: 0, back }])
  expect(await call(sim, `POST undo/${String(id)}`)).toMatchObject({ status: 409 })
  expect(await call(sim, `DELETE undo/${String(id)}`)).toEqual({ status: 200, body: { forgotten: id } })
  expect(await acts(sim)).toEqual([])
})

test('the last five acts of a sandbox are kept, and no snapshot of an older one', async () => {
  const sim = world()
  const ids: unknown[] = []
  for (let i = 1; i <= 7; i++) ids.push(await prepare(sim, { text: `act ${i}` }))
  await prepare(sim, { text: 'elsewhere' }, '/~other')
  expect((await acts(sim)).map(({ text }) => text)).toEqual(['act 7', 'act 6', 'act 5', 'act 4', 'act 3'])
  expect(await call(sim, `POST undo/${String(ids[0])}`)).toMatchObject({ status: 404 })
  expect(sim.snapshots.list()).toEqual([])
})

test.each([
  ['no text', {}],
  ['a call of another kind', { text: 'a', back: { method: 'GET', path: 'state' } }],
  ['an unknown field', { text: 'a', name: 'b' }],
])('%s is refused', async (_, body) => {
  expect(await call(world(), 'POST undo', body)).toMatchObject({ status: 400, body: { error: 'invalid_args' } })
})

test('an act on a sandbox that does not exist is refused', async () => {
  expect(await call(world(), 'POST undo', { text: 'Delete x', sandbox: 'x' })).toMatchObject({ status: 404 })
})
