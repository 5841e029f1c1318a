import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { type Client, simulate } from '../support/simulate.ts'

const observed = { dialect: 'observed', rateLimit: { enabled: false } } as const
const hash = 'a'.repeat(32)
const rows = {
  offers: [600, 601, 602].map((id) => ({ id, min_bid: 0.3, dph_base: 0.6 })),
  templates: [
    {
      id: 7,
      creator_id: 1001,
      hash_id: hash,
      name: 't',
      image: 'pytorch/pytorch',
      tag: '2.9',
      env: '-e A=1',
      onstart: 'go',
    },
  ],
  instances: [
    { id: 31, user_id: 1001, offer_id: 600, price: 0.4, label: 'spot' },
    { id: 32, user_id: 1001, offer_id: 601, image: 'ubuntu:22.04' },
    { id: 33, user_id: 1002, offer_id: 602 },
  ],
}
const ok = { status: 200, body: { success: true } }
const refused = (status: number, error: string) => ({ status, body: { success: false, error } })

async function shown(client: Client, id: number): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await client.get(`/api/v0/instances/${id}/`)
  return (body as { instances: Readonly<Record<string, unknown>> }).instances
}

proves(
  'instances.bid.sets-price',
  'a bid below the market stops an instance, a better one starts it',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    const renter = as('renter-key')
    const bid = async (price: number) => renter.put('/api/v0/instances/bid_price/31/', { client_id: 'me', price })
    expect(await bid(0.2)).toEqual(ok)
    expect(await shown(renter, 31)).toMatchObject({
      actual_status: 'exited',
      cur_state: 'stopped',
      intended_status: 'stopped',
      search: { gpuCostPerHour: 0.2 },
    })
    expect(await bid(0.35)).toEqual(ok)
    expect(await shown(renter, 31)).toMatchObject({ actual_status: 'running', search: { gpuCostPerHour: 0.35 } })
  },
)

proves('instances.bid.not-a-bid', 'an instance at the price has no bid', async (given) => {
  const { as } = given.simulate(rows, observed)
  expect(await as('renter-key').put('/api/v0/instances/bid_price/32/', { price: 1 })).toMatchObject(
    refused(400, 'invalid_args'),
  )
})

absent(
  ['instances.bid.sets-price', 'instances.bid.not-a-bid'],
  'a bid out of range, or for nothing, is none',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    for (const price of [0, 33, '1'])
      expect((await as('renter-key').put('/api/v0/instances/bid_price/31/', { price })).status).toBe(400)
    expect((await as('renter-key').put('/api/v0/instances/bid_price/33/', { price: 1 })).status).toBe(404)
  },
)

proves('instances.recycle.recycles', 'a recycled instance boots again under its id', async (given) => {
  const scenario = {
    name: 'slow',
    description: 'boots',
    progression: { instances: { mode: 'after', seconds: 60 } },
  } as const
  const { as, control } = given.simulate(rows, { ...observed, scenario })
  const renter = as('renter-key')
  expect(await renter.put('/api/v0/instances/recycle/31/', {})).toEqual(ok)
  expect(await shown(renter, 31)).toMatchObject({ actual_status: 'scheduling', label: 'spot' })
  await control.post('/_sim/clock/advance', { seconds: 60 })
  expect(await shown(renter, 31)).toMatchObject({ actual_status: 'running', machine_id: expect.any(Number) })
})

proves('instances.update-template.updates', 'an instance takes a template, and the fields beside it', async (given) => {
  const { as } = given.simulate(rows, observed)
  const renter = as('renter-key')
  const at = '/api/v0/instances/update_template/32/'
  expect(await renter.put(at, { id: 32, template_hash_id: hash, onstart: 'other' })).toEqual(ok)
  expect(await shown(renter, 32)).toMatchObject({
    template_id: 7,
    template_name: 't',
    image_uuid: 'pytorch/pytorch:2.9',
    extra_env: [['A', '1']],
    onstart: 'other',
  })
  expect(await renter.put(at, { image: 'ubuntu', tag: '24.04' })).toEqual(ok)
  expect(await shown(renter, 32)).toMatchObject({ image_uuid: 'ubuntu:24.04', template_id: 7 })
  expect(await renter.put(at, { template_hash_id: 'none' })).toMatchObject(refused(400, 'invalid_args'))
})

const at32 = '/api/v0/instances/update_template/32/'

proves('instances.update-template.updates', 'a tag alone is that of the image which there is', async (given) => {
  const { as, last } = given.simulate(rows, observed)
  const renter = as('renter-key')
  const imageAfter = async (body: object) => {
    expect(await renter.put(at32, body)).toEqual(ok)
    expect(last().hint).toBeNull()
    return (await shown(renter, 32))['image_uuid']
  }
  expect(await imageAfter({ tag: '24.04' })).toBe('ubuntu:24.04')
  expect(await imageAfter({ image: 'registry.example:5000/a/b@sha256:12' })).toBe('registry.example:5000/a/b@sha256:12')
  expect(await imageAfter({ tag: 'v2' })).toBe('registry.example:5000/a/b:v2')
  expect(await imageAfter({ template_hash_id: hash, tag: '2.10' })).toBe('pytorch/pytorch:2.10')
  expect(await imageAfter({ template_hash_id: hash, image: 'pytorch/pytorch' })).toBe('pytorch/pytorch:2.9')
  expect(await imageAfter({ template_hash_id: hash, image: 'other' })).toBe('other:latest')
  expect(await imageAfter({ onstart: 'other' })).toBe('other:latest')
  expect(await renter.put('/api/v0/instances/update_template/31/', { tag: '24.04' })).toEqual(ok)
  expect(await shown(renter, 31)).toMatchObject({ image_uuid: 'library/ubuntu:24.04' })
})

proves(
  ['instances.update-template.updates', 'templates.env-object', 'templates.env-malformed'],
  'env as an object does what it does at a rent',
  async (given) => {
    const env = { A: '1 2', '-p 8000:8000': '1', B: null }
    const change = async (choice?: string, sent: unknown = env) => {
      const rules: Record<string, string> = choice === undefined ? {} : { 'templates.env-object': choice }
      const { as, last } = given.simulate(rows, { ...observed, rules })
      const { status } = await as('renter-key').put(at32, { env: sent })
      const { hint } = last()
      return { status, hint, extra_env: (await shown(as('renter-key'), 32))['extra_env'] }
    }
    const applied = [
      ['A', '1 2'],
      ['-p 8000:8000', '1'],
    ]
    expect(await change()).toEqual({ status: 200, hint: null, extra_env: applied })
    expect(await change('ignored')).toMatchObject({ status: 200, hint: expect.stringContaining('env: an object') })
    expect(await change('refused')).toMatchObject({ status: 400, extra_env: [] })
    expect(await change(undefined, { A: [1] })).toMatchObject({ status: 400, extra_env: [] })
    expect(await change(undefined, '-e A')).toMatchObject({ status: 400, extra_env: [] })
    expect(await change(undefined, '--env A=1')).toMatchObject({ status: 200, hint: expect.stringContaining('--env') })
    expect(await change(undefined, `-e A=${'x'.repeat(32_769)}`)).toMatchObject({ status: 400, extra_env: [] })
  },
)

test('a change of the template that changes nothing gets a hint', async () => {
  const { as, last } = simulate(rows, observed)
  expect(await as('renter-key').put(at32, { id: 32 })).toEqual(ok)
  expect(last().hint).toBe(
    'nothing is changed, but the instance boots again; give template_hash_id, image, tag, env, onstart',
  )
})

proves('instances.several.each', 'several are labelled, stopped and destroyed at once', async (given) => {
  const { as } = given.simulate(rows, observed)
  const renter = as('renter-key')
  expect(await renter.put('/api/v0/instances/', { ids: [31, 32], label: 'both', state: 'stopped' })).toEqual(ok)
  for (const id of [31, 32])
    expect(await shown(renter, id)).toMatchObject({ label: 'both', intended_status: 'stopped' })
  expect(await renter.delete('/api/v0/instances/', { instance_ids: [32, 31] })).toEqual(ok)
  expect((await renter.get('/api/v0/instances/')).body).toMatchObject({ instances_found: 0 })
})

absent(
  ['instances.several.each', 'instances.recycle.recycles', 'instances.update-template.updates'],
  'where one is not one’s own nothing is changed, and the documented dialect has none of these',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    const renter = as('renter-key')
    expect(await renter.delete('/api/v0/instances/', { ids: [31, 33] })).toMatchObject(refused(404, 'no_such_instance'))
    expect(await renter.put('/api/v0/instances/', { ids: [31, 33], label: 'x' })).toMatchObject(
      refused(404, 'no_such_instance'),
    )
    expect(await shown(renter, 31)).toMatchObject({ label: 'spot' })
    expect((await renter.put('/api/v0/instances/', { label: 'x' })).status).toBe(400)
    expect((await renter.put('/api/v0/instances/recycle/33/', {})).status).toBe(404)
    expect((await renter.put('/api/v0/instances/update_template/33/', {})).status).toBe(404)
    const documented = given.simulate(rows).as('renter-key')
    expect((await documented.put('/api/v0/instances/', { ids: [31] })).status).toBe(405)
    expect((await documented.put('/api/v0/instances/recycle/31/', {})).status).toBe(404)
  },
)
