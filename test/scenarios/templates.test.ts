import { expect, test } from 'vitest'
import { searchPath, simulate } from '../support/simulate.ts'

const TEMPLATE = '/api/v0/template/'
const remembered = '4e17788f74f075dd9aab7d0d4427968f'
const renewed = '0c5a2f1be07d4c6f9b7b1f0f6f2d9a11'
const under = (scenario: string) => simulate(undefined, { scenario })
const refused = (status: number, error: string, msg: unknown) => ({ status, body: { success: false, error, msg } })

test('template-search-without-user-read: the search is refused, creating a template is not', async () => {
  const world = under('template-search-without-user-read')
  const renter = world.as('renter-key')
  expect(await renter.get(searchPath({}))).toEqual(
    refused(403, 'not_authorized', expect.stringContaining('user_read') as string),
  )
  expect(world.last().rules).toContain('templates.search.needs-user-read')
  expect(await renter.post(TEMPLATE, { name: 'mine', image: 'library/ubuntu' })).toMatchObject({ status: 200 })
  expect(await world.as('host-key').get(searchPath({ id: { eq: 9001 } }))).toMatchObject({ status: 200 })
})

test('template-create-refused: a complete template is refused and not stored', async () => {
  const world = under('template-create-refused')
  expect(await world.as('renter-key').post(TEMPLATE, { name: 'a', image: 'b' })).toEqual(
    refused(400, 'invalid_args', 'name and image are required.'),
  )
  expect(world.last().basis).toBe('injected')
  expect((await world.as('renter-key').get(searchPath({ name: { eq: 'a' } }))).body).toMatchObject({ templates: [] })
})

test('template-gone: edit, delete and rent with what a client remembers are refused', async () => {
  const world = under('template-gone')
  const renter = world.as('renter-key')
  const unknown = `no template has the hash_id ${remembered}`
  expect(await renter.put(TEMPLATE, { hash_id: remembered, tag: '1' })).toEqual(refused(404, 'invalid_args', unknown))
  expect(world.last().rules).toContain('templates.edit.hash-id-unknown')
  expect(await renter.delete(TEMPLATE, { template_id: 9001 })).toEqual(
    refused(404, 'invalid_args', 'template_id: there is no template 9001'),
  )
  expect(world.last().rules).toContain('templates.delete.id-unknown')
  expect(await renter.put('/api/v0/asks/12345678/', { template_hash_id: remembered })).toEqual(
    refused(400, 'invalid_args', 'invalid template hash or id or template not accessible by user'),
  )
  expect(world.last().rules).toContain('instances.create.template-unknown')
  expect(world.last().basis).toBe('assumed')
})

test('template-of-someone-else: the template is found, but neither edited nor deleted', async () => {
  const world = under('template-of-someone-else')
  const renter = world.as('renter-key')
  expect(await renter.get(searchPath({ hash_id: { eq: remembered } }))).toMatchObject({
    body: { templates: [{ id: 9001 }] },
  })
  expect(await renter.put(TEMPLATE, { hash_id: remembered, tag: '1' })).toEqual(
    refused(403, 'not_authorized', `template ${remembered} is not yours`),
  )
  expect(await renter.delete(TEMPLATE, { template_id: 9001 })).toEqual(
    refused(403, 'not_authorized', 'template 9001 is not yours'),
  )
  expect(world.last().rules).toContain('templates.not-owned')
})

test('stale-hash-id: the retired hash is unknown, a search finds the new one, and that one works', async () => {
  const world = under('stale-hash-id')
  const renter = world.as('renter-key')
  const unknown = `no template has the hash_id ${remembered}`
  expect(await renter.put('/api/v0/asks/12345678/', { template_hash_id: remembered })).toEqual(
    refused(400, 'invalid_args', 'invalid template hash or id or template not accessible by user'),
  )
  expect(world.last().hint).toBe(`hash_id ${remembered} was retired by an edit; template 9001 now has ${renewed}`)
  expect(await renter.put(TEMPLATE, { hash_id: remembered, tag: '1' })).toEqual(refused(404, 'invalid_args', unknown))
  expect(await renter.get(searchPath({ name: { eq: 'ubuntu-ssh' } }))).toMatchObject({
    body: { templates: [{ id: 9001, hash_id: renewed }] },
  })
  expect(await renter.put('/api/v0/asks/12345678/', { template_hash_id: renewed })).toEqual({
    status: 200,
    body: { success: true, new_contract: 1 },
  })
})

test('lost-reply-on-template-create: the template is there though no answer came, and a repeat makes a twin', async () => {
  const world = under('lost-reply-on-template-create')
  const renter = world.as('renter-key')
  const create = () => renter.post(TEMPLATE, { name: 'once', image: 'library/ubuntu' })
  await expect(create()).rejects.toThrow('fetch failed')
  const found = async () => {
    const { body } = await renter.get(searchPath({ name: { eq: 'once' } }))
    return (body as { templates: { hash_id: string }[] }).templates.map(({ hash_id }) => hash_id)
  }
  expect(await found()).toHaveLength(1)
  expect(await create()).toMatchObject({ status: 200 })
  expect(new Set(await found()).size).toBe(2)
  expect((await world.control.get('/_sim/requests?basis=injected')).body).toMatchObject({
    requests: [
      {
        response: { status: 0 },
        fault: { name: 'reply-lost', effect: 'empty_response', outcome: 'lost', happened: true },
      },
    ],
  })
})
