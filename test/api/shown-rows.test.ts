import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'

const KEY = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }

interface Rows {
  readonly found: number
  readonly total: number
  readonly rows: readonly {
    readonly id: number
    readonly values: Record<string, unknown>
    readonly changed_by: string | null
    readonly boot: unknown
  }[]
  readonly collections: readonly { readonly name: string; readonly rows: number; readonly changed: number }[]
}

const world = (fixture = 'default'): Simulator =>
  createSimulator({ fixture, clock: 'frozen', rateLimit: { enabled: false } })
const call = async <T>(sim: Simulator, path: string) => (await (await sim.fetch(`/_sim/state/${path}`)).json()) as T
const edit = (sim: Simulator, row: string, patch: object) =>
  sim.fetch(`/_sim/state/${row}`, { method: 'PATCH', body: JSON.stringify(patch) })

test('rows that a request or a person changed come first, and say who did it', async () => {
  const sim = world('showcase')
  await sim.fetch('/api/v0/template/', { method: 'POST', headers: KEY, body: '{"name":"a","image":"b"}' })
  const before = await call<Rows>(sim, 'templates')
  expect(before.rows[0]).toMatchObject({ changed_by: '#1', values: { name: 'a' } })
  const { rows } = await call<Rows>(sim, 'instances')
  const eighth = rows[7]?.id ?? 0
  expect(rows[7]?.changed_by).toBeNull()
  await edit(sim, `instances/${eighth}`, { label: 'mine' })
  const after = await call<Rows>(sim, 'instances')
  expect(after.rows[0]).toMatchObject({ id: eighth, changed_by: 'you', values: { label: 'mine' } })
  expect(after.collections.filter(({ changed }) => changed > 0)).toEqual([
    { name: 'templates', rows: before.total, changed: 1 },
    { name: 'instances', rows: after.total, changed: 1 },
  ])
})

test.each([
  ['instances', 'running', 'actual_status', 'running'],
  ['instances', 'exited', 'actual_status', 'exited'],
])('a search of %s for %s finds what the grid shows in %s', async (collection, text, field, value) => {
  const sim = world('showcase')
  const all = await call<Rows>(sim, `${collection}?limit=1000`)
  const expected = all.rows.filter(({ values }) => values[field] === value).map(({ id }) => id)
  expect(expected.length).toBeGreaterThan(0)
  const found = await call<Rows>(sim, `${collection}?limit=1000&text=${text}`)
  expect(found.rows.map(({ id }) => id)).toEqual(expect.arrayContaining(expected))
  expect(found.found).toBeLessThan(all.total)
})

test('each value that is generated for a row is found by a search for it', async () => {
  const sim = world()
  const { generated } = await call<{ generated: Record<string, unknown> }>(sim, 'offers/12345678/details')
  const texts = Object.values(generated).filter((value) => typeof value === 'string' && /[a-z]{3}/i.test(value))
  expect(texts.length).toBeGreaterThan(0)
  for (const text of texts) {
    const { rows } = await call<Rows>(sim, `offers?limit=1000&text=${encodeURIComponent(String(text))}`)
    expect([text, rows.map(({ id }) => id)]).toEqual([text, expect.arrayContaining([12_345_678])])
  }
})

test('a boot is shown as far as it is, and no longer once it runs', async () => {
  const sim = world()
  sim.scenario('slow-boot')
  await sim.fetch('/api/v0/asks/12345678/', { method: 'PUT', headers: KEY, body: '{"image":"a"}' })
  const boot = async () => (await call<Rows>(sim, 'instances')).rows.find(({ id }) => id === 32)?.boot
  expect(await boot()).toMatchObject({ progress: 0 })
  await sim.clock.advance(100_000)
  expect(await boot()).toBeNull()
})

test('a field of a megabyte is cut in the list, and whole and once in the details of its row', async () => {
  const sim = world()
  const long = 'x'.repeat(900_000)
  expect((await edit(sim, 'templates/9002', { readme: long })).status).toBe(200)
  const text = async (path: string) => (await (await sim.fetch(`/_sim/state/${path}`)).text()).length
  expect(await text('templates')).toBeLessThan(20_000)
  const details = await text('templates/9002/details')
  expect(details).toBeGreaterThan(900_000)
  expect(details).toBeLessThan(1_000_000)
})

test('a row has its history: the request that made it, and the edits by hand', async () => {
  const sim = world()
  await sim.fetch('/api/v0/asks/12345678/', { method: 'PUT', headers: KEY, body: '{"image":"a"}' })
  await edit(sim, 'instances/32', { label: 'mine' })
  const { history } = await call<{ history: readonly unknown[] }>(sim, 'instances/32/details')
  expect(history).toEqual([
    { at: sim.clock.now, text: 'created', request: 1 },
    { at: sim.clock.now, text: 'you edited it', request: null },
  ])
  expect((await call<{ history: readonly unknown[] }>(sim, 'instances/31/details')).history).toEqual([])
})

test('rows are sorted by any column, both ways', async () => {
  const sim = world()
  const ids = async (sort: string) => (await call<Rows>(sim, `offers?limit=1000&sort=${sort}`)).rows.map(({ id }) => id)
  expect(await ids('-id')).toEqual((await ids('id')).toReversed())
})

test.each(['nothing', 'instances/99999/details', 'nothing/fields'])('%s is not there', async (path) => {
  expect((await world().fetch(`/_sim/state/${path}`)).status).toBe(404)
})
