import { expect } from 'vitest'
import { proves } from '../support/proves.ts'

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
  'an update replaces what is given and keeps the rest',
  async ({ simulate }) => {
    const { as, control, last } = simulate({ endpoint_groups: [group] })
    expect(await as('renter-key').put('/api/v0/endptjobs/4242/', { min_load: 100, max_workers: 7 })).toEqual({
      status: 200,
      body: { success: true },
    })
    expect(last().basis).toBe('documented')
    const { body } = await control.get('/_sim/state')
    expect(body).toMatchObject({ endpoint_groups: [{ ...group, min_load: 100, max_workers: 7 }] })
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
