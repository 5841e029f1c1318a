import { expect } from 'vitest'
import { env, list, rows } from '../support/list-instances.ts'
import { proves } from '../support/proves.ts'

proves('instances.list.ports', 'port mappings of env appear in extra_env and in ports', async ({ simulate }) => {
  const [, running] = await list(simulate(rows).as('renter-key'))
  expect(running).toMatchObject({
    extra_env: [
      ['-p 8080:80', '1'],
      ['A', '1'],
      ['-p 53:53/udp', '1'],
      ['B', 'two words'],
      ['-p 8081:80', '1'],
      ['-p 22:22/tcp', '1'],
    ],
  })
  expect(running?.['ports']).toEqual({
    '80/tcp': [
      { HostIp: '0.0.0.0', HostPort: '8080' },
      { HostIp: '0.0.0.0', HostPort: '8081' },
    ],
    '53/udp': [{ HostIp: '0.0.0.0', HostPort: '53' }],
    '22/tcp': [{ HostIp: '0.0.0.0', HostPort: '22' }],
  })
})

for (const [given, shown] of [
  [{ actual_status: 'created' }, { actual_status: 'created', cur_state: 'stopped', next_state: 'running' }],
  [{ actual_status: 'loading' }, { actual_status: 'loading', intended_status: 'running' }],
  [{ intended_status: 'stopped' }, { actual_status: 'exited', cur_state: 'stopped', next_state: 'stopped' }],
  [
    { actual_status: 'offline', status_msg: 'host is away' },
    { actual_status: 'offline', status_msg: 'host is away' },
  ],
  [
    { actual_status: 'exited', cur_state: 'unloaded', next_state: 'stopped', intended_status: 'frozen' },
    { actual_status: 'exited', cur_state: 'unloaded', next_state: 'stopped', intended_status: 'frozen' },
  ],
] as const) {
  proves(
    'instances.list.status-values',
    `an instance with ${JSON.stringify(given)} has no uptime and no ports`,
    async ({ simulate }) => {
      const { as } = simulate({ ...rows, instances: [{ id: 1, user_id: 1001, offer_id: 600, env, ...given }] })
      const [instance] = await list(as('renter-key'))
      expect(instance).toMatchObject({ ...shown, uptime_mins: null })
      expect(instance?.['ports']).toEqual({})
    },
  )
}

proves(
  'instances.list.without-template',
  'an instance without a template says so, one with a template names it',
  async ({ simulate }) => {
    const named = { template_id: 7, template_hash_id: 'a'.repeat(32), template_name: 't' }
    const { as } = simulate({
      ...rows,
      instances: [
        { id: 1, user_id: 1001, offer_id: 600 },
        { id: 2, user_id: 1001, offer_id: 601, ...named },
      ],
    })
    const [without, from] = await list(as('renter-key'))
    expect(without).toMatchObject({ template_id: 0, template_hash_id: '', template_name: '' })
    expect(from).toMatchObject(named)
  },
)

proves('instances.list.volume-items', 'volume_info holds every attached volume', async ({ simulate }) => {
  const volumes = [
    { volume_id: 50, size: 100, mount_path: '/data' },
    { volume_id: 51, size: 20, mount_path: '/more' },
  ]
  const { as } = simulate({
    ...rows,
    volumes: [
      { id: 50, user_id: 1001, size: 100 },
      { id: 51, user_id: 1001, size: 20 },
    ],
    instances: [{ id: 1, user_id: 1001, offer_id: 600, volumes }],
  })
  expect((await list(as('renter-key')))[0]?.['volume_info']).toEqual(volumes)
})

for (const [row, shown] of [
  [{}, 'args'],
  [{ runtype: 'args' }, 'args'],
  [{ runtype: 'ssh' }, 'ssh'],
  [{ runtype: 'ssh', ssh_direct: true }, 'ssh_direc ssh_proxy'],
  [{ runtype: 'ssh_direct' }, 'ssh_direc ssh_proxy'],
  [{ runtype: 'ssh_proxy' }, 'ssh_proxy'],
  [{ runtype: 'jupyter' }, 'jupyter'],
  [{ runtype: 'jupyter', jup_direct: true }, 'jupyter_direc ssh_direc ssh_proxy'],
  [{ runtype: 'jupyter', ssh_direct: true }, 'jupyter_proxy ssh_direc ssh_proxy'],
  [{ runtype: 'jupyter_direct' }, 'jupyter_direc ssh_direc ssh_proxy'],
  [{ runtype: 'jupyter_proxy' }, 'jupyter_proxy'],
] as const) {
  proves('instances.list.runtypes', `the image_runtype of ${JSON.stringify(row)} is ${shown}`, async ({ simulate }) => {
    const { as } = simulate({ ...rows, instances: [{ id: 1, user_id: 1001, offer_id: 600, ...row }] })
    expect((await list(as('renter-key')))[0]).toMatchObject({ image_runtype: shown })
  })
}
