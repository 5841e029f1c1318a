import { request } from 'node:http'
import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { endWhatTestsOpen, serve } from '../support/raw-socket.ts'
import { simulate, START_SECONDS } from '../support/simulate.ts'

endWhatTestsOpen()

const CURRENT = '/api/v0/users/current/'
const GPUS = '/api/v0/gpu_names/unique/'
const rows = {
  users: [
    { id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }, { key: 'weak-key', permissions: [] }] },
    { id: 1002, name: 'host', email: 'host@example.org', credit: 12.5, api_keys: [{ key: 'host-key' }] },
  ],
  offers: [
    { id: 1, gpu_name: 'RTX 4090' },
    { id: 2, gpu_name: 'H100 SXM' },
    { id: 3, gpu_name: 'RTX 4090' },
  ],
  cloud_connections: [{ id: 1, user_id: 1001, cloud_type: 's3', name: 'models' }],
}
const observed = { dialect: 'observed' } as const
const further = {
  ssh_key: null,
  created_at: expect.any(Number) as number,
  email_verified: true,
  has_billing: true,
  can_pay: true,
  balance_threshold: 0,
  balance_threshold_enabled: false,
}
const host = {
  id: 1002,
  username: 'host',
  email: 'host@example.org',
  credit: 12.5,
  balance: 0,
  api_key: null,
  fullname: 'host',
  ...further,
}

proves(['users.current.answers', 'users.current.defaults'], 'the account of the caller', async (given) => {
  const { as, simulator } = given.simulate(rows, observed)
  expect(await as('renter-key').get(CURRENT)).toEqual({
    status: 200,
    body: {
      id: 1001,
      username: 'renter',
      email: 'user-1001@example.com',
      credit: 99.5,
      balance: 0,
      api_key: null,
      fullname: 'renter',
      ...further,
    },
  })
  expect((await as(null).get('/api/v0/users/current?api_key=host-key')).body).toEqual(host)
  const chosen = { ...observed, rules: { 'users.current.defaults': { value: { credit: 3 } } } }
  expect((await given.simulate(rows, chosen).as('renter-key').get(CURRENT)).body).toMatchObject({ credit: 3 })
  expect(simulator.findings().filter(({ kind }) => kind === 'unread-field')).toEqual([])
})

proves('users.current.further-fields', 'the SSH keys of the user, and when the account was made', async (given) => {
  const user = { ...rows.users[0], ssh_keys: ['ssh-rsa AAAA1', 'ssh-rsa AAAA2'] }
  const { body } = await given
    .simulate({ users: [user] }, observed)
    .as('renter-key')
    .get(CURRENT)
  expect(body).toMatchObject({ ssh_key: 'ssh-rsa AAAA1\nssh-rsa AAAA2', created_at: START_SECONDS * 1000 })
})

absent('users.current.further-fields', 'they are left out where that is chosen', async (given) => {
  const world = given.simulate(rows, { ...observed, rules: { 'users.current.further-fields': 'none' } })
  const { body } = await world.as('host-key').get(CURRENT)
  expect(Object.keys(body as object)).toEqual(['id', 'username', 'email', 'credit', 'balance', 'api_key'])
})

proves('users.current.extra-parameter', 'a parameter that is no key is refused', async (given) => {
  const { as } = given.simulate(rows, observed)
  expect(await as('renter-key').get(`${CURRENT}?owner=me`)).toEqual({
    status: 400,
    body: { success: false, error: 'invalid_args', msg: 'owner: Extra inputs are not permitted' },
  })
})

absent('users.current.extra-parameter', 'the key may stand in the query', async (given) => {
  expect((await given.simulate(rows, observed).as(null).get(`${CURRENT}?api_key=host-key`)).status).toBe(200)
})

absent('users.current.answers', 'a key that may not read the user', async (given) => {
  expect((await given.simulate(rows, observed).as('weak-key').get(CURRENT)).status).toBe(401)
})

absent('users.current.defaults', 'a user of whom the fixture says all', async (given) => {
  expect((await given.simulate(rows, observed).as('host-key').get(CURRENT)).body).toEqual(host)
})

proves('gpu-names.list.of-offers', 'the names of GPUs need no key, and no good one', async (given) => {
  const { as, simulator } = given.simulate(rows, observed)
  const names = { status: 200, body: { success: true, gpu_names: ['H100 SXM', 'RTX 4090'] } }
  for (const key of [null, 'renter-key', 'weak-key', 'nobodys-key']) expect(await as(key).get(GPUS)).toEqual(names)
  expect(simulator.journal.list().every(({ user_id }) => user_id === null)).toBe(true)
  expect(JSON.stringify(simulator.journal.list())).not.toContain('nobodys-key')
})

absent('gpu-names.list.of-offers', 'the limiter can refuse them, like all else', async (given) => {
  const { as, simulator } = given.simulate(rows, { ...observed, rateLimit: { thresholds: { 'gpu-names.list': 5 } } })
  expect((await simulator.fetch(GPUS)).status).toBe(200)
  expect((await as(null).get(GPUS)).status).toBe(429)
})

test('invented names are those that instances have', async () => {
  const { as } = simulate({ ...rows, offers: [{ id: 1 }] }, observed)
  const { gpu_names } = (await as(null).get(GPUS)).body as { gpu_names: string[] }
  await as('renter-key').put('/api/v0/asks/1/', { image: 'library/ubuntu' })
  const { instances } = (await as('renter-key').get('/api/v0/instances/')).body as { instances: { gpu_name: string }[] }
  expect(gpu_names).toEqual(instances.map(({ gpu_name }) => gpu_name))
})

test('cloud connections are listed as every client asks for them', async () => {
  const { as } = simulate(rows, { ...observed, rateLimit: { enabled: false } })
  const listed = { status: 200, body: [{ id: 1, cloud_type: 's3', name: 'models' }] }
  const path = '/api/v0/users/cloud_integrations/'
  expect(await as('renter-key').get(path)).toEqual(listed)
  expect(await as('renter-key').get(`${path}?api_key=renter-key`)).toEqual(listed)
  expect(await as(null).get(`${path}?api_key=renter-key`)).toEqual(listed)
})

test('a GET with a body is answered, and the key in it is kept nowhere', async () => {
  const { port, control } = await serve({ fixture: rows, ...observed })
  const body = JSON.stringify({ client_id: 'me', api_key: 'renter-key' })
  const headers = {
    Authorization: 'Bearer renter-key',
    'Content-Type': 'application/json',
    'Content-Length': body.length,
  }
  const status = await new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path: '/api/v0/endptjobs/', method: 'GET', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode))
    })
    asked.on('error', reject).end(body)
  })
  expect(status).toBe(200)
  const journal = JSON.stringify((await control('GET', '/_sim/requests')).body)
  expect(journal).toContain('endpoint-groups.list')
  expect(journal).not.toContain('renter-key')
})
