import { expect } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { hash, listed, refused, rent, rented, rows, stored, template } from '../support/rent-offer.ts'

/** Says nothing but what a template must. */
const bare = { id: 1, creator_id: 1001, name: 'bare', image: 'lib/img', hash_id: 'b'.repeat(32) }
const whole = { ...bare, tag: '1', runtype: 'args', recommended_disk_space: 16 }
const of = (row: object) => ({ ...rows, templates: [{ ...whole, ...row }] })

const scalars = 'instances.create.scalars-replaced'
const over = 'instances.create.tag-over-image'
const another = 'instances.create.tag-of-another-image'
const tagRules = new Set([scalars, over, another])

for (const [row, request, image, rules] of [
  [{ image: 'lib/img:3', tag: undefined }, { tag: 'v9' }, 'lib/img:v9', [scalars, over]],
  [{}, { tag: 'v9' }, 'lib/img:v9', [scalars]],
  [{}, { tag: '1' }, 'lib/img:1', []],
  [{}, { image: 'o/p:2', tag: 'v9' }, 'o/p:v9', [scalars, over]],
  [{}, { image: 'o/p:2', tag: '2' }, 'o/p:2', [scalars]],
  [{}, { image: 'o/p@sha256:0a', tag: 'v9' }, 'o/p:v9', [scalars, over]],
  [{}, { image: 'reg.example:5000/o/p', tag: 'v9' }, 'reg.example:5000/o/p:v9', [scalars]],
  [{}, { image: 'o/p' }, 'o/p:latest', [scalars, another]],
  [{}, { image: 'o/p:2' }, 'o/p:2', [scalars]],
  [{}, { image: 'lib/img' }, 'lib/img:1', [another]],
  [{}, { image: 'lib/img:1' }, 'lib/img:1', []],
  [{ tag: undefined }, { image: 'lib/img' }, 'lib/img:latest', []],
  [{ tag: 'latest' }, { image: 'o/p' }, 'o/p:latest', [scalars]],
  [{ image: 'lib/img:3' }, {}, 'lib/img:1', [over]],
  [{ image: 'lib/img:3' }, { image: 'lib/img:3' }, 'lib/img:1', [over, another]],
  [{}, { tag: '' }, 'lib/img:latest', [scalars]],
] as const) {
  const title = `${JSON.stringify(request)} over the template ${JSON.stringify(row)} rents ${image}`
  proves(['instances.create.uses-template', ...rules], title, async ({ simulate }) => {
    const world = simulate(of(row))
    expect(await world.as('renter-key').put(rent, { template_hash_id: bare.hash_id, ...request })).toEqual(rented(1))
    expect(
      world
        .last()
        .rules.filter((rule) => tagRules.has(rule))
        .toSorted(),
    ).toEqual([...rules].toSorted())
    expect(await listed(world)).toMatchObject({ image_uuid: image })
  })
}

proves(
  'instances.create.tag-over-image',
  'without a template too the tag of the request wins',
  async ({ simulate }) => {
    const world = simulate(rows)
    expect(await world.as('renter-key').put(rent, { image: 'o/p:2', tag: 'v9' })).toEqual(rented(1))
    expect(await listed(world)).toMatchObject({ image_uuid: 'o/p:v9' })
  },
)

absent(
  [
    'instances.create.scalars-replaced',
    'instances.create.tag-of-another-image',
    'instances.create.tag-over-image',
    'instances.create.further-parameters',
  ],
  'scalars that equal those of the template, or are not used, replace nothing',
  async ({ simulate }) => {
    const world = simulate(of({ runtype: 'ssh', args_str: '--from template' }))
    const body = {
      image: 'lib/img:1',
      tag: '1',
      runtype: 'ssh',
      disk: 16,
      args_str: '--of request',
      target_state: 'running',
    }
    expect(await world.as('renter-key').put(rent, { template_hash_id: bare.hash_id, ...body })).toEqual(rented(1))
    expect(world.last().hint).toBe('args_str: not used, because the runtype is ssh')
    expect(await listed(world)).toMatchObject({ image_args: [], disk_space: 16, image_runtype: 'ssh' })
  },
)

for (const [body, shows] of [
  [{}, { image_runtype: 'ssh', image_args: [] }],
  [{ args: ['-c', 'x'] }, { image_runtype: 'args', image_args: ['-c', 'x'] }],
  [{ args_str: `-c 'x y'` }, { image_runtype: 'args', image_args: ['-c', 'x y'] }],
  [{ runtype: 'args' }, { image_runtype: 'args', image_args: [] }],
  [{ runtype: 'args', use_ssh: true }, { image_runtype: 'args ssh_proxy' }],
] as const) {
  proves(
    'instances.create.defaults',
    `without a template ${JSON.stringify(body)} launches ${shows.image_runtype}`,
    async ({ simulate }) => {
      const world = simulate(rows)
      expect(await world.as('renter-key').put(rent, { image: 'i', ...body })).toEqual(rented(1))
      expect(await listed(world)).toMatchObject({ ...shows, image_uuid: 'i:latest', disk_space: 8 })
    },
  )
}

absent(
  [
    'instances.create.defaults',
    'instances.create.further-parameters',
    'instances.create.uses-template',
    'instances.create.filters-not-applied',
    'instances.create.arguments-unused',
    'instances.create.volume-linked',
    'instances.create.volume-created',
    'templates.create.defaults',
    'templates.env-is-a-string',
  ],
  'a rent that says everything needs no default',
  async ({ simulate }) => {
    const world = simulate(rows)
    const body = { image: 'i:1', runtype: 'ssh', disk: 8, extra_filters: {} }
    expect(await world.as('renter-key').put(rent, body)).toEqual(rented(1))
  },
)

for (const [row, request] of [
  [{ runtype: undefined }, {}],
  [{ recommended_disk_space: undefined }, {}],
  [{ tag: undefined }, {}],
  [{}, { image: 'o/p' }],
] as const) {
  proves(
    'templates.create.defaults',
    `the template ${JSON.stringify({ ...row })} with ${JSON.stringify(request)} starts with a default`,
    async ({ simulate }) => {
      const world = simulate(of(row))
      expect(await world.as('renter-key').put(rent, { template_hash_id: bare.hash_id, ...request })).toEqual(rented(1))
      expect(world.last().rules).not.toContain('instances.create.defaults')
    },
  )
}

absent(
  [
    'templates.create.defaults',
    'instances.create.env-merged',
    'instances.create.env-named-twice',
    'instances.create.filters-merged',
    'instances.create.template-volume-never-applied',
    'instances.create.smallest-disk',
    'instances.create.tag-of-another-image',
  ],
  'a template without env, filters, volume or open settings is used as it is',
  async ({ simulate }) => {
    const world = simulate(of({ env: '', extra_filters: {}, volume_info: {} }))
    const body = { env: '-e A=1', extra_filters: { num_gpus: { eq: 1 } } }
    expect(await world.as('renter-key').put(rent, { template_hash_id: bare.hash_id, ...body })).toEqual(rented(1))
    expect(await stored(world)).toMatchObject(body)
  },
)

proves(
  'instances.create.smallest-disk',
  'a template that recommends less than 8 GB starts with 8',
  async ({ simulate }) => {
    const world = simulate(of({ recommended_disk_space: 0 }))
    expect(await world.as('renter-key').put(rent, { template_hash_id: bare.hash_id })).toEqual(rented(1))
    expect(await listed(world)).toMatchObject({ disk_space: 8 })
    const { body } = await world.control.get('/_sim/state')
    expect(body).toMatchObject({ templates: [{ recommended_disk_space: 0 }] })
  },
)

proves(
  'instances.create.arguments-unused',
  'arguments of the template are not used by another runtype',
  async ({ simulate }) => {
    const world = simulate(rows)
    expect(await world.as('renter-key').put(rent, { template_hash_id: hash, args: ['x'] })).toEqual(rented(1))
    expect(world.last().hint).toBe('args: not used, because the runtype is jupyter')
    expect(await listed(world)).toMatchObject({ image_args: [] })
    expect(template.runtype).toBe('jupyter')
  },
)

proves(
  'templates.create.no-quota',
  'a disk that no price could be a number for is refused, in every way to ask for it',
  async ({ simulate }) => {
    const world = simulate(rows)
    for (const disk of [1.7e308, 1_500_000_000]) {
      expect(await world.as('renter-key').put(rent, { image: 'i', disk })).toEqual(
        refused(400, 'invalid_args', 'disk: expected number to be <=1000000000'),
      )
    }
    expect(await world.as('renter-key').put(rent, { image: 'i', disk: 1_000_000_000 })).toEqual(rented(1))
    const costs = await listed(world)
    for (const name of ['dph_total', 'storage_total_cost', 'disk_space']) expect(costs?.[name]).toBeGreaterThan(0)
    const state = await (await world.simulator.fetch('/_sim/state')).text()
    expect((await world.simulator.fetch('/~other/_sim/state', { method: 'PUT', body: state })).status).toBe(200)
  },
)

proves('request.wrong-field', 'an unknown runtype is refused with the known ones', async ({ simulate }) => {
  expect(await simulate(rows).as('renter-key').put(rent, { image: 'i', runtype: 'vm' })).toEqual(
    refused(
      400,
      'invalid_args',
      'runtype: Invalid option: expected one of "ssh"|"jupyter"|"args"|"ssh_proxy"|"ssh_direct"|"jupyter_proxy"|"jupyter_direct"',
    ),
  )
})

absent(
  [
    'instances.create.rents',
    'instances.create.answer',
    'instances.create.running-at-once',
    'instances.create.uses-template',
    'instances.create.further-parameters',
    'instances.create.filters-not-applied',
    'templates.env-is-a-string',
    'templates.shell-words',
    'instances.create.volume-linked',
  ],
  'a refused rent names nothing of what it would have done',
  async ({ simulate }) => {
    const world = simulate(rows)
    const body = { template_hash_id: hash, env: `-e A='1'`, label: 'x', extra_filters: { a: { eq: 1 } } }
    for (const wrong of [
      { args_str: "it's" },
      { volume_info: { create_new: false, volume_id: 51, mount_path: '/data' } },
      { env: `-e A=${'x'.repeat(32_760)}` },
    ]) {
      expect((await world.as('renter-key').put(rent, { ...body, ...wrong })).status).toBeGreaterThanOrEqual(400)
    }
  },
)

absent(
  [
    'instances.create.template-id-refused',
    'instances.create.misuse-status',
    'instances.create.offer-unknown',
    'instances.create.offer-rented',
    'instances.create.template-unknown',
    'instances.create.image-missing',
    'instances.create.price-invalid',
    'instances.create.volume-unknown',
    'instances.create.volume-not-owned',
    'instances.create.volume-size',
    'instances.create.volume-created',
    'instances.create.progression',
  ],
  'a rent at every bound is refused by nothing',
  async ({ simulate }) => {
    const { as } = simulate(rows)
    const volume_info = { create_new: false, volume_id: 50, size: 9999, mount_path: '/data' }
    expect(
      await as('renter-key').put(rent, { template_id: null, template_hash_id: hash, price: 128, volume_info }),
    ).toEqual(rented(1))
  },
)

absent('instances.create.volume-linked', 'a volume that is created is not linked', async ({ simulate }) => {
  const volume_info = { create_new: true, volume_id: 90, size: 500, mount_path: '/data' }
  expect(await simulate(rows).as('renter-key').put(rent, { image: 'i', volume_info })).toEqual(rented(1))
})

const slow = { name: 'slow', description: 'Boots.', progression: { instances: { mode: 'after', seconds: 60 } } }

absent('instances.create.running-at-once', 'an instance that boots does not run at once', async ({ simulate }) => {
  const { as } = simulate(rows, { scenario: slow })
  expect(await as('renter-key').put(rent, { image: 'i' })).toEqual(rented(1))
})

absent(
  'instances.create.progression',
  'an instance that is to be stopped does not boot, whatever is configured',
  async ({ simulate }) => {
    const { as, last } = simulate(rows, { scenario: slow })
    expect(await as('renter-key').put(rent, { image: 'i', target_state: 'stopped' })).toEqual(rented(1))
    expect(last().rules).toContain('instances.create.running-at-once')
  },
)
