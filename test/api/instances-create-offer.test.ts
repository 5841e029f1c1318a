import { expect } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { listed, refused, rent, rented, rows, stateOf } from '../support/rent-offer.ts'
import { START_SECONDS } from '../support/simulate.ts'

proves(
  ['instances.create.rents', 'instances.create.answer', 'instances.create.running-at-once'],
  'an offer becomes an instance that runs at once',
  async ({ simulate }) => {
    const world = simulate(rows)
    expect(await world.as('renter-key').put(rent, { image: 'library/ubuntu:22.04' })).toEqual(rented(1))
    expect(world.last().basis).toBe('assumed')
    expect(await listed(world)).toMatchObject({
      id: 1,
      actual_status: 'running',
      cur_state: 'running',
      next_state: 'running',
      intended_status: 'running',
      image_uuid: 'library/ubuntu:22.04',
      image_runtype: 'ssh',
      image_args: [],
      extra_env: [],
      ports: {},
      onstart: '',
      label: '',
      template_id: 0,
      template_hash_id: '',
      template_name: '',
      disk_space: 8,
      is_bid: false,
      dph_base: 0.5,
      volume_info: [],
      start_date: START_SECONDS,
      uptime_mins: 0,
      duration: 2_592_000,
    })
  },
)

proves(
  ['instances.create.offer-unknown', 'instances.create.offer-rented'],
  'an offer that does not exist is unknown, one that is rented is gone',
  async ({ simulate }) => {
    const { as } = simulate(rows)
    expect(await as('renter-key').put('/api/v0/asks/999/', { image: 'i' })).toEqual(
      refused(400, 'invalid_args', 'error 404/3603: no_such_ask  Instance type by id 999 is not available.'),
    )
    expect(await as('renter-key').put(rent, { image: 'i' })).toEqual(rented(1))
    for (const key of ['renter-key', 'host-key']) {
      expect(await as(key).put(rent, { image: 'i' })).toEqual(
        refused(410, 'no_such_ask', 'error 410/3907: no_such_ask Instance type 600 is no longer available.'),
      )
    }
  },
)

proves(
  'instances.create.args-too-long',
  'onstart and arguments have 16,384 characters together, and no more',
  async ({ simulate }) => {
    const { as, last } = simulate(rows)
    const onstart = 'x'.repeat(16_000)
    for (const more of [{ args_str: 'y'.repeat(385) }, { args: ['y'.repeat(192), 'y'.repeat(192)] }]) {
      expect(await as('renter-key').put(rent, { image: 'i', onstart, ...more })).toEqual(
        refused(400, 'invalid_args', expect.stringContaining('len(args) > 16384')),
      )
      expect(last().hint).toContain('16385 characters')
    }
  },
)

absent('instances.create.args-too-long', '16,384 characters are few enough', async ({ simulate }) => {
  const body = { image: 'i', onstart: 'x'.repeat(16_000), args_str: 'y'.repeat(384) }
  expect(await simulate(rows).as('renter-key').put(rent, body)).toEqual(rented(1))
})

proves(
  'instances.create.credit-missing',
  'without credit nothing is rented where that is chosen',
  async ({ simulate }) => {
    const users = [0, -1, 0.01].map((credit, at) => ({
      id: 1 + at,
      name: `${credit}`,
      credit,
      api_keys: [{ key: `k${at}` }],
    }))
    const { as } = simulate(
      { offers: [{ id: 600 }], users },
      { rules: { 'instances.create.credit-missing': 'refused' } },
    )
    for (const key of ['k0', 'k1'])
      expect(await as(key).put(rent, { image: 'i' })).toEqual(
        refused(400, 'insufficient_credit', 'Your account lacks credit; see the billing page.'),
      )
    expect((await as('k2').put(rent, { image: 'i' })).status).toBe(200)
  },
)

absent('instances.create.credit-missing', 'else credit is not looked at', async ({ simulate }) => {
  const users = [{ id: 1, name: 'poor', credit: 0, api_keys: [{ key: 'k' }] }]
  expect(
    (
      await simulate({ offers: [{ id: 600 }], users })
        .as('k')
        .put(rent, { image: 'i' })
    ).status,
  ).toBe(200)
})

proves('instances.create.image-missing', 'without a template an image is required', async ({ simulate }) => {
  expect(await simulate(rows).as('renter-key').put(rent, { template_hash_id: null, image: null })).toEqual(
    refused(400, 'invalid_args', 'image: is missing, and no template_hash_id names a template that has one'),
  )
})

proves('instances.create.price-invalid', 'a bid outside of 0.001 to 128 is refused', async ({ simulate }) => {
  const { as } = simulate(rows)
  for (const price of [0, 0.0009, 128.01, '1']) {
    expect(await as('renter-key').put(rent, { image: 'i', price })).toEqual(
      refused(400, 'invalid_price', expect.stringMatching(/^price: /)),
    )
  }
  for (const [id, price] of [
    [600, 0.001],
    [601, 128],
  ]) {
    expect(await as('renter-key').put(`/api/v0/asks/${id}/`, { image: 'i', price })).toMatchObject({ status: 200 })
  }
})

proves(
  'instances.create.further-parameters',
  'label, price and target_state show in the listing',
  async ({ simulate }) => {
    const world = simulate(rows)
    const body = { image: 'i', label: 'night run', price: 0.3, target_state: 'stopped' }
    expect(await world.as('renter-key').put(rent, body)).toEqual(rented(1))
    expect(world.last().rules).toContain('instances.create.further-parameters')
    expect(await listed(world)).toMatchObject({
      label: 'night run',
      is_bid: true,
      dph_base: 0.3,
      search: { gpuCostPerHour: 0.3, diskHour: (0.146 * 8) / 720, totalHour: 0.3 + (0.146 * 8) / 720 },
      dph_total: 0.3 + (0.146 * 8) / 720,
      intended_status: 'stopped',
      actual_status: 'exited',
      cur_state: 'stopped',
      next_state: 'stopped',
      uptime_mins: null,
    })
  },
)

for (const [wrong, msg] of [
  [{ image: '' }, /^image: /],
  [{ disk: '7' }, /^disk: /],
  [{ label: 'x'.repeat(257) }, /^label: /],
  [{ runtype: 'vm' }, /^runtype: /],
  [{ target_state: 'exited' }, /^target_state: /],
  [{ args: 'ls' }, /^args: expected array/],
  [{ template_hash_id: 7 }, /^template_hash_id: expected string/],
] as const) {
  proves('request.wrong-field', `${JSON.stringify(wrong).slice(0, 40)} is refused`, async ({ simulate }) => {
    const world = simulate(rows)
    const before = await stateOf(world)
    expect(await world.as('renter-key').put(rent, { image: 'i', ...wrong })).toEqual(
      refused(400, 'invalid_args', expect.stringMatching(msg)),
    )
    expect(await stateOf(world)).toEqual(before)
  })
}
