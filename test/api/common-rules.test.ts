import { expect } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { users } from '../support/simulate.ts'

const TEMPLATES = '/api/v0/template/'
const INSTANCES = '/api/v0/instances/'
const CONNECTIONS = '/api/v0/users/cloud_integrations/'
const LIST = '/api/v0/network_volume/'
const UNLIST = '/api/v0/network_volumes/unlist/'
const GROUP = '/api/v0/endptjobs/4242/'
const ONE_MIB = 1024 * 1024

const keys = (permissions?: readonly string[]) => ({
  users: [{ id: 1001, name: 'renter', api_keys: [{ key: 'key', permissions }] }],
})

absent(
  ['authentication.bearer-key', 'authentication.key-unknown'],
  'a request without a key is refused for that alone, with the challenge that HTTP asks for',
  async ({ simulate }) => {
    const { as, last } = simulate()
    expect((await as(null).get(INSTANCES)).status).toBe(401)
    expect(last().headers.get('www-authenticate')).toBe('Bearer')
    expect((await as(null).post(UNLIST, { id: 1 })).status).toBe(401)
    expect(last().headers.get('www-authenticate')).toBe('Bearer')
  },
)

absent(
  ['authentication.bearer-key', 'authentication.key-missing'],
  'an unknown key names no user, and was not missing',
  async ({ simulate }) => {
    const { as, last } = simulate()
    expect((await as('nobody').get(INSTANCES)).status).toBe(401)
    expect(last().rules).toEqual(['authentication.key-unknown'])
    expect(last().headers.get('www-authenticate')).toBe('Bearer')
  },
)

absent(
  [
    'authentication.key-missing',
    'authentication.key-unknown',
    'authentication.scope-missing',
    'authentication.scopes',
    'templates.search.needs-user-read',
  ],
  'a key without a list of permissions meets neither scope nor refusal',
  async ({ simulate }) => {
    const { as, last } = simulate(keys())
    for (const path of [CONNECTIONS, INSTANCES, TEMPLATES]) {
      expect((await as('key').get(path)).status).toBe(200)
      expect(last().headers.get('www-authenticate')).toBeNull()
    }
  },
)

absent('authentication.scope-missing', 'a key with the one permission it needs lacks none', async ({ simulate }) => {
  expect(
    (
      await simulate(keys(['user_read']))
        .as('key')
        .get(CONNECTIONS)
    ).status,
  ).toBe(200)
})

absent(
  [
    'request.wrong-field',
    'request.malformed-json',
    'request.wrong-content-type',
    'request.empty-body',
    'request.too-large',
    'request.unknown-field-ignored',
  ],
  'a request of 1 MiB, 32 levels deep and under a charset, is read as it stands',
  async ({ simulate }) => {
    const { as } = simulate({ users })
    const deep = `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`
    const frame = `{"name":"x","image":"y","extra_filters":{"a":${deep}},"readme":""}`
    const text = frame.replace('""}', `"${'r'.repeat(ONE_MIB - frame.length)}"}`)
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' }
    expect(text).toHaveLength(ONE_MIB)
    expect((await as('renter-key').post(TEMPLATES, undefined, { text, headers })).status).toBe(200)
  },
)

absent('request.wrong-field', 'an argument with a rule of its own is refused by that alone', async ({ simulate }) => {
  const { as } = simulate({ users })
  for (const [path, body] of [
    [LIST, { disk_id: 'x' }],
    [LIST, {}],
    [UNLIST, {}],
  ] as const) {
    expect((await as('renter-key').post(path, body)).status).toBe(400)
  }
  expect((await as('renter-key').put(GROUP, { target_util: 2 })).status).toBe(400)
})

absent(
  ['request.malformed-json', 'request.unknown-field-ignored', 'request.wrong-field'],
  'a body of another type is not looked into',
  async ({ simulate }) => {
    const { as } = simulate({ users })
    const call = { text: '{"surprise":', headers: { 'Content-Type': 'text/plain' } }
    expect((await as('renter-key').post(TEMPLATES, undefined, call)).status).toBe(415)
  },
)

absent(
  'request.null-is-absent',
  'null within the value of a field is a value, and a field that is left out is not null',
  async ({ simulate }) => {
    const { as } = simulate({ users })
    const body = { name: 'x', image: 'y', extra_filters: { gpu_name: { eq: null } } }
    expect((await as('renter-key').post(TEMPLATES, body)).status).toBe(200)
  },
)

absent(['request.body-ignored', 'request.head'], 'GET without a body is what it is', async ({ simulate }) => {
  const { as } = simulate({ users })
  expect((await as('renter-key').get(CONNECTIONS, { headers: { 'Content-Length': '0' } })).status).toBe(200)
})

proves('request.head', 'that HEAD is taken at all shapes its refusals too', async ({ simulate }) => {
  const { as, last } = simulate(keys(['misc']))
  const head = async (key: string | null) => (await as(key).send('HEAD', CONNECTIONS)).status
  expect(await head(null)).toBe(401)
  expect(last().rules).toEqual(['request.head', 'authentication.key-missing'])
  expect(await head('key')).toBe(403)
  expect(last().rules).toContain('request.head')
})

absent(
  [
    'rate-limit.window',
    'rate-limit.status',
    'rate-limit.configured',
    'endpoint-groups.update.rate-limit',
    'cloud-connections.list.rate-limit',
    'instances.list.rate-limit',
  ],
  'requests that are far enough apart, or of different keys, meet no limit',
  async ({ simulate }) => {
    const { as, control } = simulate()
    const ask = async () => {
      for (const key of ['renter-key', 'host-key']) {
        expect((await as(key).get(INSTANCES)).status).toBe(200)
        expect((await as(key).get(CONNECTIONS)).status).toBe(200)
        expect((await as(key).put(GROUP, {})).status).not.toBe(429)
      }
    }
    await ask()
    await control.post('/_sim/clock/advance', { seconds: 2.9 })
    await ask()
  },
)

absent('rate-limit.configured', 'a threshold that is stated needs no other rule', async ({ simulate }) => {
  const { as, last } = simulate({ users })
  await as('renter-key').get(CONNECTIONS)
  expect((await as('renter-key').get(CONNECTIONS)).status).toBe(429)
  expect(last().rules).toEqual([
    'authentication.bearer-key',
    'cloud-connections.list.rate-limit',
    'rate-limit.window',
    'rate-limit.status',
  ])
})

absent(
  ['cloud-connections.list.rate-limit', 'instances.list.rate-limit', 'endpoint-groups.update.rate-limit'],
  'a threshold that a test sets takes the place of the stated one',
  async ({ simulate }) => {
    const thresholds = { 'instances.list': 9, 'cloud-connections.list': 9, 'endpoint-groups.update': 9 }
    const { as, last } = simulate(undefined, { rateLimit: { thresholds } })
    for (const [method, path] of [
      ['GET', INSTANCES],
      ['GET', CONNECTIONS],
      ['PUT', GROUP],
    ] as const) {
      await as('renter-key').send(method, path)
      expect((await as('renter-key').send(method, path)).status).toBe(429)
      expect(last().rules).toContain('rate-limit.configured')
    }
  },
)

absent(
  ['routing.other-version', 'routing.wrong-method'],
  'an unknown path is of this version, and has no method',
  async ({ simulate }) => {
    const { as } = simulate()
    expect((await as('renter-key').get('/api/v0/instancez/')).status).toBe(404)
    expect((await as('renter-key').get('/api/v0x/instances/')).status).toBe(404)
  },
)

absent('routing.unknown-path', 'another version and another method have rules of their own', async ({ simulate }) => {
  const { as } = simulate()
  expect((await as('renter-key').get('/api/v1/instances/')).status).toBe(404)
  expect((await as('renter-key').post(INSTANCES)).status).toBe(405)
  expect((await as('renter-key').send('HEAD', INSTANCES)).status).toBe(200)
})

absent('routing.wrong-method', 'HEAD is a method of whatever has GET', async ({ simulate }) => {
  const { as } = simulate()
  for (const path of [INSTANCES, CONNECTIONS, TEMPLATES]) {
    expect((await as('renter-key').send('HEAD', path)).status).toBe(200)
  }
})
