import { expect } from 'vitest'
import { proves } from '../support/proves.ts'
import { START_SECONDS } from '../support/simulate.ts'

const offers = [{ id: 600 }, { id: 601, dph_base: 0, storage_cost: 0 }]

proves(
  'network-volumes.list.relists-after-expiry',
  'a disk with an expired listing gets a new offer',
  async ({ simulate }) => {
    const { as, last } = simulate({
      network_disks: [{ id: 42, user_id: 1002, size: 100 }],
      network_volume_offers: [{ id: 7, disk_id: 42, start_date: 1, end_date: START_SECONDS - 1 }],
    })
    const text = 'created network volume ask with id 8 and size 100'
    const body = { disk_id: 42, size: 100, price_disk: 0.1, end_date: START_SECONDS + 60 }
    expect(await as('host-key').post('/api/v0/network_volume/', body)).toEqual({
      status: 200,
      body: { success: true, disk_id: text, msg: text },
    })
    expect(last().basis).toBe('assumed')
  },
)

proves('templates.edit.id-stays', 'an edit keeps the numeric id', async ({ simulate }) => {
  const hash_id = 'a'.repeat(32)
  const { as } = simulate({ templates: [{ id: 5, creator_id: 1001, name: 't', image: 'i', hash_id }] })
  expect(await as('renter-key').put('/api/v0/template/', { hash_id })).toMatchObject({
    status: 200,
    body: { template: { id: 5 } },
  })
})

proves('templates.args-malformed', 'arguments with an open quote are refused everywhere', async ({ simulate }) => {
  const { as } = simulate({ offers })
  const refused = {
    status: 400,
    body: { success: false, error: 'invalid_args', msg: 'args_str: a quote is never closed' },
  }
  expect(await as('renter-key').put('/api/v0/asks/600/', { image: 'a/b', args_str: "it's" })).toEqual(refused)
  expect(await as('renter-key').post('/api/v0/template/', { name: 't', image: 'i', args_str: "it's" })).toEqual(refused)
})

proves('instances.create.defaults', 'a rent without a template takes the defaults', async ({ simulate }) => {
  const { as } = simulate({ offers })
  expect(await as('renter-key').put('/api/v0/asks/600/', { image: 'a/b' })).toMatchObject({ status: 200 })
  expect(await as('renter-key').get('/api/v0/instances/')).toMatchObject({
    body: { instances: [{ image_uuid: 'a/b:latest', image_runtype: 'ssh', disk_space: 8 }] },
  })
})

proves('instances.list.ports-follow-env', 'ports are bound as env maps them', async ({ simulate }) => {
  const { as } = simulate({ offers, instances: [{ id: 1, user_id: 1001, offer_id: 600, env: '-p 80:8080/udp' }] })
  expect(await as('renter-key').get('/api/v0/instances/')).toMatchObject({
    body: { instances: [{ ports: { '8080/udp': [{ HostIp: '0.0.0.0', HostPort: '80' }] } }] },
  })
})

proves('request.head', 'HEAD is answered as GET, without the body', async ({ simulate }) => {
  const { as, last } = simulate()
  expect(await as('renter-key').send('HEAD', '/api/v0/users/cloud_integrations/')).toEqual({
    status: 200,
    body: undefined,
  })
  expect(last().rules).toContain('cloud-connections.list.lists-own')
})

proves('instances.list.lists-own', 'a machine that costs nothing divides nothing by it', async ({ simulate }) => {
  const { as } = simulate({ offers, instances: [{ id: 1, user_id: 1001, offer_id: 601 }] })
  expect(await as('renter-key').get('/api/v0/instances/')).toMatchObject({
    status: 200,
    body: { instances: [{ score: null, dlperf_per_dphtotal: null, flops_per_dphtotal: 0 }] },
  })
})
