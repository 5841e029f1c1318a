import { expect } from 'vitest'
import { proves } from '../support/proves.ts'
import type { Answer, Client } from '../support/simulate.ts'

const HASH = '0123456789abcdef0123456789abcdef'

const scopes = `
  instance_read instance_write user_read user_write billing_read billing_write machine_read machine_write misc
  team_read team_write
`
  .trim()
  .split(/\s+/)

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly scope: string
  readonly body?: object | undefined
}

const GROUP = '/api/v0/endptjobs/4242/'
const image = 'library/debian'

/** Every operation, with a request that succeeds for the user of `rows`. */
const operations: readonly Operation[] = (
  [
    ['network-volumes.list', 'POST', '/api/v0/network_volume/', 'instance_write', { disk_id: 42 }],
    ['network-volumes.search', 'POST', '/api/v0/network_volumes/search/', 'misc', { q: {} }],
    ['network-volumes.unlist', 'POST', '/api/v0/network_volumes/unlist/', 'machine_write', { id: 7 }],
    ['templates.search', 'GET', '/api/v0/template/', 'user_read'],
    ['templates.create', 'POST', '/api/v0/template/', 'user_write', { name: 'new', image }],
    ['templates.edit', 'PUT', '/api/v0/template/', 'user_write', { hash_id: HASH }],
    ['templates.delete', 'DELETE', '/api/v0/template/', 'user_write', { template_id: 9001 }],
    ['instances.create', 'PUT', '/api/v0/asks/5001/', 'instance_write', { image }],
    ['instances.list', 'GET', '/api/v0/instances/', 'instance_read'],
    ['endpoint-groups.update', 'PUT', GROUP, 'misc', { min_load: 1 }],
    ['cloud-connections.list', 'GET', '/api/v0/users/cloud_integrations/', 'user_read'],
  ] as const
).map(([id, method, path, scope, body]) => ({ id, method, path, scope, body }))

/** The refusals of these are {error, msg}, without success. */
const plain = new Set(['network-volumes.list', 'network-volumes.unlist'])

/** The rule that refuses a key without the permission: one operation has its own. */
const refusalOf = (id: string) =>
  id === 'network-volumes.unlist' ? 'network-volumes.unlist.privileges-missing' : 'authentication.scope-missing'

const rows = (api_keys: readonly object[]) => ({
  users: [{ id: 1, name: 'owner', api_keys }],
  network_disks: [{ id: 42, user_id: 1, size: 100 }],
  network_volume_offers: [{ id: 7, disk_id: 42 }],
  templates: [{ id: 9001, hash_id: HASH, creator_id: 1, name: 'mine', image: 'library/ubuntu' }],
  offers: [{ id: 5001, host_id: 1 }],
  endpoint_groups: [{ id: 4242, user_id: 1 }],
  cloud_connections: [{ id: 1, user_id: 1, cloud_type: 's3', name: 'models' }],
})

const request = (client: Client, { method, path, body }: Operation, headers?: Record<string, string>) =>
  client.send(method, path, body, headers && { headers })

const refused = (status: number, error: string, msg: string, id = ''): Answer => ({
  status,
  body: plain.has(id) ? { error, msg } : { success: false, error, msg },
})

const keyMissing = 'the header "Authorization: Bearer <API_KEY>" is missing'

proves(
  'authentication.key-missing',
  'each operation refuses a request without a key, in its own envelope, and does nothing',
  async ({ simulate }) => {
    const { as, control, last } = simulate(rows([{ key: 'full' }]))
    const before = await control.get('/_sim/state')
    for (const operation of operations) {
      expect(await request(as(null), operation), operation.id).toEqual(
        refused(401, 'auth_error', keyMissing, operation.id),
      )
      expect(last().rules).toEqual(['authentication.key-missing'])
    }
    expect(await control.get('/_sim/state')).toEqual(before)
  },
)

proves(
  'authentication.key-unknown',
  'each operation refuses an unknown key, in its own envelope, and does nothing',
  async ({ simulate }) => {
    const { as, control } = simulate(rows([{ key: 'full' }]))
    const before = await control.get('/_sim/state')
    for (const operation of operations) {
      for (const key of ['fulL', 'ful', 'full.', '1', 'undefined']) {
        expect(await request(as(key), operation), operation.id).toEqual(
          refused(401, 'auth_error', 'this API key is unknown', operation.id),
        )
      }
    }
    expect(await control.get('/_sim/state')).toEqual(before)
  },
)

proves(
  ['authentication.bearer-key', 'authentication.key-missing'],
  'the key is read from a bearer header in any case, and from nothing else',
  async ({ simulate }) => {
    const { as } = simulate(rows([{ key: 'full' }]))
    const search = (headers: Record<string, string>, query = '') =>
      as(null).get(`/api/v0/template/${query}`, { headers })
    for (const Authorization of ['Bearer full', 'bearer full', 'BEARER full', 'Bearer  full', 'Bearer full ']) {
      expect(await search({ Authorization }), Authorization).toMatchObject({ status: 200, body: { success: true } })
    }
    for (const Authorization of ['', 'full', 'Bearer', 'Bearer ', 'Bearerfull', 'Basic full', 'Bearer full x']) {
      expect(await search({ Authorization }), Authorization).toEqual(refused(401, 'auth_error', keyMissing))
    }
    expect(await search({ 'X-Api-Key': 'full' })).toEqual(refused(401, 'auth_error', keyMissing))
    expect(await search({}, '?api_key=full')).toEqual(refused(401, 'auth_error', keyMissing))
  },
)

proves(
  'authentication.bearer-key',
  'each key acts for the user who owns it, and a user may have several',
  async ({ simulate }) => {
    const { as } = simulate(
      {
        users: [
          { id: 1, name: 'a', api_keys: [{ key: 'a1' }, { key: 'a2' }] },
          { id: 2, name: 'b', api_keys: [{ key: 'b1' }] },
          { id: 3, name: 'c' },
        ],
        cloud_connections: [1, 2, 3].map((id) => ({ id, user_id: id, cloud_type: 's3', name: `of ${id}` })),
      },
      { rateLimit: { enabled: false } },
    )
    for (const [key, id] of [
      ['a1', 1],
      ['a2', 1],
      ['b1', 2],
    ] as const) {
      expect(await as(key).get('/api/v0/users/cloud_integrations/')).toEqual({
        status: 200,
        body: [{ id, cloud_type: 's3', name: `of ${id}` }],
      })
    }
  },
)

proves(
  [
    'authentication.scope-missing',
    'authentication.scopes',
    'templates.search.needs-user-read',
    'network-volumes.unlist.privileges-missing',
    'network-volumes.unlist.statuses',
  ],
  'each operation refuses a key with every permission but the one it needs, in its own envelope, and does nothing',
  async ({ simulate }) => {
    expect(operations).toHaveLength(11)
    for (const operation of operations) {
      const { as, control, last } = simulate(
        rows([
          { key: 'others', permissions: scopes.filter((scope) => scope !== operation.scope) },
          { key: 'none', permissions: [] },
        ]),
      )
      const before = await control.get('/_sim/state')
      for (const key of ['others', 'none']) {
        expect(await request(as(key), operation), operation.id).toEqual(
          refused(403, 'not_authorized', `this API key lacks the permission ${operation.scope}`, operation.id),
        )
        expect(last().rules).toContain(refusalOf(operation.id))
        expect(last().basis).toBe('assumed')
      }
      expect(await control.get('/_sim/state')).toEqual(before)
    }
  },
)

proves(
  ['authentication.scopes', 'templates.search.needs-user-read'],
  'each operation accepts a key with no other permission than the one it needs',
  async ({ simulate }) => {
    for (const operation of operations) {
      const { as, last } = simulate(rows([{ key: 'only', permissions: [operation.scope] }]))
      const { status, body } = await request(as('only'), operation)
      expect(status, `${operation.id}: ${JSON.stringify(body)}`).toBe(200)
      expect(last().rules).toContain('authentication.bearer-key')
    }
  },
)

proves(
  'authentication.scope-missing',
  'the bundled key without user_read searches no templates but lists instances',
  async ({ simulate }) => {
    const { as } = simulate()
    expect(await as('no-user-read-key').get('/api/v0/template/')).toEqual(
      refused(403, 'not_authorized', 'this API key lacks the permission user_read'),
    )
    expect(await as('no-user-read-key').get('/api/v0/instances/')).toMatchObject({ status: 200 })
  },
)

proves(
  ['authentication.key-missing', 'authentication.scope-missing'],
  'the caller is settled before the request: a bad body changes neither refusal',
  async ({ simulate }) => {
    const { as } = simulate(rows([{ key: 'reader', permissions: ['user_read'] }]))
    const bad = { text: '{"name":' }
    expect(await as(null).post('/api/v0/template/', undefined, bad)).toEqual(refused(401, 'auth_error', keyMissing))
    expect(await as('reader').post('/api/v0/template/', undefined, bad)).toEqual(
      refused(403, 'not_authorized', 'this API key lacks the permission user_write'),
    )
  },
)
