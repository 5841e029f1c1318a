import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { listed, rented } from '../support/rent-offer.ts'
import { simulate, type Simulated } from '../support/simulate.ts'

const path = '/api/v0/template/'
const hash = 'a'.repeat(32)
const mine = {
  id: 7,
  creator_id: 1001,
  hash_id: hash,
  name: 'mine',
  image: 'library/ubuntu',
  tag: '22.04',
  env: '-e A=1 -p 80:80',
  jupyter_dir: '/work',
  recommended_disk_space: 16,
}
const theirs = { ...mine, id: 8, creator_id: 1002, hash_id: 'b'.repeat(32), private: false }
const rows = { templates: [mine, theirs], offers: [{ id: 600 }, { id: 601 }] }
const dialect = 'observed'
const rules = (id: string, choice: string) => ({ rules: { [id]: choice } })

const stored = async ({ control }: Simulated, id = 7): Promise<Record<string, unknown> | undefined> => {
  const { templates } = (await control.get('/_sim/state')).body as { templates: Record<string, unknown>[] }
  return templates.find((row) => row['id'] === id)
}

const refused = (msg: string) => ({ status: 400, body: { success: false, error: 'invalid_args', msg } })

const bodies = [
  ['POST', path, { name: 'new', image: 'a' }],
  ['PUT', path, { hash_id: hash }],
  ['PUT', '/api/v0/asks/600/', { image: 'a' }],
] as const

for (const [method, at, body] of bodies) {
  const env = { K: 'v w', N: 1, B: true, gone: null, '-p 8000:8000': '1', '-p 53:53/udp': '1', '-h': 'box' }
  const flags = `-e 'K=v w' -e N=1 -e B=true -p 8000:8000 -p 53:53/udp -h box`

  proves('templates.env-object', `${method} ${at} reads an env object as the flags it stands for`, async (given) => {
    const world = given.simulate(rows, { dialect })
    expect((await world.as('renter-key').send(method, at, { ...body, env })).status).toBe(200)
    expect(world.last()).toMatchObject({ basis: 'assumed' })
    expect(world.last().rules).not.toContain('templates.env-is-a-string')
    const { templates, instances } = world.simulator.exportState() as unknown as Record<string, { env?: string }[]>
    expect([...(templates ?? []), ...(instances ?? [])].map((row) => row.env)).toContain(flags)
    expect(world.simulator.findings()).toEqual([])
  })

  absent(
    'templates.env-object',
    `${method} ${at} in the documented dialect: an object applies nothing and is found`,
    async (given) => {
      const world = given.simulate(rows)
      expect((await world.as('renter-key').send(method, at, { ...body, env })).status).toBe(200)
      expect(world.last().rules).toContain('templates.env-object-ignored')
      expect(world.last().hint).toContain('--dialect observed applies an object')
      expect(JSON.stringify(world.simulator.exportState())).not.toContain('-e N=1')
      expect(world.simulator.findings().map(({ kind }) => kind)).toEqual(['env-as-object'])
    },
  )

  test(`${method} ${at} refuses an env object where that is chosen, an empty one too`, async () => {
    const world = simulate(rows, rules('templates.env-object', 'refused'))
    for (const object of [env, {}])
      expect(await world.as('renter-key').send(method, at, { ...body, env: object })).toEqual(
        refused('env: is an object, not one string of flags'),
      )
    expect(world.last().rules).toContain('templates.env-object')
    expect((await world.as('renter-key').send(method, at, { ...body, env: '-e A=2' })).status).toBe(200)
  })

  test.each([
    [{ 'A=B': 'c' }, 'env: "A=B" is not a name of a variable'],
    [{ '': 'c' }, 'env: "" is not a name of a variable'],
    [{ A: ['c'] }, 'env: A: is not text'],
    [{ '-p 80': '1' }, 'env: -p 80: expected -p host:container[/tcp|/udp]'],
    [{ A: 'a'.repeat(32_764) }, 'env: stands for 32769 characters, not 32768'],
  ])(`${method} ${at} refuses an env object that no flags stand for (%#)`, async (object, msg) => {
    const world = simulate(rows, { dialect })
    expect(await world.as('renter-key').send(method, at, { ...body, env: object })).toMatchObject(refused(msg))
  })

  test(`${method} ${at} takes an env object that stands for as many characters as env may have`, async () => {
    const renter = simulate(rows, { dialect }).as('renter-key')
    const env = { A: 'a'.repeat(32_763) }
    expect(await renter.send(method, at, { ...body, env })).toMatchObject({ status: 200 })
  })

  proves('templates.env-hostname', `${method} ${at} reads -h hostname in the observed dialect`, async (given) => {
    const world = given.simulate(rows, { dialect })
    const words = { ...body, env: '-e A=2 -h box --shm-size 1g' }
    expect((await world.as('renter-key').send(method, at, words)).status).toBe(200)
    expect(world.simulator.findings()).toMatchObject([{ kind: 'unread-env', text: 'not read: --shm-size, 1g in env' }])
  })

  absent('templates.env-words-unread', `${method} ${at} leaves no word of -h hostname unread`, async (given) => {
    const world = given.simulate(rows, { dialect })
    expect((await world.as('renter-key').send(method, at, { ...body, env: '-h box' })).status).toBe(200)
    expect(world.simulator.findings()).toEqual([])
  })

  absent('templates.env-hostname', `${method} ${at} finds -h in the documented dialect`, async (given) => {
    const world = given.simulate(rows)
    expect((await world.as('renter-key').send(method, at, { ...body, env: '-h box' })).status).toBe(200)
    expect(world.simulator.findings()).toMatchObject([{ kind: 'unread-env', text: 'not read: -h, box in env' }])
  })
}

test('an env object is merged with the env of the template by the precedence of a string; an empty one sets nothing', async () => {
  const world = simulate(rows, { dialect, rateLimit: { enabled: false } })
  const renter = world.as('renter-key')
  const sent = { template_hash_id: hash, env: { B: '2', A: '3', '-p 80:80': '1', '-p 81:81': '1' } }
  expect(await renter.put('/api/v0/asks/600/', sent)).toMatchObject(rented(1))
  expect(world.last().rules).toContain('instances.create.env-merged')
  expect((await listed(world))?.['extra_env']).toEqual([
    ['A', '3'],
    ['-p 80:80', '1'],
    ['B', '2'],
    ['-p 81:81', '1'],
  ])
  expect(await renter.put('/api/v0/asks/601/', { template_hash_id: hash, env: {} })).toMatchObject(rented(2))
  expect((await renter.put(path, { hash_id: hash, env: {} })).status).toBe(200)
  expect(await stored(world)).toMatchObject({ env: mine.env })
})

for (const [method, body] of [
  ['POST', { name: 'new', image: 'a' }],
  ['PUT', { hash_id: hash }],
] as const) {
  proves('templates.disk-space-as-text', `${method}: recommended_disk_space is read as text`, async (given) => {
    const world = given.simulate(rows, { dialect })
    const sent = { ...body, recommended_disk_space: '20.5' }
    expect((await world.as('renter-key').send(method, path, sent)).status).toBe(200)
    expect((await stored(world, method === 'POST' ? 9 : 7))?.['recommended_disk_space']).toBe(20.5)
    expect(world.last().basis).toBe('assumed')
  })

  absent(
    'templates.disk-space-as-text',
    `${method}: a number is none, a text that is no number is refused, and in the documented dialect every text`,
    async (given) => {
      const send = async (recommended_disk_space: unknown, options: object) => {
        const world = given.simulate(rows, options)
        const { status } = await world.as('renter-key').send(method, path, { ...body, recommended_disk_space })
        return [status, world.last().hint]
      }
      expect(await send(20, { dialect })).toEqual([200, null])
      expect(await send('a lot', { dialect })).toEqual([400, null])
      expect(await send('', { dialect })).toEqual([400, null])
      expect(await send('20', {})).toEqual([400, '--dialect observed reads recommended_disk_space as text, too'])
    },
  )
}

test('what an edit unset shows null in the observed dialect, until it is set again', async () => {
  const world = simulate(rows, { dialect: 'observed', rateLimit: { enabled: false } })
  const renter = world.as('renter-key')
  const shown = async () => (await renter.get(`${path}?select_filters={"id":{"eq":7}}`)).body
  const edit = async (hash_id: string, changes: object) =>
    ((await renter.put(path, { hash_id, ...changes })).body as { template: { hash_id: string } }).template.hash_id
  const second = await edit(hash, { image: null, onstart: null, recommended_disk_space: null })
  const nulls = { image: null, onstart: null, recommended_disk_space: null }
  expect(await shown()).toMatchObject({ templates: [nulls] })
  const third = await edit(second, { onstart: 'go' })
  expect(await shown()).toMatchObject({ templates: [{ ...nulls, onstart: 'go' }] })
  await edit(third, { image: 'a/c', recommended_disk_space: 9 })
  expect(await shown()).toMatchObject({ templates: [{ image: 'a/c', onstart: 'go', recommended_disk_space: 9 }] })
})

test('null sets back the env beside a new password, and the password beside an env object', async () => {
  const world = simulate(rows, { rules: { 'templates.env-object': 'applied' } })
  const edit = async (body: object) =>
    world.as('renter-key').put(path, { hash_id: (await stored(world))?.['hash_id'], ...body })
  expect((await edit({ env: null, docker_login_pass: 'secret' })).status).toBe(200)
  expect(Object.keys((await stored(world)) ?? {})).not.toContain('env')
  expect((await edit({ env: { A: '1' }, docker_login_pass: null })).status).toBe(200)
  expect(await stored(world)).toMatchObject({ env: '-e A=1' })
  expect(Object.keys((await stored(world)) ?? {})).not.toContain('docker_login_pass')
})

proves('templates.edit.null', 'null unsets in both dialects, and keeps where that is chosen', async (given) => {
  for (const [options, tag] of [
    [{ dialect }, undefined],
    [{}, undefined],
    [rules('templates.edit.null', 'keeps'), '22.04'],
  ] as const) {
    const world = given.simulate(rows, options)
    expect((await world.as('renter-key').put(path, { hash_id: hash, tag: null })).status).toBe(200)
    expect(world.last().rules).toContain('templates.edit.null')
    expect((await stored(world))?.['tag']).toBe(tag)
  }
})

absent(
  'templates.edit.null',
  'an edit in which nothing is null, or the name alone, sets nothing back',
  async (given) => {
    for (const options of [{ dialect }, {}, rules('templates.edit.null', 'keeps')] as const) {
      const world = given.simulate(rows, options)
      expect((await world.as('renter-key').put(path, { hash_id: hash, tag: 'x', name: null })).status).toBe(200)
    }
  },
)

proves('templates.delete.by-hash-id', 'the observed dialect deletes by hash_id, too', async (given) => {
  const world = given.simulate(rows, { dialect })
  const renter = world.as('renter-key')
  expect(await renter.delete(path, { hash_id: hash })).toEqual({ status: 200, body: { success: true } })
  expect(await stored(world)).toBeUndefined()
  expect(await renter.delete(path, { hash_id: hash })).toMatchObject({ status: 404, body: { error: 'invalid_args' } })
  expect(await renter.delete(path, { hash_id: theirs.hash_id })).toMatchObject({ status: 403 })
  expect(await renter.delete(path, { hash_id: 8 })).toMatchObject({ status: 400 })
})

absent(
  'templates.delete.by-hash-id',
  'a deletion by template_id is as ever; in the documented dialect it is the only one',
  async (given) => {
    const observed = given.simulate(rows, { dialect })
    expect(await observed.as('renter-key').delete(path, {})).toEqual(refused('template_id: is missing'))
    expect((await observed.as('renter-key').delete(path, { template_id: 7 })).status).toBe(200)
    const documented = given.simulate(rows)
    expect(await documented.as('renter-key').delete(path, { hash_id: hash })).toEqual(
      refused('template_id: is missing'),
    )
    expect(documented.last().hint).toContain('--dialect observed deletes by hash_id, too')
  },
)

test('readme_visible is ignored and found in both dialects', async () => {
  for (const options of [{ dialect }, {}] as const) {
    const world = simulate(rows, options)
    const body = { name: 'new', image: 'a', readme_visible: true }
    expect((await world.as('renter-key').post(path, body)).status).toBe(200)
    expect(world.simulator.findings()).toMatchObject([{ kind: 'unread-field', text: 'not read: readme_visible' }])
  }
})

/** What it was seen to show, under a name that the description has. */
const seen = { readme: 'as captured' }
const readme = async ({ as }: Simulated): Promise<unknown> => {
  const { body } = await as('renter-key').get(`${path}?select_filters={"id":{"eq":7}}`)
  return (body as { templates: readonly { readme: string }[] }).templates[0]?.readme
}

proves(
  'templates.search.further-fields',
  'the observed dialect shows what a template was seen to show, until an edit',
  async (given) => {
    const options = { dialect, rateLimit: { enabled: false } } as const
    const world = given.simulate({ ...rows, templates: [{ ...mine, seen }] }, options)
    expect(await readme(world)).toBe('as captured')
    expect((await world.as('renter-key').put(path, { hash_id: hash, desc: 'new' })).status).toBe(200)
    expect(await readme(world)).toBe('')
  },
)

absent('templates.search.further-fields', 'the documented dialect does not', async (given) => {
  expect(await readme(given.simulate({ ...rows, templates: [{ ...mine, seen }] }))).toBe('')
})
