import { expect } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { searchPath } from '../support/simulate.ts'

const path = '/api/v0/template/'
const own = { creator_id: 1001, image: 'library/ubuntu' }
const rows = {
  templates: [
    { ...own, id: 7, name: 'mine' },
    { ...own, id: 8, name: 'other' },
  ],
}
const dialect = 'observed'

proves(
  ['templates.create.same-name', 'templates.create.hash-id'],
  'a name in use updates its template, and equal content has equal hashes',
  async (given) => {
    const world = given.simulate(rows, { dialect, rateLimit: { enabled: false } })
    const renter = world.as('renter-key')
    const post = async (body: object) => {
      const answer = await renter.post(path, body)
      expect(answer.status).toBe(200)
      return (answer.body as { template: { id: number; hash_id: string } }).template
    }
    const created = await post({ name: 'twin', image: 'a', desc: 'first' })
    const updated = await post({ name: 'twin', image: 'b' })
    expect(updated.id).toBe(created.id)
    expect(updated.hash_id).not.toBe(created.hash_id)
    expect(await renter.get(searchPath({ name: { eq: 'twin' } }))).toMatchObject({
      body: { templates_found: 1, templates: [{ id: created.id, image: 'b', desc: '', hash_id: updated.hash_id }] },
    })
    expect(await post({ name: 'twin', image: 'b' })).toEqual(updated)
    expect(await post({ name: 'twin', image: 'a', desc: 'first' })).toEqual(created)
    await renter.delete(path, { template_id: created.id })
    expect((await post({ name: 'twin', image: 'a', desc: 'first' })).hash_id).toBe(created.hash_id)
  },
)

absent(
  'templates.create.same-name',
  'another name, and the name of another user’s template, make a new one',
  async (given) => {
    const world = given.simulate(rows, { dialect, rateLimit: { enabled: false } })
    const body = { name: 'twin', image: 'a' }
    expect(await world.as('renter-key').post(path, body)).toMatchObject({ body: { template: { id: 9 } } })
    expect(await world.as('host-key').post(path, body)).toMatchObject({ body: { template: { id: 10 } } })
    const documented = given.simulate(rows)
    const renter = documented.as('renter-key')
    expect((await renter.post(path, body)).status).toBe(200)
    expect((await renter.post(path, body)).status).toBe(200)
    expect(await renter.get(searchPath({ name: { eq: 'twin' } }))).toMatchObject({ body: { templates_found: 2 } })
  },
)
