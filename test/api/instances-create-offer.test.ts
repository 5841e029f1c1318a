import { expect } from 'vitest'
import { proves } from '../support/proves.ts'
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
      image_runtype: 'ssh ssh_proxy',
      image_args: [],
      extra_env: [],
      ports: { '22/tcp': [{ HostIp: '0.0.0.0', HostPort: expect.stringMatching(/^5\d{4}$/) as string }] },
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
      duration: 0,
    })
  },
)

proves(
  ['instances.create.offer-unknown', 'instances.create.offer-rented'],
  'an offer that does not exist is unknown, one that is rented is gone',
  async ({ simulate }) => {
    const { as } = simulate(rows)
    expect(await as('renter-key').put('/api/v0/asks/999/', { image: 'i' })).toEqual(
      refused(404, 'no_such_ask', 'there is no offer 999'),
    )
    expect(await as('renter-key').put(rent, { image: 'i' })).toEqual(rented(1))
    for (const key of ['renter-key', 'host-key']) {
      expect(await as(key).put(rent, { image: 'i' })).toEqual(
        refused(410, 'no_such_ask', 'offer 600 is rented already'),
      )
    }
  },
)

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
      dph_base: 0.5,
      search: { gpuCostPerHour: 0.3, diskHour: 0.0016, totalHour: 0.3016 },
      dph_total: 0.3016,
      intended_status: 'stopped',
      actual_status: 'stopped',
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
