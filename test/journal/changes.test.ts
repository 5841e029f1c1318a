import { describe, expect, test } from 'vitest'
import { createSimulator, type ShownExchange } from '../../src/index.ts'
import { MASK } from '../../src/kernel/secret.ts'
import { bundleSchema } from '../../src/testing/journal/bundle.ts'
import { ask, controlled, fresh, OFFER, rent, TEMPLATES } from '../support/changes.ts'

const changesOf = async (sim: ReturnType<typeof fresh>, exchange: number) =>
  (await controlled(sim, 'GET', `/requests/${exchange}`)).body['changes']

describe('an exchange shows', () => {
  test('a row that came, as the state has it', async () => {
    const sim = fresh()
    const { exchange, body } = await rent(sim)
    const { instances } = (await controlled(sim, 'GET', '/state')).body as { instances: unknown[] }
    expect(await changesOf(sim, exchange)).toEqual([
      { collection: 'instances', id: body['new_contract'], before: null, after: instances[0] },
    ])
  })

  test('a row that changed, before and after, and one that went', async () => {
    const sim = fresh()
    const [before] = (sim.exportState() as { templates: [{ hash_id?: string }] }).templates
    const edit = await ask(sim, 'PUT', TEMPLATES, { hash_id: before.hash_id, name: 'renamed' })
    const [after] = (sim.exportState() as { templates: [object] }).templates
    const gone = await ask(sim, 'DELETE', TEMPLATES, { template_id: 9001 })
    expect(await changesOf(sim, edit.exchange)).toEqual([{ collection: 'templates', id: 9001, before, after }])
    expect(after).toMatchObject({ name: 'renamed' })
    expect(await changesOf(sim, gone.exchange)).toEqual([
      { collection: 'templates', id: 9001, before: after, after: null },
    ])
  })

  test('every row of a rent with a template', async () => {
    const sim = fresh()
    const [{ hash_id }] = (sim.exportState() as { templates: [{ hash_id?: string }] }).templates
    const { exchange } = await rent(sim, { template_hash_id: hash_id })
    expect(sim.journal.find(exchange)?.changes).toMatchObject([
      { collection: 'templates', id: 9001, before: { count_created: 0 }, after: { count_created: 1 } },
      { collection: 'instances', id: 1, before: null, after: { offer_id: OFFER } },
    ])
  })

  test('nothing for a look, a refusal, or a write that changes nothing', async () => {
    const sim = fresh()
    await ask(sim, 'GET', '/api/v0/instances/')
    await rent(sim, {})
    await ask(sim, 'PUT', '/api/v0/endptjobs/4242/', { min_load: 0 })
    await ask(sim, 'PUT', '/api/v0/endptjobs/4242/', { min_load: 0 })
    await ask(sim, 'GET', '/nowhere')
    const told = sim.journal.list().map(({ response: { status }, changes }) => ({ status, changes: changes.length }))
    expect(told).toEqual([
      { status: 200, changes: 0 },
      { status: 400, changes: 0 },
      { status: 200, changes: 0 },
      { status: 200, changes: 0 },
      { status: 404, changes: 0 },
    ])
    await ask(sim, 'PUT', '/api/v0/endptjobs/4242/', { min_load: 2 })
    expect(sim.journal.list().at(-1)?.changes).toMatchObject([{ before: { min_load: 0 }, after: { min_load: 2 } }])
  })

  test('what happened though the reply was lost, and nothing where a fault answered instead', async () => {
    const sim = fresh()
    sim.faults.add({ name: 'instead', when: { times: 1 }, effect: { status: 503 } })
    await ask(sim, 'PUT', `/api/v0/asks/${OFFER}/`, { image: 'x' }).catch(() => undefined)
    sim.faults.add({ name: 'lost', effect: { reset: true, stream: 'after' } })
    await expect(rent(sim)).rejects.toThrow(TypeError)
    expect(sim.journal.list().map(({ changes }) => changes.map(({ collection }) => collection))).toEqual([
      [],
      ['instances'],
    ])
  })

  test('no write of the clock, of a timeline or of a control call', async () => {
    const scenario = { timeline: [{ after: 5, set: { templates: { 9001: { name: 'moved' } } } }] }
    const sim = fresh({ scenario: { name: 's', description: 's', fixture: undefined, ...scenario } })
    await controlled(sim, 'PATCH', '/state/templates/9001', { desc: 'x' })
    await sim.clock.advance(10)
    const { exchange } = await ask(sim, 'GET', TEMPLATES)
    expect(sim.journal.find(exchange)?.changes).toEqual([])
    expect(sim.exportState()).toMatchObject({ templates: [{ name: 'moved' }] })
  })

  test('its own listings of an instance that boots after some', async () => {
    const sim = fresh({ progression: { instances: { mode: 'reads', n: 3 } } })
    await rent(sim)
    const { exchange } = await ask(sim, 'GET', '/api/v0/instances/')
    expect(sim.journal.find(exchange)?.changes).toMatchObject([{ collection: 'instances', after: { reads: 1 } }])
  })
})

test('secrets are masked in changes as in the request', async () => {
  const sim = fresh()
  const env = '-e NOTE=renter-key -e OTHER=x'
  const { exchange } = await ask(sim, 'POST', TEMPLATES, {
    name: 'renter-key',
    image: 'x',
    env,
    docker_login_pass: 'pa55',
  })
  const { request, changes } = sim.journal.find(exchange) ?? {}
  expect(request?.body).toMatchObject({ name: MASK, env: `-e NOTE=${MASK} -e OTHER=x`, docker_login_pass: MASK })
  expect(changes).toMatchObject([{ after: request?.body }])
})

test('lists, listeners and bundles have changes too', async () => {
  const told: ShownExchange[] = []
  const sim = fresh({ onExchange: (exchange: ShownExchange) => told.push(exchange) })
  const { exchange } = await rent(sim)
  const changes = await changesOf(sim, exchange)
  expect((await controlled(sim, 'GET', '/requests')).body).toMatchObject({ requests: [{ changes }] })
  expect(told.map((each) => each.changes)).toEqual([changes])
  const bundle = bundleSchema.parse((await controlled(sim, 'GET', '/bundle')).body)
  expect(bundle.exchanges).toMatchObject([{ changes }])
})

describe('a row shows', () => {
  test('which exchanges made, last changed and deleted it', async () => {
    const sim = fresh()
    const { body } = await ask(sim, 'POST', TEMPLATES, { name: 'a', image: 'x' })
    const { id, hash_id } = (body as { template: { id: number; hash_id: string } }).template
    expect((await controlled(sim, 'GET', `/state/templates/${id}`)).body).toMatchObject({
      collection: 'templates',
      id,
      row: { name: 'a' },
      created_by: 1,
      changed_by: null,
    })
    await ask(sim, 'PUT', TEMPLATES, { hash_id, name: 'b' })
    await ask(sim, 'GET', TEMPLATES)
    expect((await controlled(sim, 'GET', `/state/templates/${id}`)).body).toMatchObject({
      created_by: 1,
      changed_by: 2,
    })
    expect((await controlled(sim, 'GET', '/state/templates/9001')).body).toMatchObject({
      created_by: null,
      changed_by: null,
    })
    await ask(sim, 'DELETE', TEMPLATES, { template_id: id })
    expect(await controlled(sim, 'GET', `/state/templates/${id}`)).toEqual({
      status: 404,
      body: { error: 'not_found', msg: `templates has no row ${id}`, hint: 'exchange 4 deleted it' },
    })
  })
})

test('a journal that keeps no exchange keeps no row', async () => {
  const sim = createSimulator({ journalSize: 0, clock: 'frozen' })
  await ask(sim, 'POST', TEMPLATES, { name: 'a', image: 'x' })
  expect(sim.journal.list()).toEqual([])
})
