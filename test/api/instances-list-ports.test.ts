import { expect, test } from 'vitest'
import { path, list } from '../support/list-instances.ts'
import { absent, proves } from '../support/proves.ts'
import { simulate } from '../support/simulate.ts'

const offers = [{ id: 600 }]
const range = { direct_port_start: 50_000, direct_port_end: 50_009 }
const one = (row: object) => ({ offers, instances: [{ id: 1, user_id: 1001, offer_id: 600, ...range, ...row }] })
const at = (port: number) => [{ HostIp: '0.0.0.0', HostPort: String(port) }]

for (const [row, ports] of [
  [{ runtype: 'ssh_direct' }, { '22/tcp': at(50_000) }],
  [{ runtype: 'ssh', ssh_direct: true }, { '22/tcp': at(50_000) }],
  [{ runtype: 'args', ssh_direct: true }, { '22/tcp': at(50_000) }],
  [
    { runtype: 'jupyter', jup_direct: true },
    { '8080/tcp': at(50_000), '22/tcp': at(50_001) },
  ],
  [{ runtype: 'jupyter', ssh_direct: true }, { '22/tcp': at(50_000) }],
  [
    { runtype: 'jupyter_direct', env: '-p 70022:22 -p 80:80' },
    { '8080/tcp': at(50_000), '22/tcp': at(70_022), '80/tcp': at(80) },
  ],
  [{ runtype: 'jupyter_direct', direct_port_end: 50_000 }, { '8080/tcp': at(50_000) }],
] as const) {
  proves(
    'instances.list.launch-ports',
    `${JSON.stringify(row)} opens ${Object.keys(ports).join(', ')}`,
    async ({ simulate }) => {
      expect((await list(simulate(one(row)).as('renter-key')))[0]?.['ports']).toEqual(ports)
    },
  )
}

for (const [row, ports] of [
  [{ runtype: 'args' }, {}],
  [{ runtype: 'ssh' }, {}],
  [{ runtype: 'ssh_proxy' }, {}],
  [{ runtype: 'jupyter' }, {}],
  [{ runtype: 'jupyter_proxy', jup_direct: true }, {}],
  [{ runtype: 'args', use_ssh: true }, {}],
  [{ runtype: 'ssh_direct', env: '-p 70022:22' }, { '22/tcp': at(70_022) }],
  [{ runtype: 'ssh_direct', actual_status: 'exited' }, {}],
  [{ runtype: 'ssh_direct', direct_port_start: 50_000, direct_port_end: 49_999 }, {}],
] as const) {
  absent('instances.list.launch-ports', `${JSON.stringify(row)} opens nothing by itself`, async ({ simulate }) => {
    expect((await list(simulate(one(row)).as('renter-key')))[0]?.['ports']).toEqual(ports)
  })
}

for (const [sent, isDirect] of [
  [{ runtype: 'ssh' }, false],
  [{ runtype: 'ssh_proxy' }, false],
  [{ runtype: 'jupyter' }, false],
  [{ runtype: 'jupyter_proxy', use_jupyter_lab: true }, false],
  [{ runtype: 'args' }, false],
  [{ runtype: 'ssh_direct' }, true],
  [{ runtype: 'jupyter_direct' }, true],
  [{ runtype: 'ssh', env: '-p 8081:81' }, true],
] as const)
  test(`a rent with ${JSON.stringify(sent)} has ${isDirect ? 'a' : 'no'} range of direct ports in both dialects`, async () => {
    for (const dialect of ['documented', 'observed'] as const) {
      const { as } = simulate({ offers }, { dialect, rateLimit: { enabled: false } })
      expect((await as('renter-key').put('/api/v0/asks/600/', { image: 'a/b', ...sent })).status).toBe(200)
      const [{ direct_port_start: start, direct_port_end: end } = {}] = await list(as('renter-key'))
      expect(start === 65_535 && end === -1).toBe(!isDirect)
    }
  })

const everyRuntype = { rules: { 'instances.list.launch-ports': 'every-runtype' } } as const

for (const [row, ports] of [
  [{ runtype: 'ssh' }, { '22/tcp': at(50_000) }],
  [{ runtype: 'args', use_ssh: true }, { '22/tcp': at(50_000) }],
  [{ runtype: 'jupyter_proxy' }, { '8080/tcp': at(50_000), '22/tcp': at(50_001) }],
] as const)
  proves(
    'instances.list.launch-ports',
    `${JSON.stringify(row)} opens ${Object.keys(ports).join(', ')} where every runtype does`,
    async (given) => {
      expect((await list(given.simulate(one(row), everyRuntype).as('renter-key')))[0]?.['ports']).toEqual(ports)
    },
  )

proves('instances.list.lists-own', 'the direct ports are as many as the machine has', async ({ simulate }) => {
  const pinned = [
    {},
    { direct_port_start: 100 },
    { direct_port_end: 60_000 },
    { direct_port_count: 7 },
    { direct_port_start: 100, direct_port_end: 119 },
  ]
  const instances = pinned.map((row, index) => ({
    id: index + 1,
    user_id: 1001,
    offer_id: 600 + index,
    runtype: 'ssh_direct',
    ...row,
  }))
  const world = simulate({ offers: instances.map(({ offer_id: id }) => ({ id })), instances })
  const shown = await list(world.as('renter-key'))
  expect(shown).toMatchObject(instances.map(({ id }, index) => ({ id, ...pinned[index] })))
  for (const { direct_port_start: start, direct_port_end: end, direct_port_count: count } of shown)
    expect(Number(end) - Number(start) + 1).toBe(count)
  expect(shown[4]).toMatchObject({ direct_port_count: 20 })
})

const whole = { runtype: 'args', template_id: 1, template_hash_id: 'a'.repeat(32), template_name: 't' }

absent(
  [
    'instances.list.order',
    'instances.list.status-values',
    'instances.list.without-template',
    'instances.list.ports',
    'instances.list.ports-follow-env',
    'instances.list.launch-ports',
    'instances.list.volume-items',
    'instances.create.progression',
    'instances.create.env-named-twice',
    'templates.shell-words',
    'templates.env-words-unread',
    'instances.list.rate-limit',
  ],
  'one running instance of a template rests on little',
  async ({ simulate }) => {
    const { as } = simulate({
      ...one({ ...whole, env: '-e A=1 -e B=2' }),
      templates: [{ id: 1, creator_id: 1001, name: 't', image: 'i' }],
    })
    expect(await list(as('renter-key'))).toMatchObject([
      {
        template_id: 1,
        extra_env: [
          ['A', '1'],
          ['B', '2'],
        ],
      },
    ])
  },
)

absent(
  ['instances.list.time-and-money', 'instances.list.runtypes', 'instances.list.order'],
  'an empty listing shows no time and no money',
  async ({ simulate }) => {
    const { as, last } = simulate(one({ user_id: 1002 }))
    expect(await list(as('renter-key'))).toEqual([])
    expect(last().rules).toEqual(['authentication.bearer-key', 'instances.list.lists-own', 'instances.list.statuses'])
  },
)

absent('instances.list.ports-follow-env', 'an instance that does not run binds no port', async ({ simulate }) => {
  const { as, last } = simulate(one({ runtype: 'args', actual_status: 'exited', env: '-p 80:80' }))
  expect(await list(as('renter-key'))).toMatchObject([{ ports: {}, extra_env: [['-p 80:80', '1']] }])
  expect(last().rules).toContain('instances.list.ports')
})

proves(
  'instances.list.without-template',
  'whatever is missing of the template is shown as nothing',
  async ({ simulate }) => {
    const { as } = simulate(one({ template_hash_id: 'a'.repeat(32), template_name: 't' }))
    expect(await list(as('renter-key'))).toMatchObject([{ template_id: 0, template_name: 't' }])
  },
)

absent('instances.list.lists-own', 'a key that may not list is shown nothing', async ({ simulate }) => {
  const renter = { id: 1001, name: 'renter', api_keys: [{ key: 'renter-key', permissions: ['misc'] }] }
  const { as } = simulate({ ...one({}), users: [renter, { id: 1002, name: 'host' }] })
  expect(await as('renter-key').get(path)).toMatchObject({ status: 403 })
})
