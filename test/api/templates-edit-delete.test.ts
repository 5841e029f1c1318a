import { expect } from 'vitest'
import { z } from 'zod'
import { everyField, first, hashOf, mine, path, refused, shown, stateOf } from '../support/edit-templates.ts'
import { proves } from '../support/proves.ts'

const ofHost = { id: 8, creator_id: 1002, name: 'theirs', image: 'i', hash_id: 'b'.repeat(32) }

proves(
  ['templates.edit.rotates-hash-id', 'templates.edit.keeps-the-rest', 'templates.edit.id-stays'],
  'an edit changes the given fields, keeps the id and the rest, and gives a new hash_id',
  async ({ simulate }) => {
    const renter = simulate({ templates: [mine] }).as('renter-key')
    const before = await shown(renter, 7)
    const answer = await renter.put(path, { hash_id: first, tag: '2.6', extra_filters: { num_gpus: { eq: 2 } } })
    expect(answer).toEqual({ status: 200, body: { success: true, template: await shown(renter, 7) } })
    expect(await shown(renter, 7)).toEqual({
      ...before,
      tag: '2.6',
      default_tag: '2.6',
      extra_filters: { num_gpus: { eq: 2 } },
      hash_id: hashOf(answer.body),
    })
  },
)

proves(
  'templates.edit.rotates-hash-id',
  'every edit gives a new hash_id, also an empty one or one that takes another back',
  async ({ simulate }) => {
    const renter = simulate({ templates: [mine] }).as('renter-key')
    const hashes = [first]
    for (const changes of [{}, {}, { name: 'other' }, { name: 'trainer' }, { name: 'trainer' }]) {
      const { status, body } = await renter.put(path, { hash_id: hashes.at(-1), ...changes })
      expect(status).toBe(200)
      hashes.push(hashOf(body))
    }
    expect(new Set(hashes).size).toBe(6)
  },
)

proves(
  'templates.edit.null',
  'null sets every field back but the name, and nothing can be rented by the template then',
  async ({ simulate }) => {
    const renter = simulate({ templates: [mine], offers: [{ id: 600 }] }).as('renter-key')
    const before = await shown(renter, 7)
    const nulls = Object.fromEntries(Object.keys(everyField).map((field) => [field, null]))
    const answer = await renter.put(path, { ...nulls, hash_id: first })
    expect(answer).toEqual({ status: 200, body: { success: true, template: await shown(renter, 7) } })
    const { name, ...after } = z.looseObject({ name: z.string() }).parse(await shown(renter, 7))
    expect(name).toBe(before?.['name'])
    const unset = { image: '', tag: 'latest', env: '', onstart: '', jupyter_dir: null, recommended_disk_space: 8 }
    expect(after).toMatchObject(unset)
    const rent = await renter.put('/api/v0/asks/600/', { template_hash_id: hashOf(answer.body) })
    expect(rent).toEqual({ status: 400, body: refused('invalid_args', expect.stringMatching(/^image: is missing/)) })
  },
)

proves(
  ['templates.edit.null', 'templates.edit.keeps-the-rest'],
  'where keeps is chosen, null keeps the value of every field',
  async ({ simulate }) => {
    const renter = simulate({ templates: [mine] }, { rules: { 'templates.edit.null': 'keeps' } }).as('renter-key')
    const before = await shown(renter, 7)
    const nulls = Object.fromEntries(Object.keys(everyField).map((field) => [field, null]))
    const answer = await renter.put(path, { ...nulls, hash_id: first })
    expect(await shown(renter, 7)).toEqual({ ...before, hash_id: hashOf(answer.body) })
  },
)

proves('request.unknown-field-ignored', 'an edit ignores fields that are no settings', async ({ simulate }) => {
  const renter = simulate({ templates: [mine] }).as('renter-key')
  const before = await shown(renter, 7)
  const { body } = await renter.put(path, { hash_id: first, id: 99, creator_id: 1002, count_created: 5, revision: 9 })
  expect(await shown(renter, 7)).toEqual({ ...before, hash_id: hashOf(body) })
})

proves(
  'templates.edit.hash-id-unknown',
  'a retired hash_id is unknown, and a hint names the current one',
  async ({ simulate }) => {
    const world = simulate({ templates: [mine] })
    const renter = world.as('renter-key')
    const second = hashOf((await renter.put(path, { hash_id: first, name: 'second' })).body)
    const third = hashOf((await renter.put(path, { hash_id: second, name: 'third' })).body)
    for (const retired of [first, second]) {
      expect(await renter.put(path, { hash_id: retired, name: 'late' })).toEqual({
        status: 404,
        body: refused('invalid_args', `no template has the hash_id ${retired}`),
      })
      expect(world.last().hint).toContain(third)
    }
    expect(await shown(renter, 7)).toMatchObject({ name: 'third', hash_id: third })
  },
)

proves('templates.edit.hash-id-unknown', 'a hash_id that never was is unknown without a hint', async ({ simulate }) => {
  const { as, last } = simulate({ templates: [mine] })
  expect(await as('renter-key').put(path, { hash_id: 'nope' })).toEqual({
    status: 404,
    body: refused('invalid_args', 'no template has the hash_id nope'),
  })
  expect(last().hint).toBeNull()
})

proves('request.wrong-field', 'an edit without hash_id is refused', async ({ simulate }) => {
  expect(
    await simulate({ templates: [mine] })
      .as('renter-key')
      .put(path, { id: 7, name: 'n' }),
  ).toEqual({
    status: 400,
    body: refused('invalid_args', 'hash_id: is missing'),
  })
})

proves('templates.not-owned', "someone else's public template cannot be changed", async ({ simulate }) => {
  const world = simulate({ templates: [mine, ofHost] })
  const before = await stateOf(world)
  expect(await world.as('renter-key').put(path, { hash_id: ofHost.hash_id, name: 'mine now' })).toEqual({
    status: 403,
    body: refused('not_authorized', `template ${ofHost.hash_id} is not yours`),
  })
  expect(await world.as('renter-key').delete(path, { template_id: 8 })).toEqual({
    status: 403,
    body: refused('not_authorized', 'template 8 is not yours'),
  })
  expect(await stateOf(world)).toEqual(before)
})

proves(
  ['templates.edit.hash-id-unknown', 'templates.delete.id-unknown'],
  "someone else's private template is unknown, also by a retired hash_id",
  async ({ simulate }) => {
    const world = simulate({ templates: [mine] })
    const second = hashOf((await world.as('renter-key').put(path, { hash_id: first })).body)
    const before = await stateOf(world)
    for (const hash_id of [first, second]) {
      expect(await world.as('host-key').put(path, { hash_id })).toEqual({
        status: 404,
        body: refused('invalid_args', `no template has the hash_id ${hash_id}`),
      })
      expect(world.last().hint).toBeNull()
    }
    expect(await world.as('host-key').delete(path, { template_id: 7 })).toEqual({
      status: 404,
      body: refused('invalid_args', 'template_id: there is no template 7'),
    })
    expect(await stateOf(world)).toEqual(before)
  },
)

proves(
  ['templates.delete.deletes', 'templates.delete.id-unknown'],
  'a template is deleted by its numeric id, once',
  async ({ simulate }) => {
    const { as } = simulate({ templates: [mine] })
    const renter = as('renter-key')
    const unknown = { status: 404, body: refused('invalid_args', 'template_id: there is no template 7') }
    expect(await renter.delete(path, { template_id: 7 })).toEqual({ status: 200, body: { success: true } })
    expect(await shown(renter, 7)).toBeUndefined()
    expect(await renter.delete(path, { template_id: 7 })).toEqual(unknown)
    expect(await renter.put(path, { hash_id: first })).toMatchObject({ status: 404 })
    const { body } = await renter.post(path, { name: 'next', image: 'i' })
    expect(body, 'no id is given twice').toMatchObject({ template: { id: 8 } })
  },
)

proves('request.wrong-field', 'a deletion by hash_id is refused', async ({ simulate }) => {
  const renter = simulate({ templates: [mine] }).as('renter-key')
  for (const [body, msg] of [
    [{ template_id: first }, 'template_id: expected number, received string'],
    [{ hash_id: first }, 'template_id: is missing'],
  ] as const) {
    expect(await renter.delete(path, body)).toEqual({ status: 400, body: refused('invalid_args', msg) })
  }
  expect(await shown(renter, 7)).toBeDefined()
})
