import { createSimulator } from '../../src/index.ts'
import { type Exchange, harOf, url } from './captures.ts'

export type Row = Record<string, unknown> & { readonly id: number }

/** Each answer has some of it. */
interface Body {
  readonly new_contract: number
  readonly result: number
  instances_found: number
  instances: Row[]
  offers: Row[]
  templates: Row[]
  results: Row[]
  template?: { id: number; hash_id: string }
}

interface Told {
  readonly method: string
  readonly path: string
  readonly body: Body
}

/** Changes the body of an answer of a service. */
export type Alter = (told: Told) => void

const NO_ID = 9_007_199_254

/** A capture of a day with the service: rows are made, changed, listed and removed, and sixteen requests are refused. @param part the one that is played alone */
export async function storyOf(options: Options, alter: Alter = () => undefined, part?: string) {
  const day = JSON.stringify([options, part])
  const exchanges = played.get(day) ?? (await play(options, part))
  played.set(day, exchanges)
  return harOf(
    ...exchanges.map(({ path, body, ...exchange }) => {
      // What the client went on with is what the service did, not what it says.
      const said = structuredClone(body)
      alter({ method: exchange.method, path, body: said })
      return { ...exchange, url: url(path), body: said }
    }),
  )
}

type Options = Parameters<typeof createSimulator>[0]
type Played = Omit<Exchange, 'url' | 'body' | 'method'> & {
  readonly method: string
  readonly path: string
  readonly body: Body
}

/** Days by options and part: each is played once. */
const played = new Map<string, readonly Played[]>()

async function play(options: Options, part: string | undefined): Promise<readonly Played[]> {
  await using sim = createSimulator({ ...options, clock: 'frozen', rateLimit: { enabled: false } })
  const exchanges: Played[] = []
  const ask = async (method: string, path: string, sent?: object, key: string | null = 'renter-key'): Promise<Body> => {
    const answer = await sim.fetch(`http://simulator.invalid${path}`, {
      method,
      headers: { ...(key !== null && { Authorization: `Bearer ${key}` }), 'Content-Type': 'application/json' },
      ...(sent && { body: JSON.stringify(sent) }),
    })
    const body = (await answer.json()) as Body
    exchanges.push({ method, path, status: answer.status, body, sent, key })
    return body
  }
  const parts = {
    async authentication() {
      await ask('GET', '/api/v0/instances/')
      await ask('GET', '/api/v0/instances/', undefined, 'a-key-that-nobody-has')
      await ask('GET', '/api/v0/instances/', undefined, null)
      await ask('GET', '/api/v0/users/cloud_integrations/')
    },
    async templates() {
      const templates = '/api/v0/template/'
      const made = await ask('POST', templates, { name: 'mine', image: 'a/b', runtype: 'ssh', ssh_direct: true })
      await ask('POST', templates, { name: 'none' })
      await ask('GET', templates)
      await ask('GET', `${templates}?select_filters=${encodeURIComponent('{"name":{"eq":"mine"}}')}`)
      await ask('PUT', templates, { hash_id: made.template?.hash_id, tag: 'new' })
      await ask('PUT', templates, { hash_id: '0'.repeat(32), tag: 'new' })
      await ask('GET', templates)
      await ask('DELETE', templates, { template_id: made.template?.id })
      await ask('GET', templates)
      await ask('DELETE', templates, { template_id: NO_ID })
    },
    async instances() {
      const search = { limit: 5, num_gpus: { gte: 1 }, order: [['dph_total', 'asc']] }
      const { offers } = await ask('POST', '/api/v0/bundles/', search)

      const rent = { image: 'a/b', disk: 16, env: '-p 8080:80 -e A=1' }
      const { new_contract: id } = await ask('PUT', `/api/v0/asks/${offers[0]?.id}/`, rent)
      await ask('PUT', `/api/v0/asks/${NO_ID}/`, rent)
      await ask('GET', '/api/v0/instances/')
      await ask('PUT', `/api/v0/asks/${offers[0]?.id}/`, rent)
      await ask('PUT', `/api/v0/instances/${id}/`, { label: 'one' })
      await ask('GET', '/api/v0/instances/')
      await ask('PUT', `/api/v0/instances/${id}/`, { state: 'stopped' })
      await ask('GET', '/api/v0/instances/')
      await ask('GET', `/api/v0/instances/${id}/`)
      await ask('DELETE', `/api/v0/instances/${id}/`)
      await ask('GET', '/api/v0/instances/')
      await ask('DELETE', `/api/v0/instances/${id}/`)
    },
    async 'network-volumes'() {
      await ask('POST', '/api/v0/network_volumes/search/', { q: { order: [['storage_cost', 'desc']], limit: 3 } })
      await ask('POST', '/api/v0/network_volumes/search/', { q: { limit: 4 } })
      await ask('POST', '/api/v0/network_volume/', { disk_id: NO_ID })
      await ask('POST', '/api/v0/network_volume/', { size: 1 })
      await ask('POST', '/api/v0/network_volumes/unlist/', {})
      await ask('POST', '/api/v0/network_volumes/unlist/', { id: NO_ID })
    },
    async 'endpoint-groups'() {
      const group = await ask('POST', '/api/v0/endptjobs/', { endpoint_name: 'mine' })
      await ask('GET', '/api/v0/endptjobs/')
      await ask('PUT', `/api/v0/endptjobs/${group.result}/`, { max_workers: 3 })
      await ask('PUT', `/api/v0/endptjobs/${group.result}/`, { target_util: 1.5 })
      await ask('PUT', `/api/v0/endptjobs/${NO_ID}/`, { max_workers: 3 })
      await ask('GET', '/api/v0/endptjobs/')
      await ask('DELETE', `/api/v0/endptjobs/${group.result}/`)
      await ask('GET', '/api/v0/endptjobs/')
      await ask('DELETE', `/api/v0/endptjobs/${group.result}/`)
    },
  }
  for (const [name, act] of Object.entries(parts)) if (part === undefined || part === name) await act()
  return exchanges
}
