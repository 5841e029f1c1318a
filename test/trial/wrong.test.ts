import { expect, test } from 'vitest'
import { answersOf, answered, found, HASH, pick, withWrong, wrongOf } from '../support/injected.ts'
import { simulate } from '../support/simulate.ts'
import { trialOf, underTrial } from '../support/under-trial.ts'

const unverified = (body: unknown) => JSON.stringify(body).includes('"verified":false')
const templates = (body: unknown) => (body as { templates_found: number }).templates_found
const last = (body: unknown) => (body as { offers: unknown[] }).offers.slice(-1)

const countOf = (body: unknown) => (body as { offers: unknown[] }).offers.length

test('an edit does not rotate the hash_id', async () => {
  const [wrong, asEver] = [await withWrong('templates.edit', 'hash-id-not-rotated'), await answered('templates.edit')]
  expect(wrong.body).toMatchObject({ template: { hash_id: HASH } })
  expect(asEver.body).not.toMatchObject({ template: { hash_id: HASH } })
})

test('an edit empties the texts that it does not name, and leaves those alone that it names', async () => {
  const texts = { desc: 'd', readme: 'r', onstart: 'o', env: '-e A=1' }
  const { effect } = found('templates.edit', wrongOf('templates.edit'), 'edit-forgets-the-rest')
  const { as, control } = simulate()
  const edited = async () => {
    const client = as('renter-key')
    const { body } = await client.post('/api/v0/template/', { name: 'n', image: 'i', ...texts })
    const { id, hash_id } = (body as { template: { id: number; hash_id: string } }).template
    await client.put('/api/v0/template/', { hash_id, name: 'm', desc: 'new' })
    return ((await control.get(`/_sim/state/templates/${id}`)).body as { row: object }).row
  }
  await control.post('/_sim/faults', { name: 'forgets', match: { operation: 'templates.edit' }, effect })
  expect(await edited()).toMatchObject({ name: 'm', desc: 'new', readme: '', onstart: '', env: '' })
  await control.delete('/_sim/faults')
  expect(await edited()).toMatchObject({ ...texts, name: 'm', desc: 'new' })
})

test('env is not merged', async () => {
  const [wrong, asEver] = [await withWrong('instances.create', 'env-not-merged'), await answered('instances.create')]
  const envs = [wrong, asEver].map(({ sim }) => JSON.stringify(sim.exportState()).includes('A=1'))
  expect(envs).toEqual([false, true])
})

test("somebody else's row is listed", async () => {
  const part = { instances_found: 2, instances: [{ id: 31 }, { label: 'of-somebody-else' }] }
  expect((await withWrong('instances.list', 'foreign-rows')).body).toMatchObject(part)
  expect((await answered('instances.list')).body).not.toMatchObject(part)
})

test('a limit is ignored', async () => {
  const [wrong, asEver] = [
    await withWrong('network-volumes.search', 'limit-ignored'),
    await answered('network-volumes.search'),
  ]
  expect([countOf(wrong.body) > 3, countOf(asEver.body)]).toEqual([true, 3])
})

test('filters are ignored', async () => {
  const id = 'network-volumes.search'
  const { effect } = found(id, wrongOf(id), 'filter-ignored')
  expect(effect.request).toContainEqual({ drop: '$.body.q.verified' })
  expect(effect.request).not.toContainEqual({ drop: '$.body.q.limit' })
  expect(unverified((await answered(id)).body)).toBe(false)
  expect(templates((await withWrong('templates.search', 'filter-ignored')).body)).toBeGreaterThan(1)
  expect(templates((await answered('templates.search')).body)).toBe(1)
})

test('an expired listing is still found', async () => {
  const part = [{ ask_contract_id: 4_000_000_019, end_date: 1_000_000_000 }]
  expect(last((await withWrong('network-volumes.search', 'expired-still-found')).body)).toMatchObject(part)
  expect(last((await answered('network-volumes.search')).body)).not.toMatchObject(part)
})

test('a refusal comes with 200, and a success as ever', async () => {
  const injection = found('templates.edit', answersOf('templates.edit'), 'refuses-with-200')
  const sim = underTrial(trialOf({ ...pick(injection), operation: 'templates.edit', family: 'wrong' }), {
    fixture: 'default',
  })
  const edit = async (hash: string) => {
    const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
    const init = { method: 'PUT', headers, body: JSON.stringify({ hash_id: hash }) }
    const response = await sim.fetch('/api/v0/template/', init)
    return [response.status, response.headers.get('x-sim-basis'), await response.json()]
  }
  expect(await edit('no such')).toEqual([200, 'injected', expect.objectContaining({ success: false })])
  expect(await edit(HASH)).toEqual([200, 'assumed', expect.objectContaining({ success: true })])
})
