import { expect } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { hash, listed, refused, rent, rented, rows, stateOf, stored, template } from '../support/rent-offer.ts'
import { searchPath, type Simulated, START_SECONDS } from '../support/simulate.ts'

proves(
  'instances.create.uses-template',
  "a template's settings are used where the request gives none",
  async ({ simulate }) => {
    const world = simulate(rows)
    expect(await world.as('renter-key').put(rent, { template_hash_id: hash })).toEqual(rented(1))
    expect(world.last().rules).not.toContain('instances.create.scalars-replaced')
    expect(await stored(world)).toMatchObject({
      runtype: 'jupyter',
      use_jupyter_lab: true,
      jupyter_dir: '/template',
      extra_filters: template.extra_filters,
    })
    expect(await listed(world)).toMatchObject({
      template_id: 7,
      template_hash_id: hash,
      template_name: 'trainer',
      image_uuid: 'pytorch/pytorch:2.5',
      image_runtype: 'jupyter_direc ssh_direc ssh_proxy',
      extra_env: [
        ['A', '1'],
        ['B', '2'],
        ['-p 8080:80', '1'],
      ],
      onstart: 'echo template',
      disk_space: 32,
    })
  },
)

proves(
  'instances.create.uses-template',
  "each use moves the template's count_created and recent_create_date, not its hash_id",
  async ({ simulate }) => {
    const { as, control } = simulate(rows)
    const renter = as('renter-key')
    const shown = async () => (await renter.get(searchPath({ id: { eq: 7 } }))).body
    expect(await shown()).toMatchObject({ templates: [{ count_created: 0, recent_create_date: null }] })
    await control.post('/_sim/clock/advance', { seconds: 60 })
    expect(await renter.put(rent, { template_hash_id: hash })).toEqual(rented(1))
    await control.post('/_sim/clock/advance', { seconds: 60 })
    expect(await renter.put('/api/v0/asks/601/', { template_hash_id: hash })).toEqual(rented(2))
    expect(await shown()).toMatchObject({
      templates: [{ count_created: 2, recent_create_date: START_SECONDS + 120, hash_id: hash }],
    })
  },
)

for (const [given, row, shows] of [
  [{ image: 'library/ubuntu' }, {}, { image_uuid: 'library/ubuntu:latest' }],
  [{ image: 'reg.example:5000/a/b:1' }, {}, { image_uuid: 'reg.example:5000/a/b:1' }],
  [{ image: 'reg.example:5000/a/b' }, {}, { image_uuid: 'reg.example:5000/a/b:latest' }],
  [{ disk: 64 }, {}, { disk_space: 64 }],
  [{ runtype: 'ssh_direct' }, { runtype: 'ssh_direct' }, { image_runtype: 'ssh_direc ssh_proxy' }],
  [{ runtype: 'args', args: ['-c', 'echo hi'] }, {}, { image_runtype: 'args', image_args: ['-c', 'echo hi'] }],
  [{ runtype: 'args', args_str: '--of request' }, {}, { image_args: ['--of', 'request'] }],
  [{ runtype: 'args' }, {}, { image_args: ['--from', 'template'] }],
  [{ onstart: 'echo request' }, {}, { onstart: 'echo request' }],
  [{ jupyter_dir: '/request' }, { jupyter_dir: '/request' }, {}],
  [{ use_jupyter_lab: false }, { use_jupyter_lab: false }, {}],
] as const) {
  proves(
    ['instances.create.scalars-replaced', 'instances.create.uses-template'],
    `${JSON.stringify(given)} in the request replaces what the template says`,
    async ({ simulate }) => {
      const world = simulate(rows)
      expect(await world.as('renter-key').put(rent, { template_hash_id: hash, ...given })).toEqual(rented(1))
      expect(await stored(world)).toMatchObject(row)
      expect(await listed(world)).toMatchObject(shows)
    },
  )
}

for (const runtype of ['ssh', 'jupyter']) {
  proves('instances.create.uses-template', `args_str is not used with the runtype ${runtype}`, async ({ simulate }) => {
    const world = simulate(rows)
    expect(await world.as('renter-key').put(rent, { template_hash_id: hash, runtype })).toEqual(rented(1))
    expect(await listed(world)).toMatchObject({ image_args: [] })
  })
}

for (const [runtype, direct, shows] of [
  ['ssh', { ssh_direct: true }, 'ssh_direc ssh_proxy'],
  ['ssh', { jup_direct: true }, 'ssh'],
  ['jupyter', { jup_direct: true }, 'jupyter_direc ssh_direc ssh_proxy'],
  ['jupyter', { ssh_direct: true }, 'jupyter_proxy ssh_direc ssh_proxy'],
  ['jupyter', {}, 'jupyter'],
  ['args', { ssh_direct: true, jup_direct: true }, 'args ssh_direc ssh_proxy'],
  ['args', { use_ssh: true }, 'args ssh_proxy'],
  ['args', { use_ssh: false, jup_direct: true }, 'args'],
] as const) {
  proves(
    'instances.create.uses-template',
    `the runtype ${runtype} with ${JSON.stringify(direct)} connects by ${shows}`,
    async ({ simulate }) => {
      const { jup_direct: _, ...indirect } = template
      const world = simulate({ ...rows, templates: [{ ...indirect, runtype, ...direct }] })
      expect(await world.as('renter-key').put(rent, { template_hash_id: hash })).toEqual(rented(1))
      expect(await listed(world)).toMatchObject({ image_runtype: shows })
    },
  )
}

for (const [env, merged] of [
  ['-e C=3', ['A=1', 'B=2', '-p 8080:80=1', 'C=3']],
  ['-p 8081:80', ['A=1', 'B=2', '-p 8080:80=1', '-p 8081:80=1']],
  ['', ['A=1', 'B=2', '-p 8080:80=1']],
] as const) {
  proves(
    'instances.create.env-merged',
    `the env "${env}" is appended to that of the template`,
    async ({ simulate }) => {
      expect(await extraEnv(simulate(rows), env)).toEqual(merged)
    },
  )
  absent('instances.create.env-order', `the env "${env}" replaces nothing of the template`, async ({ simulate }) => {
    expect(await extraEnv(simulate(rows), env)).toEqual(merged)
  })
}

for (const [env, merged] of [
  ['-e B=9 -e C=3', ['A=1', 'B=9', '-p 8080:80=1', 'C=3']],
  ['-e C=3 -p 53:53/udp -e A=9', ['A=9', 'B=2', '-p 8080:80=1', 'C=3', '-p 53:53/udp=1']],
  ['-p 8080:80', ['A=1', 'B=2', '-p 8080:80=1']],
  [`-e A='two words' -e B=`, ['A=two words', 'B=', '-p 8080:80=1']],
] as const) {
  proves(
    ['instances.create.env-merged', 'instances.create.env-order'],
    `the env "${env}" is merged into that of the template`,
    async ({ simulate }) => {
      expect(await extraEnv(simulate(rows), env)).toEqual(merged)
    },
  )
}

/** What a rent with this env lists. */
async function extraEnv(world: Simulated, env: string): Promise<readonly string[]> {
  expect(await world.as('renter-key').put(rent, { template_hash_id: hash, env })).toEqual(rented(1))
  const shown = (await listed(world))?.['extra_env'] as [string, string][]
  return shown.map(([name, value]) => `${name}=${value}`)
}

proves(
  ['templates.env-object-ignored', 'instances.create.uses-template'],
  'env as an object is accepted and applies nothing',
  async ({ simulate }) => {
    const world = simulate(rows)
    const body = { template_hash_id: hash, env: { A: '9', '-p 1:1': '1' } }
    expect(await world.as('renter-key').put(rent, body)).toEqual(rented(1))
    expect(await stored(world)).toMatchObject({ env: template.env })
    expect(
      await world.as('renter-key').put('/api/v0/asks/601/', { ...body, template_hash_id: null, image: 'i' }),
    ).toEqual(rented(2))
    expect(await stored(world)).not.toHaveProperty('env')
  },
)

proves(
  ['instances.create.filters-merged', 'instances.create.filters-not-applied'],
  'extra_filters are merged by key and refuse no offer',
  async ({ simulate }) => {
    const world = simulate(rows)
    const extra_filters = { num_gpus: { gte: 8 }, geolocation: { in: ['NO'] } }
    expect(await world.as('renter-key').put(rent, { template_hash_id: hash, extra_filters })).toEqual(rented(1))
    expect(await stored(world)).toMatchObject({ extra_filters: { gpu_ram: { gte: 24 }, ...extra_filters } })
  },
)

proves(
  ['instances.create.template-id-refused', 'instances.create.misuse-status'],
  'template_id in place of template_hash_id is refused',
  async ({ simulate }) => {
    const world = simulate(rows)
    const before = await stateOf(world)
    for (const body of [
      { template_id: 7 },
      { template_id: 7, template_hash_id: hash },
      { template_id: hash, image: 'i' },
    ]) {
      expect(await world.as('renter-key').put(rent, body)).toEqual(
        refused(400, 'invalid_args', 'template_id: is not accepted here; send template_hash_id'),
      )
    }
    expect(await stateOf(world)).toEqual(before)
  },
)

proves(
  'instances.create.template-unknown',
  'a template_hash_id that no template has is refused, and a hint names the successor of a retired one',
  async ({ simulate }) => {
    const world = simulate(rows)
    const renter = world.as('renter-key')
    expect(await renter.put(rent, { template_hash_id: 'nope', image: 'i' })).toEqual(
      refused(400, 'invalid_args', 'invalid template hash or id or template not accessible by user'),
    )
    expect(world.last().hint).toBeNull()
    const { body } = await renter.put('/api/v0/template/', { hash_id: hash })
    const { hash_id } = (body as { template: { hash_id: string } }).template
    const before = await stateOf(world)
    expect(await renter.put(rent, { template_hash_id: hash })).toEqual(
      refused(400, 'invalid_args', 'invalid template hash or id or template not accessible by user'),
    )
    expect(world.last().hint).toContain(hash_id)
    expect(await stateOf(world)).toEqual(before)
    expect(await renter.put(rent, { template_hash_id: hash_id })).toEqual(rented(1))
  },
)

proves(
  ['instances.create.template-unknown', 'instances.create.uses-template'],
  "someone else's public template can be used, a private one is unknown",
  async ({ simulate }) => {
    const other = { creator_id: 1002, name: 't', image: 'i' }
    const { as } = simulate({
      ...rows,
      templates: [
        { ...other, id: 1, hash_id: 'c'.repeat(32), private: true },
        { ...other, id: 2, hash_id: 'd'.repeat(32) },
      ],
    })
    expect(await as('renter-key').put(rent, { template_hash_id: 'c'.repeat(32) })).toEqual(
      refused(400, 'invalid_args', 'invalid template hash or id or template not accessible by user'),
    )
    expect(await as('renter-key').put(rent, { template_hash_id: 'd'.repeat(32) })).toEqual(rented(1))
    expect(await as('host-key').get(searchPath({ id: { eq: 2 } }))).toMatchObject({
      body: { templates: [{ count_created: 1, recent_create_date: START_SECONDS }] },
    })
  },
)

proves(
  'templates.env-malformed',
  'an env that cannot be read is refused and leaves the offer free',
  async ({ simulate }) => {
    const world = simulate(rows)
    const before = await stateOf(world)
    expect(await world.as('renter-key').put(rent, { template_hash_id: hash, env: '-e A' })).toEqual(
      refused(400, 'invalid_args', 'env: -e A: expected -e NAME=value'),
    )
    expect(await stateOf(world)).toEqual(before)
  },
)
