import { expect } from 'vitest'
import { absent, proves } from '../support/proves.ts'

const like = (pattern: string): unknown => expect.stringMatching(pattern)

const group = {
  id: 4242,
  user_id: 1001,
  endpoint_name: 'llama',
  min_load: 0,
  target_util: 0.9,
  cold_mult: 2.5,
  cold_workers: 5,
  max_workers: 20,
}

proves(
  'endpoint-groups.update.updates',
  'an update replaces the given parameters and keeps the rest',
  async ({ simulate }) => {
    const { as, control, last } = simulate({ endpoint_groups: [group] })
    expect(await as('renter-key').put('/api/v0/endptjobs/4242/', { min_load: 100, max_workers: 7 })).toEqual({
      status: 200,
      body: { success: true },
    })
    expect(last().rules.slice(1)).toEqual(['endpoint-groups.update.updates', 'endpoint-groups.update.statuses'])
    const { body } = await control.get('/_sim/state')
    expect(body).toMatchObject({ endpoint_groups: [{ ...group, min_load: 100, max_workers: 7 }] })
  },
)

absent(
  ['endpoint-groups.update.group-unknown', 'endpoint-groups.update.statuses', 'endpoint-groups.update.ranges'],
  'a target_util above its maximum is refused by the assumption about it alone',
  async ({ simulate }) => {
    const { as, last } = simulate({ endpoint_groups: [group] })
    expect((await as('renter-key').put('/api/v0/endptjobs/4242/', { target_util: 1.5 })).status).toBe(400)
    expect(last()).toMatchObject({
      basis: 'assumed',
      rules: [
        'authentication.bearer-key',
        'endpoint-groups.update.target-util-maximum',
        'endpoint-groups.update.above-maximum',
      ],
    })
  },
)

absent(
  [
    'endpoint-groups.update.target-util-maximum',
    'endpoint-groups.update.above-maximum',
    'endpoint-groups.update.ranges',
    'endpoint-groups.update.group-unknown',
  ],
  'an update to the very ends of the allowed range is ours in its status alone',
  async ({ simulate }) => {
    const { as, last } = simulate({ endpoint_groups: [group] })
    const body = { target_util: 1, min_load: 0, cold_mult: 0, cold_workers: 0, max_workers: 0, endpoint_name: 'x' }
    expect((await as('renter-key').put('/api/v0/endptjobs/4242/', body)).status).toBe(200)
    expect(last()).toMatchObject({
      rules: ['authentication.bearer-key', 'endpoint-groups.update.updates', 'endpoint-groups.update.statuses'],
    })
  },
)

absent(
  [
    'endpoint-groups.update.updates',
    'endpoint-groups.update.target-util-maximum',
    'endpoint-groups.update.above-maximum',
    'endpoint-groups.update.ranges',
  ],
  'an update of a group that the user does not have replaces nothing',
  async ({ simulate }) => {
    const { as } = simulate({ endpoint_groups: [group] })
    const { status } = await as('host-key').put('/api/v0/endptjobs/4242/', { target_util: 1, max_workers: 0 })
    expect(status).toBe(400)
  },
)

proves(
  'endpoint-groups.update.group-unknown',
  "someone else's group is reported as not found",
  async ({ simulate }) => {
    const { as } = simulate({ endpoint_groups: [group] })
    expect(await as('host-key').put('/api/v0/endptjobs/4242/', { min_load: 100 })).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg: 'you have no endpoint group 4242' },
    })
  },
)

proves(
  ['endpoint-groups.update.group-unknown', 'endpoint-groups.update.statuses'],
  'a group that does not exist is unknown, and no group changes',
  async ({ simulate }) => {
    const { as, control, last } = simulate({ endpoint_groups: [group] })
    for (const id of [4243, 0, 999_999_999_999_999]) {
      expect(await as('renter-key').put(`/api/v0/endptjobs/${id}/`, { min_load: 100 })).toEqual({
        status: 400,
        body: { success: false, error: 'invalid_args', msg: `you have no endpoint group ${id}` },
      })
      await control.post('/_sim/clock/advance', { seconds: 2 })
    }
    expect(last().basis).toBe('assumed')
    expect((await control.get('/_sim/state')).body).toMatchObject({ endpoint_groups: [group] })
  },
)

proves(
  ['endpoint-groups.update.target-util-maximum', 'endpoint-groups.update.above-maximum'],
  'target_util may be 1.0 and no more',
  async ({ simulate }) => {
    const { as, control } = simulate({ endpoint_groups: [group] })
    expect(await as('renter-key').put('/api/v0/endptjobs/4242/', { target_util: 1.01 })).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg: like('^target_util: ') },
    })
    expect((await control.get('/_sim/state')).body).toMatchObject({ endpoint_groups: [group] })
    await control.post('/_sim/clock/advance', { seconds: 2 })
    expect(await as('renter-key').put('/api/v0/endptjobs/4242/', { target_util: 1 })).toEqual({
      status: 200,
      body: { success: true },
    })
    expect((await control.get('/_sim/state')).body).toMatchObject({ endpoint_groups: [{ ...group, target_util: 1 }] })
  },
)

proves(
  ['endpoint-groups.update.ranges', 'request.wrong-field'],
  'a parameter out of range or of another type is refused and changes nothing',
  async ({ simulate }) => {
    const { as, control } = simulate({ endpoint_groups: [group] }, { rateLimit: { enabled: false } })
    const wrong = [
      { min_load: -1 },
      { min_load: '100' },
      { target_util: -0.1 },
      { target_util: '1' },
      { cold_mult: -1 },
      { cold_mult: true },
      { cold_workers: -1 },
      { cold_workers: 1.5 },
      { max_workers: -1 },
      { max_workers: 1.5 },
      { max_workers: '20' },
      { endpoint_name: '' },
      { endpoint_name: 'two words' },
      { endpoint_name: 'x'.repeat(256) },
      { endpoint_name: 7 },
    ]
    for (const given of wrong) {
      const [field] = Object.keys(given)
      const body = { max_workers: 1, ...given }
      expect(await as('renter-key').put('/api/v0/endptjobs/4242/', body), JSON.stringify(given)).toEqual({
        status: 400,
        body: { success: false, error: 'invalid_args', msg: like(`^${field}: `) },
      })
    }
    expect((await control.get('/_sim/state')).body).toMatchObject({ endpoint_groups: [group] })
  },
)

proves(
  ['endpoint-groups.update.updates', 'request.null-is-absent'],
  'each parameter can be changed alone, to its lowest value too, and null changes nothing',
  async ({ simulate }) => {
    const { as, control } = simulate({ endpoint_groups: [group] }, { rateLimit: { enabled: false } })
    const changes = [
      { min_load: 0.5 },
      { target_util: 0 },
      { cold_mult: 0 },
      { cold_workers: 0 },
      { max_workers: 0 },
      { endpoint_name: 'Qwen_3-8B' },
      { endpoint_name: 'x'.repeat(255) },
    ]
    const expected = { ...group }
    for (const change of changes) {
      Object.assign(expected, change)
      const body = { min_load: null, target_util: null, ...change }
      expect(await as('renter-key').put('/api/v0/endptjobs/4242/', body)).toEqual({
        status: 200,
        body: { success: true },
      })
      expect((await control.get('/_sim/state')).body).toMatchObject({ endpoint_groups: [expected] })
    }
    expect(await as('renter-key').put('/api/v0/endptjobs/4242/')).toEqual({ status: 200, body: { success: true } })
    expect((await control.get('/_sim/state')).body).toMatchObject({ endpoint_groups: [expected] })
  },
)
