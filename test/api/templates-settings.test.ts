import { expect } from 'vitest'
import { everyField, first, hashOf, mine, path, refused, shown, stateOf } from '../support/edit-templates.ts'
import { proves } from '../support/proves.ts'

proves('request.wrong-field', 'a field of the wrong type is refused and changes nothing', async ({ simulate }) => {
  const world = simulate({ templates: [mine] })
  const before = await stateOf(world)
  for (const [wrong, msg] of [
    [{ name: '' }, /^name: /],
    [{ runtype: 'vm' }, /^runtype: /],
    [{ private: 'yes' }, /^private: expected boolean/],
    [{ recommended_disk_space: '8' }, /^recommended_disk_space: expected number/],
    [{ extra_filters: { gpu_ram: 24 } }, /^extra_filters\.gpu_ram: /],
    [{ env: ['-e', 'A=1'] }, /^env: /],
  ] as const) {
    const expected = { status: 400, body: refused('invalid_args', expect.stringMatching(msg)) }
    expect(await world.as('renter-key').post(path, { name: 'n', image: 'i', ...wrong })).toEqual(expected)
    expect(await world.as('renter-key').put(path, { hash_id: first, ...wrong })).toEqual(expected)
  }
  expect(await stateOf(world)).toEqual(before)
})

proves('templates.env-is-a-string', 'env is kept as it was written', async ({ simulate }) => {
  const { as, last } = simulate({ templates: [mine] })
  const renter = as('renter-key')
  const env = `-e B=2  -p 80:80 -e "A=two words"`
  expect(await renter.post(path, { name: 'n', image: 'i', env })).toMatchObject({ status: 200 })
  expect(last().rules).not.toContain('templates.env-object-ignored')
  expect(await shown(renter, 8)).toMatchObject({ env })
})

proves(
  ['templates.env-object-ignored', 'templates.env-object-accepted'],
  'env as an object is accepted and applies nothing, on creation and on an edit',
  async ({ simulate }) => {
    const { as, last } = simulate({ templates: [mine] })
    const renter = as('renter-key')
    expect(await renter.post(path, { name: 'n', image: 'i', env: { A: '2' } })).toMatchObject({ status: 200 })
    expect(await shown(renter, 8)).toMatchObject({ env: '' })
    expect(await renter.put(path, { hash_id: first, env: { A: '2' } })).toMatchObject({ status: 200 })
    expect(last().rules).toContain('templates.env-object-ignored')
    expect(await shown(renter, 7)).toMatchObject({ env: everyField.env })
  },
)

for (const [env, msg] of [
  ['-e A="1', 'env: a quote is never closed'],
  ['-e A', 'env: -e A: expected -e NAME=value'],
  ['-p 8080', 'env: -p 8080: expected -p host:container[/tcp|/udp]'],
] as const) {
  proves('templates.env-malformed', `the env ${env} is refused and changes nothing`, async ({ simulate }) => {
    const world = simulate({ templates: [mine] })
    const before = await stateOf(world)
    const expected = { status: 400, body: refused('invalid_args', msg) }
    expect(await world.as('renter-key').post(path, { name: 'n', image: 'i', env })).toEqual(expected)
    expect(await world.as('renter-key').put(path, { hash_id: first, env })).toEqual(expected)
    expect(await stateOf(world)).toEqual(before)
  })
}

proves(
  ['templates.create.creates', 'templates.edit.rotates-hash-id', 'templates.search.fields'],
  'the registry password comes back in no answer and in no export',
  async ({ simulate }) => {
    const world = simulate({ templates: [{ ...mine, docker_login_pass: 'hunter2' }] })
    const renter = world.as('renter-key')
    const made = await renter.post(path, { ...everyField, docker_login_pass: 'hunter2' })
    const said = [
      made,
      await renter.put(path, { hash_id: hashOf(made.body), docker_login_pass: 'hunter2' }),
      await renter.put(path, { hash_id: hashOf(made.body), docker_login_pass: 'hunter2' }),
      await renter.post(path, { docker_login_pass: 'hunter2' }),
      await renter.post(path, { ...everyField, docker_login_pass: ['hunter2'] }),
      await renter.get(path),
      await world.as('host-key').get(path),
      await stateOf(world),
    ]
    expect(JSON.stringify(said)).not.toContain('hunter2')
    expect(await shown(renter, 7)).toMatchObject({ docker_login_pass: '********' })
    expect(await shown(renter, 8)).toMatchObject({ docker_login_pass: '********' })
  },
)

proves(
  'request.malformed-json',
  'a body that is not JSON is refused without repeating the registry password in it',
  async ({ simulate }) => {
    const renter = simulate({}).as('renter-key')
    for (const text of ['{"docker_login_pass": hunter2}', '{"name":"n","docker_login_pass":"hunter2"x}', '"hunter2']) {
      const answer = await renter.post(path, undefined, { text })
      expect(answer).toEqual({ status: 400, body: refused('invalid_args', expect.any(String)) })
      expect(JSON.stringify(answer)).not.toContain('hunter2')
    }
  },
)

proves('templates.args-malformed', 'arguments with an open quote are refused everywhere', async ({ simulate }) => {
  const { as } = simulate({ offers: [{ id: 600 }] })
  const unclosed = { status: 400, body: refused('invalid_args', 'args_str: a quote is never closed') }
  expect(await as('renter-key').put('/api/v0/asks/600/', { image: 'a/b', args_str: "it's" })).toEqual(unclosed)
  expect(await as('renter-key').post(path, { name: 't', image: 'i', args_str: "it's" })).toEqual(unclosed)
})
