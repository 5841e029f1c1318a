import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { absent, proves } from '../support/proves.ts'
import { type Client, simulate } from '../support/simulate.ts'

const LIST = '/api/v0/instances/'
const observed = { dialect: 'observed' } as const
const range = { direct_port_start: 50_000, direct_port_end: 50_009 }
const env = '-p 8080:80 -p 72299:72299 -p 5000:5000/udp'
const rented = { id: 1, user_id: 1001, offer_id: 600, runtype: 'ssh_direct', env } as const

const only = async (client: Client) => {
  const { body } = await client.get(LIST)
  const [first] = (body as { instances: readonly Readonly<Record<string, unknown>>[] }).instances
  return first ?? {}
}
const on = (HostPort: string, hosts = ['0.0.0.0', '::']) => hosts.map((HostIp) => ({ HostIp, HostPort }))

proves('instances.list.host-ports', 'ports are bound where the host had room, whatever -p names', async (given) => {
  const { as } = given.simulate({ offers: [{ id: 600 }], instances: [{ ...rented, ...range }] }, observed)
  expect((await only(as('renter-key')))['ports']).toEqual({
    '22/tcp': on('50000'),
    '80/tcp': on('50001'),
    '72299/tcp': on('50002'),
    '5000/udp': on('50003'),
  })
})

test('a machine without direct ports binds them on ports that exist', async () => {
  const none = { direct_port_start: 65_535, direct_port_end: -1 }
  const { as } = simulate({ offers: [{ id: 600 }], instances: [{ ...rented, ...none }] }, observed)
  const { ports } = await only(as('renter-key'))
  const hostPorts = Object.values(ports as Record<string, { HostPort: string }[]>).map(([first]) =>
    Number(first?.HostPort),
  )
  expect(hostPorts).toHaveLength(3)
  expect(new Set(hostPorts).size).toBe(3)
  for (const port of hostPorts) expect(port > 1024 && port < 65_535).toBe(true)
})

absent('instances.list.host-ports', 'the contract has them at the port that -p names', async (given) => {
  const { as } = given.simulate({ offers: [{ id: 600 }], instances: [{ ...rented, ...range }] })
  expect((await only(as('renter-key')))['ports']).toMatchObject({
    '80/tcp': on('8080', ['0.0.0.0']),
    '72299/tcp': on('72299', ['0.0.0.0']),
  })
})

const ssh = { host: '127.0.0.1', port: 2222 }
const rent = { image: 'ubuntu', runtype: 'ssh_direct', env: '-p 8080:80 -p 9000:9000' }

test('an offer says where SSH and the ports of its instance lead, while it runs', async () => {
  const offers = [{ id: 600, ssh, ports: { '80/tcp': { host: '127.0.0.1', port: 18_080 } } }]
  for (const dialect of ['documented', 'observed'] as const) {
    const { as, control } = simulate({ offers }, { dialect, rateLimit: { enabled: false } })
    expect((await as('renter-key').put('/api/v0/asks/600/', rent)).status).toBe(200)
    const shown = await only(as('renter-key'))
    expect(shown).toMatchObject({ ssh_host: '127.0.0.1', ssh_port: 2222, public_ipaddr: '127.0.0.1' })
    expect(shown['ports']).toMatchObject({
      '22/tcp': on('2222', ['127.0.0.1']),
      '80/tcp': on('18080', ['127.0.0.1']),
      '9000/tcp': expect.arrayContaining([{ HostIp: '0.0.0.0', HostPort: expect.stringMatching(/^\d+$/) }]),
    })
    await control.send('PATCH', `/_sim/state/instances/${String(shown['id'])}`, { actual_status: 'exited' })
    expect((await only(as('renter-key')))['ports'] ?? {}).toEqual({})
  }
})

test('SSH to every instance leads where the start says, unless its offer says otherwise', async () => {
  const offers = [{ id: 600 }, { id: 601, ssh: { host: 'localhost', port: 22 } }]
  const { as } = simulate({ offers }, { sshTo: '[::1]:2022', rateLimit: { enabled: false } })
  await as('renter-key').put('/api/v0/asks/600/', rent)
  await as('renter-key').put('/api/v0/asks/601/', rent)
  const { body } = await as('renter-key').get(LIST)
  expect(body).toMatchObject({
    instances: [
      { ssh_host: '::1', ssh_port: 2022, ports: { '22/tcp': on('2022', ['::1']) } },
      { ssh_host: 'localhost', ssh_port: 22, ports: { '22/tcp': on('22', ['localhost']) } },
    ],
  })
})

test('an address that is none is refused with an example', () => {
  for (const sshTo of ['localhost', '127.0.0.1:0', '127.0.0.1:65536', ':22', 'a b:22', 'http://host:22'])
    expect(() => createSimulator({ sshTo }), sshTo).toThrow('sshTo: is no address like 127.0.0.1:2222')
})
