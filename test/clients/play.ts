import { readFileSync } from 'node:fs'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { left } from './left.ts'

/** What a request of a public client gets. */
export interface PlayedRequest {
  readonly client: string
  /** `GET /api/v0/ssh/` */
  readonly request: string
  readonly status: number
  /** The msg of a refusal; empty for a success. */
  readonly msg: string
  /** What the client reads and the answer lacks, or has of another kind. */
  readonly lacking: readonly string[]
  /** Whether the answer names the operation of the real service and brings lines for a stub. */
  readonly hasStub: boolean
  /** Why it is not served whole; empty where that is not known. */
  readonly why: string
}

/** A request of a public client, as it was seen, with what the client reads of the answer. */
interface Sent {
  readonly client: string
  readonly method: string
  /** With `{id}` where an id stood. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Absent where it was not seen. */
  readonly body?: unknown
  /** How the key was sent, where not in a header. */
  readonly auth?: string
  /** Names of fields, with the way to them where it matters: `offers[].id`, `secrets (object)`. */
  readonly reads: readonly string[]
}

const requests = readFileSync('test/clients/requests.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line): Sent => JSON.parse(line))

/** What there is besides a market: what clients show, change and delete. */
const existing = {
  endpoint_groups: [{ id: 4242, user_id: 1001, endpoint_name: 'llama' }],
  volumes: [{ id: 12345, user_id: 1001, size: 10 }],
  instances: [{ id: 31, user_id: 1001, offer_id: 12345678, runtype: 'ssh_direct', env: '-p 10022:10022' }],
}

/** Plays the requests of each client in their order, in a separate world that keeps what they do. */
export async function playClients(dialect: 'documented' | 'observed' = 'observed'): Promise<readonly PlayedRequest[]> {
  const played: PlayedRequest[] = []
  for (const client of new Set(requests.map((each) => each.client))) {
    const world = createSimulator({
      dialect,
      clock: 'frozen',
      fixture: 'market',
      rateLimit: { enabled: false },
    })
    const state = world.exportState()
    const { users } = state as { readonly users: readonly object[] }
    const withKeys = users.map((user, at) =>
      at === 0 ? { ...user, ssh_keys: ['ssh-ed25519 AAAAfirst me@laptop'] } : user,
    )
    world.importState({ ...state, users: withKeys, ...existing })
    const ids = new Map([['running', 31]])
    for (const sent of requests.filter((each) => each.client === client)) played.push(await play(world, sent, ids))
    await world.close()
  }
  return played
}

const KEY = 'renter-key'

/** Bodies of requests of which only the path was seen, as the reference of the service has them. */
const usualBodies: Readonly<Record<string, object>> = {
  'POST /api/v0/secrets/': { key: 'HF_TOKEN', value: 'hf_x' },
  'PUT /api/v0/secrets/': { key: 'HF_TOKEN', value: 'hf_y' },
  'DELETE /api/v0/secrets/': { key: 'HF_TOKEN' },
  'POST /api/v0/ssh/': { ssh_key: 'ssh-ed25519 AAAAclient me@client' },
  'PUT /api/v0/ssh/{id}/': { ssh_key: 'ssh-ed25519 AAAAanother me@client' },
  'POST /api/v0/instances/{id}/ssh/': { ssh_key: 'ssh-ed25519 AAAAattached me@client' },
  'POST /api/v0/auth/apikeys/': { name: 'client', permissions: { api: { user_read: {} } } },
  'POST /api/v0/workergroups/': { endpoint_id: 4242, template_id: 9001 },
  'POST /api/v0/autojobs/': { endpoint_id: 4242, template_id: 9001 },
  'PUT /api/v0/autojobs/{id}/': { max_workers: 2 },
  'PUT /api/v0/instances/bid_price/{id}/': { client_id: 'me', price: 5 },
  'PUT /api/v0/instances/update_template/{id}/': { image: 'library/ubuntu' },
  'PUT /api/v0/search/asks/': { q: {} },
}

/** Instances that run, a bid among them, and one that is stopped. */
const instancesFor: Readonly<Record<string, string>> = {
  '/api/v0/instances/command/{id}/': 'stopped',
  '/api/v0/instances/bid_price/{id}/': 'bid',
}

async function play(world: Simulator, sent: Sent, ids: Map<string, number>): Promise<PlayedRequest> {
  const request = `${sent.method} ${sent.path}`
  const send = async (method: string, path: string, body?: unknown): Promise<Response> =>
    world.fetch(path, {
      method,
      headers: { ...(sent.auth !== 'none' && { Authorization: `Bearer ${KEY}` }), 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const path = await filledPath(world, sent, ids)
  const query = new URLSearchParams(
    Object.entries(sent.query ?? {}).map(([name, value]) => [name, name === 'api_key' ? KEY : value]),
  )
  if (query.has('id')) query.set('id', '12345')
  const sentBody =
    sent.body ?? usualBodies[request] ?? (sent.method === 'PUT' || sent.method === 'POST' ? {} : undefined)
  const body = await withIdsThereAre(world, request, sentBody)
  const response = await send(sent.method, query.size === 0 ? path : `${path}?${query}`, body)
  const text = await response.text()
  const answer: unknown = text === '' ? undefined : JSON.parse(text)
  remember(ids, sent, answer)
  const hint = response.headers.get('x-sim-hint') ?? ''
  return {
    client: sent.client,
    request,
    status: response.status,
    msg: response.ok ? '' : msgOf(answer),
    lacking: response.ok ? sent.reads.filter((name) => !isRead(answer, name)) : [],
    why: left.find((each) => each.client === sent.client && each.request === request)?.why ?? '',
    hasStub: response.status === 404 && hint.includes('stub'),
  }
}

const msgOf = (answer: unknown): string => String((answer as { readonly msg?: unknown } | undefined)?.msg)

type Row = Readonly<Record<string, unknown>>

const rowsOf = async (world: Simulator, collection: string): Promise<readonly Row[]> => {
  const response = await world.fetch('/_sim/state')
  return ((await response.json()) as Readonly<Record<string, readonly Row[]>>)[collection] ?? []
}

/** The path with ids of rows that there are: those that the client made, or else those of the fixture. */
async function filledPath(world: Simulator, { method, path, body }: Sent, ids: Map<string, number>): Promise<string> {
  if (!path.includes('{id}')) return path
  if (path.includes('/asks/')) return path.replace('{id}', String(await freeOffer(world, body)))
  if (path.includes('/instances/')) {
    const key = path.includes('/ssh/{id}/') ? ids.get('attached') : undefined
    const id = await instanceFor(world, method, instancesFor[path], ids)
    const filled = path.replace('{id}', String(id))
    return key === undefined && !filled.includes('{id}')
      ? filled
      : filled.replace('{id}', String(key ?? (await attachedKey(world, id))))
  }
  const resource = Object.keys(known).find((each) => path.includes(each)) ?? ''
  return path.replace('{id}', String(ids.get(resource) ?? known[resource] ?? 1))
}

/** Ids of rows of the fixture by a part of the path. */
const known: Readonly<Record<string, number>> = { '/endptjobs/': 4242, '/autojobs/': 1, '/ssh/': 1, '/apikeys/': 1 }

/** A free offer, for no more than a bid in the body. */
async function freeOffer(world: Simulator, body?: unknown): Promise<unknown> {
  const rented = new Set((await rowsOf(world, 'instances')).map(({ offer_id }) => offer_id))
  const bid = (body as { readonly price?: number | null } | undefined)?.price ?? Infinity
  return (await rowsOf(world, 'offers')).find(
    ({ id, min_bid = Infinity }) => !rented.has(id) && (bid === Infinity || Number(min_bid) <= bid),
  )?.['id']
}

/** An instance of the client; one is rented where it has none that fits. */
async function instanceFor(world: Simulator, method: string, kind = 'running', ids: Map<string, number>) {
  const kept = ids.get(kind)
  const isThere = (await rowsOf(world, 'instances')).some(
    ({ id, intended_status }) => id === kept && (kind === 'stopped') === (intended_status === 'stopped'),
  )
  if (kept !== undefined && isThere) {
    if (method === 'DELETE') ids.delete(kind)
    return kept
  }
  const rent = { image: 'library/ubuntu', runtype: 'ssh_direct', ...(kind === 'bid' && { price: 5 }) }
  const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' }
  const options = { method: 'PUT', headers }
  const offer = String(await freeOffer(world))
  const response = await world.fetch(`/api/v0/asks/${offer}/`, { ...options, body: JSON.stringify(rent) })
  const { new_contract: id } = (await response.json()) as { readonly new_contract: number }
  if (kind === 'stopped')
    await world.fetch(`/api/v0/instances/${id}/`, { ...options, body: JSON.stringify({ state: 'stopped' }) })
  if (method !== 'DELETE') ids.set(kind, id)
  return id
}

async function attachedKey(world: Simulator, instance: number): Promise<unknown> {
  const headers = { Authorization: `Bearer ${KEY}` }
  const response = await world.fetch(`/api/v0/instances/${instance}/ssh/`, { headers })
  // Only the observed dialect lists them.
  return ((await response.json()) as { readonly ssh_keys?: readonly Row[] }).ssh_keys?.at(-1)?.['id'] ?? 1
}

/** A body with the template and the offer that it names replaced by such as there are. */
async function withIdsThereAre(world: Simulator, request: string, body: unknown): Promise<unknown> {
  if (typeof body !== 'object' || body === null) return body
  const own = (await rowsOf(world, 'templates')).findLast(({ creator_id }) => creator_id === 1001)
  const asked = 'q' in body && typeof body.q === 'object' ? body.q : undefined
  return {
    ...body,
    ...(request.includes('/template/') && 'hash_id' in body && { hash_id: own?.['hash_id'] }),
    ...(request.includes('/template/') && 'template_id' in body && { template_id: own?.['id'] }),
    ...(asked != null &&
      'ask_contract_id' in asked && { q: { ...asked, ask_contract_id: { eq: await freeOffer(world) } } }),
  }
}

/** Remembers the ids that a client was answered. */
function remember(ids: Map<string, number>, { method, path }: Sent, answer: unknown): void {
  if (method !== 'POST' || typeof answer !== 'object' || answer === null) return
  const { id, result, key } = answer as Row
  const made = id ?? result ?? (typeof key === 'object' && key !== null ? Reflect.get(key, 'id') : undefined)
  const resource = Object.keys(known).find((each) => path.includes(each))
  if (typeof made === 'number' && resource !== undefined && !path.includes('/instances/')) ids.set(resource, made)
}

/** Whether an answer has what a client reads, of the kind that it reads. */
function isRead(answer: unknown, read: string): boolean {
  const [, path = read, kind] = /^(.*?)(?: \((\w+)\))?$/.exec(read) ?? []
  if (path === '[]') return Array.isArray(answer)
  const names = path
    .replaceAll(/\["[^"]*"\].*|\[\d*\]/g, '')
    .split('.')
    .filter((name) => name !== '')
  const values = names.reduce<readonly unknown[]>(
    (found, name) => found.flatMap((value) => fieldsNamed(value, name)),
    [answer],
  )
  if (path.endsWith('[]')) return values.some((value) => Array.isArray(value))
  return values.length > 0 && values.every((value) => isOfKind(value, kind))
}

/** The fields of that name, of a value or of the rows that it holds. */
function fieldsNamed(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => fieldsNamed(each, name))
  if (typeof value !== 'object' || value === null) return []
  if (Object.hasOwn(value, name)) return [Reflect.get(value, name)]
  return Object.values(value).flatMap((each) => (typeof each === 'object' ? fieldsNamed(each, name) : []))
}

const isOfKind = (value: unknown, kind: string | undefined): boolean =>
  kind === 'integer' ? value === null || Number.isInteger(value) : kind === 'object' ? typeof value === 'object' : true
