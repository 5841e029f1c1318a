import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { listed, rented } from '../support/rent-offer.ts'
import { simulate } from '../support/simulate.ts'

const ASK = '/api/v0/asks/600/'
const image = 'library/ubuntu'
const rows = { offers: [{ id: 600 }, { id: 601 }], volume_offers: [{ id: 90, size: 500 }] }
const observed = { dialect: 'observed', rateLimit: { enabled: false } } as const
const keyOwner = { id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }], ssh_keys: ['ssh-ed25519 AAAA'] }

const further = {
  client_id: 'me',
  cancel_unavail: true,
  force: false,
  user: 'root',
  image_login: '-u somebody -p s3cret docker.io',
  python_utf8: true,
  lang_utf8: false,
}

proves(
  'instances.create.further-fields',
  'the further fields are read; a new volume has the name as its label, and the login is kept nowhere',
  async (given) => {
    const world = given.simulate(rows, observed)
    const volume_info = { create_new: true, volume_id: 90, size: 5, mount_path: '/data', name: 'models' }
    expect(await world.as('renter-key').put(ASK, { image, ...further, volume_info })).toMatchObject(rented(1))
    expect(world.last().basis).toBe('assumed')
    expect(world.simulator.findings()).toEqual([])
    expect(world.simulator.exportState()).toMatchObject({ volumes: [{ label: 'models', size: 5 }] })
    expect(JSON.stringify([world.simulator.exportState(), world.simulator.journal.list()])).not.toContain('s3cret')
  },
)

absent(
  'instances.create.further-fields',
  'a rent without them is as ever; the documented dialect ignores them, finds them and names the other one',
  async (given) => {
    const plain = given.simulate(rows, observed)
    expect(await plain.as('renter-key').put(ASK, { image, vm: null })).toMatchObject(rented(1))
    const documented = given.simulate(rows)
    expect(await documented.as('renter-key').put(ASK, { image, client_id: 'me', extra: 'x' })).toMatchObject(rented(1))
    expect(documented.last().hint).toBe('not read: extra (extra_filters?); only --dialect observed reads client_id')
    expect(documented.simulator.findings()).toMatchObject([{ text: 'not read: client_id, extra' }])
  },
)

test.each([
  [{ client_id: 1 }, 'client_id: expected string, received number'],
  [{ force: 'yes' }, 'force: expected boolean, received string'],
  [{ vm: 1 }, 'vm: expected boolean, received number'],
  [{ label: 'x'.repeat(257) }, 'label: expected string to have <=256 characters'],
  [{ image: 'x'.repeat(1025) }, 'image: expected string to have <=1024 characters'],
  [{ disk: 7 }, 'disk: expected number to be >=8'],
  [{ target_state: 'frozen' }, 'target_state: '],
  [{ runtype: 'ssh_direc telnet' }, 'runtype: '],
])('the observed dialect refuses %j, and names the offer', async (field, msg) => {
  const world = simulate(rows, observed)
  expect(await world.as('renter-key').put(ASK, { image, ...field })).toEqual({
    status: 400,
    body: { success: false, error: 'invalid_args', msg: expect.stringContaining(msg) as string, ask_id: 600 },
  })
})

proves('instances.create.ask-id', 'refusals of a rent name the offer', async (given) => {
  const world = given.simulate(rows, observed)
  const renter = world.as('renter-key')
  const refused = async (path: string, body: object) => {
    const { status, body: answer } = await renter.put(path, body)
    const { error, ask_id } = answer as { error: string; ask_id?: number }
    return [status, error, ask_id]
  }
  expect(await refused(ASK, { image, price: 200 })).toEqual([400, 'invalid_price', 600])
  expect(await refused(ASK, { image, vm: true })).toEqual([400, 'no_ssh_key_for_vm', 600])
  expect(await refused('/api/v0/asks/1/', { image })).toEqual([400, 'invalid_args', 1])
  expect(await renter.put(ASK, { image })).toMatchObject(rented(1))
  expect(await refused(ASK, { image })).toEqual([410, 'no_such_ask', 600])
})

absent(
  'instances.create.ask-id',
  'neither a success, nor a text that is no id, nor the documented dialect names it',
  async (given) => {
    const world = given.simulate(rows, observed)
    expect(await world.as('renter-key').put(ASK, { image })).toMatchObject(rented(1))
    const noId = await world.as('renter-key').put('/api/v0/asks/none/', { image })
    expect(noId.body).not.toHaveProperty('ask_id')
    const documented = given.simulate(rows)
    expect(await documented.as('renter-key').put('/api/v0/asks/1/', { image })).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg: expect.stringContaining('no_such_ask') },
    })
  },
)

proves('instances.create.vm-without-ssh-key', 'a vm is refused to a user without an SSH key', async (given) => {
  const world = given.simulate(rows, observed)
  expect(await world.as('renter-key').put(ASK, { image, vm: true })).toEqual({
    status: 400,
    body: {
      success: false,
      error: 'no_ssh_key_for_vm',
      msg: 'vm: a virtual machine needs an SSH key, and the user has none',
      ask_id: 600,
    },
  })
  expect(world.last().hint).toContain('ssh_keys')
})

absent(
  'instances.create.vm-without-ssh-key',
  'with a key, without vm, and in the documented dialect it is rented',
  async (given) => {
    const withKey = given.simulate({ ...rows, users: [keyOwner] }, observed)
    expect(await withKey.as('renter-key').put(ASK, { image, vm: true })).toMatchObject(rented(1))
    const without = given.simulate(rows, observed)
    expect(await without.as('renter-key').put(ASK, { image, vm: false })).toMatchObject(rented(1))
    const documented = given.simulate(rows)
    expect(await documented.as('renter-key').put(ASK, { image, vm: true })).toMatchObject(rented(1))
  },
)

test.each([
  ['ssh_direc ssh_proxy', 'ssh_direc ssh_proxy'],
  ['ssh ssh_proxy', 'ssh_proxy'],
  ['ssh_direc', 'ssh_direc ssh_proxy'],
  ['jupyter_proxy ssh_proxy', 'jupyter_proxy ssh_proxy'],
  ['jupyter_direc ssh_direc ssh_proxy', 'jupyter_direc ssh_direc ssh_proxy'],
  ['args ssh_proxy', 'args ssh_proxy'],
])('runtype "%s" is listed as "%s"', async (runtype, image_runtype) => {
  const world = simulate(rows, observed)
  expect(await world.as('renter-key').put(ASK, { image, runtype, use_ssh: null })).toMatchObject(rented(1))
  expect(world.last().rules).toContain('instances.create.runtype-words')
  expect(await listed(world)).toMatchObject({ image_runtype })
})

proves('instances.create.runtype-words', 'fields beside the words win over them', async (given) => {
  const world = given.simulate(rows, observed)
  const body = { image, runtype: 'jupyter_proxy ssh_proxy', use_ssh: false }
  expect(await world.as('renter-key').put(ASK, body)).toMatchObject(rented(1))
  expect(await listed(world)).toMatchObject({ image_runtype: 'jupyter_proxy' })
})

absent(
  'instances.create.runtype-words',
  'one word is as ever; the documented dialect refuses several and names the other one',
  async (given) => {
    const world = given.simulate(rows, observed)
    expect(await world.as('renter-key').put(ASK, { image, runtype: 'ssh_direct' })).toMatchObject(rented(1))
    expect(await listed(world)).toMatchObject({ image_runtype: 'ssh_direc ssh_proxy' })
    const documented = given.simulate(rows)
    const several = await documented.as('renter-key').put(ASK, { image, runtype: 'ssh_direc ssh_proxy' })
    expect(several).toMatchObject({ status: 400, body: { error: 'invalid_args' } })
    expect(documented.last().hint).toBe('runtype: --dialect observed reads several words')
  },
)

proves('instances.create.instance-key', 'a rent answers with a key of the instance', async (given) => {
  const { as } = given.simulate({ offers: [{ id: 600 }] }, { dialect: 'observed' })
  const { body } = await as('renter-key').put('/api/v0/asks/600/', { image: 'a/b' })
  expect(body).toMatchObject({ success: true, instance_api_key: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
})

absent('instances.create.instance-key', 'the contract shows none', async (given) => {
  const { as } = given.simulate({ offers: [{ id: 600 }] })
  const { body } = await as('renter-key').put('/api/v0/asks/600/', { image: 'a/b' })
  expect(body).toMatchObject({ success: true, new_contract: 1 })
})
