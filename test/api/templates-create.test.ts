import { expect, test } from 'vitest'
import { everyField, hashId, hashOf, mine, path, refused, shown, stateOf } from '../support/edit-templates.ts'
import { absent, proves } from '../support/proves.ts'
import { simulate, START_SECONDS } from '../support/simulate.ts'

proves(
  ['templates.create.creates', 'templates.create.hash-id', 'templates.statuses', 'templates.answers-whole'],
  'a template with all fields is created and found as it was given',
  async ({ simulate }) => {
    const { as, last } = simulate({ templates: [mine] })
    const answer = await as('renter-key').post(path, { ...everyField, docker_login_pass: 'hunter2' })
    expect(last().basis).toBe('assumed')
    const found = await shown(as('renter-key'), 8)
    expect(answer).toEqual({ status: 200, body: { success: true, msg: 'created template 8', template: found } })
    expect(found).toEqual({
      ...everyField,
      id: 8,
      hash_id: hashOf(answer.body),
      creator_id: 1001,
      created_at: START_SECONDS,
      default_tag: '2.5',
      docker_login_pass: '********',
      recommended: false,
      count_created: 0,
      recent_create_date: null,
    })
  },
)

proves('templates.create.defaults', 'name and image make a template; the rest has defaults', async ({ simulate }) => {
  const { as, last } = simulate({})
  const renter = as('renter-key')
  expect(await renter.post(path, { name: 'n', image: 'i' })).toMatchObject({
    status: 200,
    body: { success: true, msg: 'created template 1', template: { id: 1, hash_id: hashId, name: 'n' } },
  })
  expect(last().rules).toContain('templates.create.defaults')
  expect(await shown(renter, 1)).toMatchObject({ tag: 'latest', runtype: 'args', recommended_disk_space: 8 })
  await renter.post(path, { name: 'n', image: 'i', tag: 't', runtype: 'ssh', recommended_disk_space: 0 })
  expect(last().rules).not.toContain('templates.create.defaults')
  expect(await shown(renter, 2)).toMatchObject({ tag: 't', runtype: 'ssh', recommended_disk_space: 0 })
})

proves('templates.create.hash-id', 'twins have different hash_ids', async ({ simulate }) => {
  const renter = simulate({}).as('renter-key')
  const twin = { name: 'n', image: 'i' }
  const hashes = [await renter.post(path, twin), await renter.post(path, twin)].map(({ body }) => hashOf(body))
  expect(new Set(hashes).size).toBe(2)
})

for (const [field, body] of [
  ['name', { image: 'i' }],
  ['image', { name: 'n' }],
  ['name', { name: null, image: 'i' }],
  ['name', {}],
] as const) {
  proves(
    ['templates.create.required-missing', 'templates.create.required-status'],
    `a template from ${JSON.stringify(body)} is refused because its ${field} is missing`,
    async ({ simulate }) => {
      const world = simulate({})
      expect(await world.as('renter-key').post(path, body)).toEqual({
        status: 400,
        body: refused('invalid_args', `${field}: is missing`),
      })
      expect(await stateOf(world)).toMatchObject({ templates: [] })
    },
  )
}

absent('templates.answers-whole', 'an edit that is refused shows nothing of the template', async ({ simulate }) => {
  const renter = simulate({ templates: [mine] }).as('renter-key')
  expect((await renter.put(path, { hash_id: 'f'.repeat(32), name: 'other' })).status).toBe(404)
})

test('an answer has id, hash_id and name alone where that is chosen', async () => {
  const renter = simulate({ templates: [mine] }, { rules: { 'templates.answers-whole': 'short' } }).as('renter-key')
  const created = await renter.post(path, { name: 'n', image: 'i' })
  expect(created.body).toMatchObject({ template: { id: 8, hash_id: hashId, name: 'n' } })
  expect(Object.keys((created.body as { template: object }).template)).toEqual(['id', 'hash_id', 'name'])
  const edited = await renter.put(path, { hash_id: hashOf(created.body), name: 'other' })
  expect(edited.body).toEqual({ success: true, template: { id: 8, hash_id: hashId } })
})
