import { Agent, request } from 'node:http'

/** What came over the wire, without what belongs to the connection or to real time. */
export interface Heard {
  readonly call: string
  readonly status: number
  /** By name in lower case: nginx writes some in another case and order. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly key?: string
}

const JOURNAL = '/_sim/requests'

const agents = new Map<number, Agent>()

/** Ends the connections that are open. */
export function hangUp(): void {
  for (const agent of agents.values()) agent.destroy()
  agents.clear()
}

const agentAt = (port: number): Agent => {
  const agent = agents.get(port) ?? new Agent({ keepAlive: true, maxSockets: Infinity, timeout: 0 })
  agents.set(port, agent)
  return agent
}

/** How a request names its sandbox: by what stands before its path, else by the header. */
export interface Naming {
  readonly prefix: string
  readonly header?: string
}

/** Half of the sandboxes are named by the path, half by the header. */
const namingOf = (sandbox: string): Naming =>
  Number(sandbox.slice(1)) % 2 === 0 ? { prefix: `/~${sandbox}` } : { prefix: '', header: sandbox }

const CONNECTIONS = new Set(['connection', 'keep-alive', 'server', 'x-sim-world'])

/** @param headers further ones @returns what was heard, and the world that answered */
export function ask(
  port: number,
  sandbox: string | Naming,
  { method, path, body, key = 'renter-key' }: Call,
  headers: Readonly<Record<string, string>> = {},
): Promise<Heard & { readonly world: string | undefined }> {
  const { prefix, header } = typeof sandbox === 'string' ? namingOf(sandbox) : sandbox
  const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        port,
        host: '127.0.0.1',
        agent: agentAt(port),
        method,
        path: prefix + path,
        headers: {
          host: 'sim.test',
          authorization: `Bearer ${key}`,
          ...(header !== undefined && { 'x-sim-sandbox': header }),
          ...(sent !== undefined && { 'content-type': 'application/json', 'content-length': sent.length }),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () => {
          const lines = response.rawHeaders.flatMap((name, at, all): [string, string][] =>
            at % 2 === 0 && isCompared(name, path) ? [[name.toLowerCase(), all[at + 1] ?? '']] : [],
          )
          resolve({
            call: `${method} ${path}`,
            status: response.statusCode ?? 0,
            headers: lines.toSorted(([a], [b]) => (a < b ? -1 : 1)),
            body: withoutProxy(Buffer.concat(parts).toString('latin1'), path),
            world: response.headersDistinct['x-sim-world']?.[0],
          })
        })
      },
    )
    asked.on('error', reject)
    asked.end(sent)
  })
}

/** The date of a control call is real time; the journal is longer behind nginx. */
const isCompared = (name: string, path: string): boolean =>
  !CONNECTIONS.has(name.toLowerCase()) &&
  !(name.toLowerCase() === 'date' && path.startsWith('/_sim/')) &&
  !(name.toLowerCase() === 'content-length' && path === JOURNAL)

/** The journal without the headers that nginx adds to requests, or takes from them. */
function withoutProxy(body: string, path: string): string {
  if (path !== JOURNAL) return body
  return JSON.stringify(JSON.parse(body), (name, value: unknown) =>
    /^(connection|x-forwarded-(for|host|proto))$/.test(name) ? undefined : value,
  )
}

const json = (method: string, path: string, body: object, key?: string): Call => ({
  method,
  path,
  body,
  ...(key !== undefined && { key }),
})
const get = (path: string): Call => ({ method: 'GET', path })

const RENT = '/api/v0/asks/12345678/'
export const TEMPLATE = '/api/v0/template/'
export const LIST = get('/api/v0/instances/')

/** The story of docs/operations.md under faults, then everything that its sandbox can tell. */
function callsOf(sandbox: string): readonly Call[] {
  const fault = (effect: object, operation: string) =>
    json('POST', '/_sim/faults', { name: operation, match: { operation }, when: { times: 1 }, effect })
  return [
    json('POST', '/_sim/reset', { seed: `seed of ${sandbox}` }),
    json('POST', '/api/v0/network_volume/', { disk_id: 502, size: 2000, price_disk: 0.02 }, 'host-key'),
    json('POST', '/api/v0/network_volumes/search/', { q: { storage_cost: { lte: 0.02 } } }),
    json('POST', TEMPLATE, { name: `trainer of ${sandbox}`, image: 'pytorch/pytorch', env: '-e EPOCHS=3' }),
    json('PUT', TEMPLATE, { hash_id: '0'.repeat(32), desc: 'there is no such template' }),
    json('PUT', RENT, { template_hash_id: '4e17788f74f075dd9aab7d0d4427968f', env: '-e TZ=CET' }),
    LIST,
    ...(Number(sandbox.slice(1)) % 3 === 0 ? [json('PUT', '/_sim/scenario', { name: 'flaky-listing' })] : []),
    json('POST', '/_sim/clock/advance', { seconds: 3 + Number(sandbox.slice(1)) }),
    LIST,
    fault({ malformed_json: true }, 'templates.search'),
    get(TEMPLATE),
    fault({ html_502: true }, 'instances.list'),
    json('POST', '/_sim/clock/advance', { seconds: 5 }),
    LIST,
    get('/api/v0/nowhere/'),
    get('/_sim/state'),
    get('/_sim/coverage'),
    get('/_sim/findings'),
    get(JOURNAL),
  ]
}

/** Plays the story of a sandbox. @returns what was heard, and the worlds that answered it */
export async function play(port: number, sandbox: string) {
  const heard: Heard[] = []
  const worlds = new Set<string>()
  for (const call of callsOf(sandbox)) {
    const { world, ...answer } = await ask(port, sandbox, call)
    heard.push(answer)
    if (world !== undefined) worlds.add(world)
  }
  return { heard, worlds: [...worlds] }
}
