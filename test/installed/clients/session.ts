import type { Caller, Calls, Requests } from './calls.js'
import { heyApi } from './hey-api.js'
import { openapiFetch } from './openapi-fetch.js'
import { orval } from './orval.js'

interface How {
  readonly key?: string
  readonly contentType?: string
  /** Calls twice, and looks at what comes second. */
  readonly twice?: boolean
  readonly limited?: boolean
}

interface Case extends How {
  readonly id: keyof Requests
  readonly status: number
  readonly call: (client: Calls) => Promise<{ readonly status: number; readonly read: string }>
}

const make = <Id extends keyof Requests>(id: Id, status: number, request: Requests[Id], how: How = {}): Case => ({
  id,
  status,
  ...how,
  call: (client) => client[id](request),
})

/** Templates 9001 and 9002 of the default fixture; the second one is the host's. */
const OWN_HASH = '4e17788f74f075dd9aab7d0d4427968f'
const HOSTS_HASH = '8b1f0c2d9e3a47566574a3e9d2c0f1b8'
const NO_HASH = '00000000000000000000000000000000'

/** What no type checks: a field that the operation does not know, of over a mebibyte. */
const padding: object = { padding: 'x'.repeat(1024 * 1024) }

/** What happens to every operation alike: a key that is unknown or may do nothing, calls that come too often. */
const everywhere = <Id extends keyof Requests>(id: Id, request: Requests[Id]): readonly Case[] => [
  make(id, 401, request, { key: 'unknown-key' }),
  make(id, 403, request, { key: 'powerless-key' }),
  make(id, 429, request, { twice: true, limited: true }),
]

/** What happens to those with a body: it is too large, or of another type. */
const bodied = <Id extends keyof Requests>(id: Id, request: Requests[Id], large: Requests[Id]): readonly Case[] => [
  ...everywhere(id, request),
  make(id, 413, large),
  make(id, 415, request, { contentType: 'text/plain' }),
]

const listing = { disk_id: 502, price_disk: 0.02, size: 2000, end_date: 4102444800 }
const query: Requests['networkVolumesSearch']['q'] = {
  order: [['storage_cost', 'asc']],
  limit: 1,
  verified: { eq: true },
  duration: { gte: 86_400 },
}
const unlisting = { id: 7001 }
const filters = { select_filters: JSON.stringify({ name: { eq: 'ubuntu-ssh' } }) }
const creation: Requests['templatesCreate'] = {
  name: 'trainer',
  image: 'pytorch/pytorch',
  env: '-e EPOCHS=3 -p 6006:6006',
  runtype: 'ssh',
  jupyter_dir: null,
}
const edit = { hash_id: OWN_HASH, desc: 'edited' }
const rent = { id: 12345678, body: { template_hash_id: OWN_HASH, env: '-e TZ=CET', runtype: 'ssh_direct' as const } }
const theirVolume = { create_new: false, volume_id: 12346, mount_path: '/data' }
const update = { id: 4242, body: { min_load: 100, target_util: 0.85 } }

const host = { key: 'host-key' }

const cases: readonly Case[] = [
  make('networkVolumesList', 200, listing, host),
  make('networkVolumesList', 400, { disk_id: 502, size: 0 }, host),
  make('networkVolumesList', 403, listing),
  ...bodied('networkVolumesList', listing, { ...listing, ...padding }),
  make('networkVolumesSearch', 200, { q: query }),
  make('networkVolumesSearch', 400, { q: { limit: -1 } }),
  ...bodied('networkVolumesSearch', { q: query }, { q: query, ...padding }),
  make('networkVolumesUnlist', 200, unlisting, host),
  make('networkVolumesUnlist', 400, { id: 1 }, host),
  make('networkVolumesUnlist', 403, unlisting),
  ...bodied('networkVolumesUnlist', unlisting, { ...unlisting, ...padding }),
  make('templatesSearch', 200, filters),
  make('templatesSearch', 400, { select_filters: JSON.stringify({ name: { like: 'ubuntu' } }) }),
  ...everywhere('templatesSearch', filters),
  make('templatesCreate', 200, creation),
  make('templatesCreate', 400, { ...creation, name: '' }),
  ...bodied('templatesCreate', creation, { ...creation, ...padding }),
  make('templatesEdit', 200, edit),
  make('templatesEdit', 400, { hash_id: OWN_HASH, recommended_disk_space: -1 }),
  make('templatesEdit', 403, { hash_id: HOSTS_HASH }),
  make('templatesEdit', 404, { hash_id: NO_HASH }),
  ...bodied('templatesEdit', edit, { ...edit, ...padding }),
  make('templatesDelete', 200, { template_id: 9001 }),
  make('templatesDelete', 400, { template_id: 0.5 }),
  make('templatesDelete', 403, { template_id: 9002 }),
  make('templatesDelete', 404, { template_id: 1 }),
  ...bodied('templatesDelete', { template_id: 9001 }, { template_id: 9001, ...padding }),
  make('instancesCreate', 200, rent),
  make('instancesCreate', 400, { ...rent, body: { image: 'library/ubuntu', disk: 1 } }),
  make('instancesCreate', 403, { ...rent, body: { image: 'library/ubuntu', volume_info: theirVolume } }),
  make('instancesCreate', 400, { ...rent, id: 1 }),
  make('instancesCreate', 410, rent, { twice: true }),
  ...bodied('instancesCreate', rent, { ...rent, body: { ...rent.body, ...padding } }),
  make('instancesList', 200, undefined),
  ...everywhere('instancesList', undefined),
  make('endpointGroupsUpdate', 200, update),
  make('endpointGroupsUpdate', 400, { ...update, id: 1 }),
  ...bodied('endpointGroupsUpdate', update, { ...update, body: { ...update.body, ...padding } }),
  make('cloudConnectionsList', 200, undefined),
  ...everywhere('cloudConnectionsList', undefined),
]

const clients: Readonly<Record<string, (caller: Caller) => Calls>> = {
  'openapi-fetch': openapiFetch,
  'hey-api': heyApi,
  orval,
}

const [, , name = '', url = '', limits = ''] = process.argv
const connect = clients[name]
if (connect === undefined) throw new Error(`there is no client ${name}`)

const seen: Record<string, string> = {}
for (const [index, { id, status, key = 'renter-key', contentType, twice, limited, call }] of cases.entries()) {
  const baseUrl = `${url}/~${name}-${index}`
  if (limited === true) await fetch(`${baseUrl}/_sim/scenario`, { method: 'PUT', body: limits })
  const headers = { Authorization: `Bearer ${key}`, ...(contentType !== undefined && { 'Content-Type': contentType }) }
  const client = connect({ baseUrl, headers })
  if (twice === true) await call(client)
  const outcome = await call(client)
  if (outcome.status !== status) throw new Error(`${id}: ${outcome.status} ${outcome.read} instead of ${status}`)
  seen[`${id} ${status}`] = outcome.read
}
process.stdout.write(JSON.stringify(seen))
