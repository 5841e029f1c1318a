import { expect, test } from 'vitest'
import { type Answer, simulate, type Simulated, users } from '../support/simulate.ts'

const limitless = { rateLimit: { enabled: false } }
const edit = ({ control }: Simulated, row: string, patch: unknown): Promise<Answer> =>
  control.send('PATCH', `/_sim/state/${row}`, patch)
const state = async ({ control }: Simulated): Promise<unknown> => (await control.get('/_sim/state')).body
const listing = ({ as }: Simulated): Promise<Answer> => as('renter-key').get('/api/v0/instances/')

/** The same world again, from its export. */
async function readAgain(world: Simulated): Promise<Simulated> {
  const again = simulate(undefined, { fixture: 'empty', seed: 'another', ...limitless })
  expect(await again.control.put('/_sim/state', await state(world))).toMatchObject({ status: 200 })
  return again
}

const rented = {
  offers: [
    { id: 5, gpu_name: 'L40S', num_gpus: 2 },
    { id: 6, gpu_name: 'RTX 4090', geolocation: 'Oslo, NO' },
  ],
  instances: [{ id: 31, user_id: 1001, offer_id: 5, label: 'a' }],
}

test('an instance that is moved to another offer is that machine, and so it is after a reading back', async () => {
  const world = simulate(rented, limitless)
  expect(await edit(world, 'instances/31', { offer_id: 6 })).toMatchObject({ status: 200 })
  const twin = simulate({ ...rented, instances: [{ id: 31, user_id: 1001, offer_id: 6, label: 'a' }] }, limitless)
  expect(await listing(world)).toEqual(await listing(twin))
  expect(await listing(await readAgain(world))).toEqual(await listing(twin))
  expect(await edit(world, 'instances/31', { gpu_name: null })).toMatchObject({ status: 200 })
  expect(await listing(world)).toEqual(await listing(twin))
})

test('what an offer is given after it was rented changes no instance, and neither does a reading back', async () => {
  const world = simulate(rented, limitless)
  const before = await listing(world)
  const patch = { gpu_name: 'H100 SXM', geolocation: 'Lyon, FR', dph_base: 9, webpage: 'https://host.example' }
  expect(await edit(world, 'offers/5', patch)).toMatchObject({ status: 200 })
  expect(await edit(world, 'offers/5', { num_gpus: null })).toMatchObject({ status: 200 })
  expect(await listing(world)).toEqual(before)
  expect(await listing(await readAgain(world))).toEqual(before)
  expect(await state(world)).toMatchObject({ offers: [{ id: 5, ...patch }, { id: 6 }] })
})

test('keys that are given take effect at once, and no secret comes back out', async () => {
  const template = { id: 9, creator_id: 1001, name: 't', image: 'i' }
  const world = simulate({ templates: [template] }, limitless)
  expect(await edit(world, 'templates/9', { docker_login_pass: 'hunter2-pass' })).toMatchObject({ status: 200 })
  expect(await edit(world, 'users/1001', { api_keys: [{ key: 'hunter2-key' }] })).toMatchObject({ status: 200 })
  expect(await edit(world, 'users/1002', { api_keys: [{ key: 'hunter2-key' }] })).toMatchObject({ status: 400 })
  expect(await edit(world, 'users/1002', { api_keys: [{ key: 'hunter2 key' }] })).toMatchObject({ status: 400 })
  expect(await edit(world, 'users/1002', { api_keys: 'hunter2-key' })).toMatchObject({ status: 400 })
  expect(await edit(world, 'templates/9', { docker_login_pass: ['hunter2-pass'] })).toMatchObject({ status: 400 })
  expect(await listing(world)).toMatchObject({ status: 401 })
  expect(await world.as('hunter2-key').get('/api/v0/template/')).toMatchObject({
    status: 200,
    body: { templates: [{ id: 9 }] },
  })
  for (const call of ['state', 'bundle', 'requests', 'findings', 'faults', 'snapshots', 'scenario']) {
    const { status, body } = await world.control.get(`/_sim/${call}`)
    expect({ call, status, text: JSON.stringify(body) }).toEqual({
      call,
      status: 200,
      text: expect.not.stringContaining('hunter2') as unknown,
    })
  }
  for (const page of [
    'state/templates',
    'state/templates/9/details',
    'state/users/1001/details',
    'journal',
    'journal/1',
    'har',
  ]) {
    const response = await world.simulator.fetch(`/_sim/${page}`)
    expect({ page, status: response.status }).toEqual({ page, status: 200 })
    expect(await response.text()).not.toContain('hunter2')
  }
  const again = await readAgain(world)
  expect(await state(again)).toEqual(await state(world))
  expect(await again.as('hunter2-key').get('/api/v0/instances/')).toMatchObject({ status: 200 })
})

test('a password that is sealed is not sealed again by an edit of another field', async () => {
  const template = { id: 9, creator_id: 1001, name: 't', image: 'i', docker_login_pass: 'p' }
  const world = simulate({ templates: [template] })
  const [before] = ((await state(world)) as { templates: object[] }).templates
  await edit(world, 'templates/9', { name: 'u' })
  expect(await state(world)).toMatchObject({ templates: [{ ...before, name: 'u' }] })
})

test('a template without a pinned hash_id has the one of its content', async () => {
  const template = { id: 9, creator_id: 1001, name: 't', image: 'i', hash_id: 'a'.repeat(32) }
  const world = simulate({ templates: [template] })
  expect(await edit(world, 'templates/9', { hash_id: null, created_at: null })).toMatchObject({ status: 200 })
  const twin = simulate({ templates: [{ ...template, hash_id: undefined }] })
  expect(await state(world)).toEqual(await state(twin))
})

const steered = async ({ control }: Simulated) => (await control.get('/_sim/bundle')).body as { steered: unknown }

test('a bundle names the calls that were carried out, and no refused one', async () => {
  const world = simulate()
  await edit(world, 'offers/1', { num_gpus: 2 })
  await edit(world, 'offers/12345678', { num_gpus: 'two' })
  await edit(world, 'instances/31', { offer_id: 1 })
  await world.control.delete('/_sim/state/users/1001')
  expect((await steered(world)).steered).toEqual([])
  await edit(world, 'offers/12345678', { num_gpus: 2 })
  expect((await steered(world)).steered).toEqual(['PATCH /_sim/state/{collection}/{id}'])
  await world.control.delete('/_sim/state/offers/12345678')
  expect((await steered(world)).steered).toEqual([
    'PATCH /_sim/state/{collection}/{id}',
    'DELETE /_sim/state/{collection}/{id}',
  ])
  await world.control.post('/_sim/reset')
  expect((await steered(world)).steered).toEqual([])
})

test('a reset undoes edits, a snapshot keeps them, and a restore brings that moment back', async () => {
  const world = simulate()
  const start = await state(world)
  await edit(world, 'instances/31', { label: 'edited' })
  const edited = await state(world)
  await world.control.post('/_sim/snapshots', { name: 'edited' })
  await world.control.delete('/_sim/state/instances/31')
  await edit(world, 'offers/12345680', { num_gpus: 1 })
  expect(await state(world)).not.toEqual(edited)
  await world.control.post('/_sim/snapshots/edited/restore')
  expect(await state(world)).toEqual(edited)
  await world.control.post('/_sim/reset')
  expect(await state(world)).toEqual(start)
})

test('other sandboxes see nothing of an edit or a removal', async () => {
  const world = simulate()
  const start = await state(world)
  expect(await world.control.send('PATCH', '/~other/_sim/state/instances/31', { label: 'b' })).toMatchObject({
    status: 200,
  })
  expect(await world.control.delete('/~other/_sim/state/offers/12345678')).toMatchObject({ status: 200 })
  expect(await state(world)).toEqual(start)
  expect((await world.control.get('/~third/_sim/state')).body).toEqual(start)
  expect((await world.control.get('/~other/_sim/state')).body).toMatchObject({ instances: [{ id: 31, label: 'b' }] })
})

test('rows among thousands of generated offers are edited and removed', async () => {
  const world = simulate({ generate: { offers: 5000 } }, limitless)
  const { offers } = (await state(world)) as { offers: { id: number }[] }
  const [first, last] = [offers[0]?.id ?? 0, offers.at(-1)?.id ?? 0]
  expect(offers).toHaveLength(5000)
  expect(await edit(world, `offers/${first}`, { gpu_name: 'RTX 5090' })).toMatchObject({ status: 200 })
  expect(await edit(world, `offers/${first}`, { host_id: 3 })).toMatchObject({ status: 400 })
  expect(await world.control.delete(`/_sim/state/offers/${last}`)).toMatchObject({ status: 200 })
  const after = (await state(world)) as { offers: object[]; last_ids: object }
  expect(after.offers).toHaveLength(offers.length - 1)
  expect(after.offers[0]).toEqual({ ...offers[0], gpu_name: 'RTX 5090' })
  expect(after.last_ids).toEqual({ offers: last })
})

test('the marketplace stays while rows rest on it, and goes when none do', async () => {
  const world = simulate(undefined, { fixture: { users, generate: { offers: 1 } } })
  expect(await world.control.delete('/_sim/state/users/50000000')).toEqual({
    status: 409,
    body: { error: 'conflict', msg: 'users 50000000 is in use: offers 50000001 names it as host_id' },
  })
  expect(await edit(world, 'users/50000000', { api_keys: [{ key: 'market-key' }] })).toMatchObject({ status: 200 })
  expect(await world.as('market-key').get('/api/v0/template/')).toMatchObject({ status: 200 })
  expect(await state(await readAgain(world))).toEqual(await state(world))
  expect(await world.control.delete('/_sim/state/offers/50000001')).toMatchObject({ status: 200 })
  expect(await world.control.delete('/_sim/state/users/50000000')).toMatchObject({ status: 200 })
  expect(await state(await readAgain(world))).toEqual(await state(world))
})

test('a change of the timeline and an edit by hand meet in one row', async () => {
  const scenario = {
    name: 'later',
    description: 'An offer changes.',
    fixture: { users, offers: [{ id: 5 }] },
    timeline: [{ after: 10, set: { offers: { 5: { num_gpus: 4 } } } }],
  }
  const world = simulate(undefined, { scenario })
  await edit(world, 'offers/5', { gpu_name: 'L40S', num_gpus: 1 })
  await world.control.post('/_sim/clock/advance', { seconds: 10 })
  expect(await state(world)).toMatchObject({ offers: [{ id: 5, gpu_name: 'L40S', num_gpus: 4 }] })
})
