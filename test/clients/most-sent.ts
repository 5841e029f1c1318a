import { createSimulator } from '../../src/index.ts'

type Dialect = 'documented' | 'observed'

interface Request {
  readonly method: string
  /** Below /api/v0/. */
  readonly path: string
  readonly body?: object
  /** Another key than that of the renter. */
  readonly key?: string
}

const UBUNTU = '4e17788f74f075dd9aab7d0d4427968f'
const filters = (filter: object): string => `select_filters=${encodeURIComponent(JSON.stringify(filter))}`

/** What start pages, examples and public clients send in both dialects. */
const ofBoth: readonly Request[] = [
  { method: 'GET', path: 'instances/' },
  { method: 'PUT', path: 'asks/12345678/', body: { image: 'pytorch/pytorch', disk: 20 } },
  { method: 'PUT', path: 'asks/12345678/', body: { template_hash_id: UBUNTU } },
  { method: 'PUT', path: 'asks/1/', body: { image: 'pytorch/pytorch' } },
  { method: 'GET', path: 'template/' },
  { method: 'POST', path: 'template/', body: { name: 'trainer', image: 'pytorch/pytorch', env: '-e EPOCHS=3' } },
  { method: 'DELETE', path: 'template/', body: { template_id: 9001 } },
  {
    method: 'POST',
    path: 'network_volumes/search/',
    body: { q: { storage_cost: { lte: 0.1 }, geolocation: { in: ['CA'] }, order: [['storage_cost', 'asc']] } },
  },
  { method: 'GET', path: 'users/cloud_integrations/' },
]

const ofDialect: Readonly<Record<Dialect, readonly Request[]>> = {
  documented: [
    { method: 'GET', path: 'instances/', key: 'no-such-key' },
    {
      method: 'PUT',
      path: 'asks/12345678/',
      body: { image: 'pytorch/pytorch', env: '-e EPOCHS=3 -p 8080:8080', onstart: 'train.sh', label: 'trainer' },
    },
    { method: 'PUT', path: 'asks/12345678/', body: { template_hash_id: UBUNTU, env: '-e EPOCHS=3' } },
    { method: 'GET', path: `template/?${filters({ hash_id: { eq: UBUNTU } })}` },
    { method: 'GET', path: `template/?${filters({ name: { eq: 'ubuntu-ssh' } })}` },
    { method: 'POST', path: 'template/', body: { name: 'trainer' } },
    { method: 'PUT', path: 'template/', body: { hash_id: UBUNTU, name: 'renamed' } },
    {
      method: 'POST',
      path: 'network_volume/',
      body: { disk_id: 502, size: 500, price_disk: 0.1, end_date: 2208988800 },
      key: 'host-key',
    },
    { method: 'POST', path: 'network_volumes/unlist/', body: { id: 7001 }, key: 'host-key' },
    { method: 'PUT', path: 'endptjobs/4242/', body: { min_load: 1, cold_workers: 2 } },
    { method: 'PUT', path: 'asks/12345678/', body: { template_hash_id: UBUNTU, image: 'pytorch/pytorch:2.6.0' } },
  ],
  observed: [
    {
      method: 'POST',
      path: 'bundles/',
      body: { verified: { eq: true }, rentable: { eq: true }, order: [['dph_total', 'asc']], limit: 5 },
    },
    { method: 'PUT', path: 'search/asks/', body: { q: { gpu_name: { eq: 'RTX 4090' }, rentable: { eq: true } } } },
    { method: 'GET', path: 'instances/31/' },
    { method: 'PUT', path: 'instances/31/', body: { state: 'stopped' } },
    { method: 'DELETE', path: 'instances/31/' },
    { method: 'GET', path: 'ssh/' },
    { method: 'POST', path: 'ssh/', body: { ssh_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgME me@laptop' } },
    { method: 'GET', path: 'endptjobs/' },
    { method: 'POST', path: 'endptjobs/', body: { endpoint_name: 'llama-3', min_load: 1 } },
    { method: 'GET', path: 'users/current/' },
    { method: 'PUT', path: 'instances/request_logs/31/', body: { tail: '100' } },
  ],
}

/** What a capture would have to show, so that a rule rests on more than our judgement. */
const captures: Readonly<Record<string, string>> = {
  'templates.create.hash-id': 'two templates of one account with the same content',
  'cloud-connections.list.order': 'an account with connections that were not made in the order of their ids',
}

export interface MostSent {
  readonly method: string
  readonly path: string
  readonly evidence: string
  /** The rules by judgement, and what a capture would have to show. */
  readonly judged: readonly { readonly id: string; readonly capture: string | undefined }[]
}

/** The twenty requests that are sent most, each played against the default fixture, with what its answer rests on. */
export async function playMostSent(dialect: Dialect): Promise<readonly MostSent[]> {
  const requests = [...ofBoth, ...ofDialect[dialect]]
  return Promise.all(
    requests.map(async ({ method, path, body, key = 'renter-key' }) => {
      const sim = createSimulator({ dialect, clock: 'frozen' })
      const { headers } = await sim.fetch(`/api/v0/${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const named = headers.get('X-Sim-Rules')?.split(',') ?? []
      const { rules } = (await (await sim.fetch('/_sim/rules')).json()) as { readonly rules: readonly Listed[] }
      const judged = rules.filter(({ id, support }) => named.includes(id) && support?.strength === 'judgement')
      await sim.close()
      return {
        method,
        path: path.replace(/\?.*/, ''),
        evidence: headers.get('X-Sim-Evidence') ?? headers.get('X-Sim-Basis') ?? '',
        judged: judged.map(({ id }) => ({ id, capture: captures[id] })),
      }
    }),
  )
}

interface Listed {
  readonly id: string
  readonly support?: { readonly strength: string }
}
