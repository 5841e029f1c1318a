import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { listed, rented } from '../support/rent-offer.ts'
import { simulate } from '../support/simulate.ts'

const path = '/api/v0/template/'
const ASK = '/api/v0/asks/600/'
const own = { creator_id: 1001, image: 'library/ubuntu', created_at: 1 }
const rows = {
  templates: [{ ...own, id: 7, hash_id: 'a'.repeat(32), name: 'old' }],
  offers: [{ id: 600 }, { id: 601 }],
}
const byDefault = { tag: 'edge', runtype: 'ssh', recommended_disk_space: 20 }
const ofTemplates = { 'templates.create.defaults': { value: byDefault } }

const shownIn = async (world: ReturnType<typeof simulate>, filters: object) => {
  const found = await world.as('renter-key').get(`${path}?select_filters=${JSON.stringify(filters)}`)
  return (found.body as { templates: { tag: string; runtype: string; recommended_disk_space: number }[] }).templates
}

test('templates take other defaults, old ones too, in one world only, however these share rows', async () => {
  const chosen = simulate(rows, { rules: ofTemplates })
  const usual = simulate(rows)
  for (const [world, defaults] of [
    [chosen, { ...byDefault, default_tag: 'edge' }],
    [usual, { tag: 'latest', runtype: 'args', recommended_disk_space: 8, default_tag: 'latest' }],
    [chosen, { ...byDefault, default_tag: 'edge' }],
  ] as const) {
    expect(await shownIn(world, {})).toMatchObject([defaults])
    expect(await shownIn(world, { recommended_disk_space: { eq: defaults.recommended_disk_space } })).toHaveLength(1)
    expect(await shownIn(world, { tag: { neq: defaults.tag } })).toEqual([])
    expect(world.last().rules).toContain('templates.create.defaults')
  }
  const sandboxes = createSimulator({
    fixture: { users: [{ id: 1001, name: 'one', api_keys: [{ key: 'k' }] }], ...rows },
  })
  const tagIn = async (sandbox: string) => {
    const found = await sandboxes.fetch(`/~${sandbox}${path}`, { headers: { Authorization: 'Bearer k' } })
    return ((await found.json()) as { templates: { tag: string }[] }).templates[0]?.tag
  }
  sandboxes.sandbox('other').reset({ rules: ofTemplates })
  expect([await tagIn('one'), await tagIn('other'), await tagIn('one'), await tagIn('other')]).toEqual([
    'latest',
    'edge',
    'latest',
    'edge',
  ])
})

test('a template that is created takes the chosen defaults, and a rent takes them from it', async () => {
  const world = simulate(rows, { rules: ofTemplates })
  const { body } = await world.as('renter-key').post(path, { name: 'new', image: 'a/b' })
  const { template } = body as { template: { hash_id: string } }
  expect(await shownIn(world, { name: { eq: 'new' } })).toMatchObject([byDefault])
  expect(await world.as('renter-key').put(ASK, { template_hash_id: template.hash_id })).toEqual(rented(1))
  expect(world.last().rules).toContain('templates.create.defaults')
  expect(await listed(world)).toMatchObject({ image_uuid: 'a/b:edge', image_runtype: 'ssh', disk_space: 20 })
})

test('a rent without a template takes other defaults', async () => {
  const value = { runtype: 'jupyter_direct', disk: 30, tag: 'edge' }
  const world = simulate(rows, { rules: { 'instances.create.defaults': { value } } })
  expect(await world.as('renter-key').put(ASK, { image: 'a/b' })).toEqual(rented(1))
  expect(world.last().rules).toContain('instances.create.defaults')
  expect(await listed(world)).toMatchObject({
    image_uuid: 'a/b:edge',
    image_runtype: 'jupyter_direc ssh_direc ssh_proxy',
    disk_space: 30,
  })
  expect((await world.as('renter-key').put('/api/v0/asks/601/', { image: 'a', args: ['x'] })).status).toBe(200)
})

test('another smallest disk is what a rent gets at least, and refuses less than', async () => {
  const world = simulate(rows, { rules: { 'instances.create.smallest-disk': { value: 50 } } })
  const renter = world.as('renter-key')
  expect(await renter.put(ASK, { image: 'a', disk: 49 })).toMatchObject({
    status: 400,
    body: { msg: 'disk: expected number to be >=50' },
  })
  expect(await renter.put(ASK, { template_hash_id: 'a'.repeat(32) })).toEqual(rented(1))
  expect(world.last().rules).toContain('instances.create.smallest-disk')
  expect(await listed(world)).toMatchObject({ disk_space: 50 })
  const small = simulate(rows, { rules: { 'instances.create.smallest-disk': { value: 1 } } })
  expect(await small.as('renter-key').put(ASK, { image: 'a', disk: 2 })).toEqual(rented(1))
})

test('bids have other bounds', async () => {
  const world = simulate(rows, { rules: { 'instances.create.price-invalid': { value: { most: 500 } } } })
  const renter = world.as('renter-key')
  expect(await renter.put(ASK, { image: 'a', price: 501 })).toMatchObject({
    status: 400,
    body: { error: 'invalid_price' },
  })
  expect(await renter.put(ASK, { image: 'a', price: 400 })).toEqual(rented(1))
  const state = world.simulator.exportState()
  world.simulator.importState(state)
  expect(world.simulator.exportState()).toEqual(state)
})

test('an env has another length, in a rent alone, with that of a template, and in a template', async () => {
  const rent = simulate(rows, { rules: { 'instances.create.env-too-long': { value: 10 } } })
  const renter = rent.as('renter-key')
  expect((await renter.put(path, { hash_id: 'a'.repeat(32), env: '-e A=1' })).status).toBe(200)
  const [{ hash_id: template_hash_id } = { hash_id: '' }] = (await shownIn(rent, {})) as unknown as {
    hash_id: string
  }[]
  expect((await renter.put(ASK, { image: 'a', env: '-e LONG=123' })).status).toBe(400)
  expect(await renter.put(ASK, { template_hash_id, env: '-e B=1' })).toMatchObject({
    status: 400,
    body: { error: 'invalid_args', msg: 'env: has 13 characters with that of the template, not 10' },
  })
  expect(await renter.put(ASK, { image: 'a', env: '-e B=1' })).toEqual(rented(1))

  const template = simulate(rows, { rules: { 'templates.create.no-quota': { value: { env: 40_000, image: 3 } } } })
  const owner = template.as('renter-key')
  const long = `-e A=${'a'.repeat(39_000)}`
  expect((await owner.post(path, { name: 'n', image: 'abc', env: long })).status).toBe(200)
  expect((await owner.post(path, { name: 'n', image: 'abcd' })).status).toBe(400)
  const state = template.simulator.exportState()
  template.simulator.importState(state)
  expect(template.simulator.exportState()).toEqual(state)
})

test('a default that is not a runtype is refused with those that there are', () => {
  expect(() => createSimulator({ rules: { 'templates.create.defaults': { value: { runtype: 'sssh' } } } })).toThrow(
    'value.runtype: is none of ssh, jupyter, args; did you mean "ssh"?',
  )
})

test('the description of a world has its thresholds', async () => {
  const { control } = simulate(rows, {
    rules: { 'instances.create.smallest-disk': { value: 50 }, ...ofTemplates },
  })
  const text = JSON.stringify((await control.get('/openapi.json')).body)
  expect(text).toContain('Image tag; `edge` when it is not given.')
  expect(text).toContain('"minimum":50')
})
