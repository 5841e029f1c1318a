import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Ready } from '../inputs.ts'

// The limit: node:http and nothing else. Reads send ready buffers; writes parse, check, answer, and keep what later requests name.
const [, , port, readyFile = '', key, mode] = process.argv
const ready: Ready = JSON.parse(readFileSync(readyFile, 'utf8'))
const buffers = Object.fromEntries(Object.entries(ready).map(([name, text]) => [name, Buffer.from(text)]))
const value: unknown = JSON.parse(ready.list)

type Body = Readonly<Record<string, unknown>>
interface Row {
  readonly id: number
  readonly hash: string
  readonly name: string
  readonly body: Body
  /** Its JSON, once somebody has searched for it. */
  text?: string
}

const { templates: fixed }: { readonly templates: readonly (Body & { id: number; name: string; hash_id: string })[] } =
  JSON.parse(ready.templates)
const [sample] = fixed
const fixedRows = fixed.map((body): Row => ({ id: body.id, hash: body.hash_id, name: body.name, body }))
/** As long as those of the simulator's generated rows. */
let lastId = 50_000_000

/** What one sandbox keeps. */
const newWorld = () => {
  const created: Row[] = []
  const listings = new Map<number, number>()
  const rented = new Map<number, object>()
  return { created, listings, rented, byHash: new Map(fixedRows.map((row) => [row.hash, row])) }
}
type World = ReturnType<typeof newWorld>
const worlds = new Map<string, World>()

function worldOf(sandbox: string): World {
  const world = worlds.get(sandbox) ?? newWorld()
  worlds.set(sandbox, world)
  return world
}

/** A template with all of its fields. */
const shown = ({ id, hash: hash_id, name, body }: Row): object => ({ ...sample, ...body, id, hash_id, name })

const hash = (): string => lastId.toString(16).padStart(32, '0')
const done = { success: true }
const refused = (status: number, error: string, msg: string): Refused => ({
  status,
  body: { success: false, error, msg },
})
interface Refused {
  readonly status: number
  readonly body: object
}

const writes: Readonly<Record<string, (body: Body, id: number, world: World, sandbox: string) => object>> = {
  'POST /_sim/reset': (_body, _id, _world, sandbox) => {
    worlds.delete(sandbox)
    return { reset: true }
  },
  'POST /api/v0/template/': (body, _id, { created, byHash }) => {
    const { name, image } = body
    if (typeof name !== 'string' || typeof image !== 'string') return refused(400, 'invalid_args', 'name and image')
    const id = (lastId += 1)
    const row: Row = { id, hash: hash(), name, body, text: undefined }
    created.push(row)
    byHash.set(row.hash, row)
    return { success: true, msg: `created template ${id}`, template: shown(row) }
  },
  'PUT /api/v0/template/': ({ hash_id, desc }, _id, { byHash }) => {
    const row = typeof hash_id === 'string' && typeof desc === 'string' ? byHash.get(hash_id) : undefined
    if (row === undefined) return refused(404, 'invalid_args', 'no such template')
    byHash.delete(row.hash)
    lastId += 1
    const edited = { ...row, hash: hash(), body: { ...row.body, desc }, text: undefined }
    byHash.set(edited.hash, edited)
    return { success: true, template: shown(edited) }
  },
  'PUT /api/v0/endptjobs/': ({ max_workers }, id) => {
    if (id !== 4242) return refused(400, 'invalid_args', `you have no endpoint group ${id}`)
    if (typeof max_workers === 'number') return done
    return refused(400, 'invalid_args', `max_workers: expected number, received ${typeof max_workers}`)
  },
  'PUT /api/v0/asks/': ({ template_hash_id, env }, offer, { byHash, rented }) => {
    if (offer < 5000)
      return refused(400, 'invalid_args', `error 404/3603: no_such_ask  Instance type by id ${offer} is not available.`)
    if (rented.has(offer)) return refused(400, 'invalid_args', `offer ${offer} is rented already`)
    const template = typeof template_hash_id === 'string' ? byHash.get(template_hash_id) : undefined
    if (template === undefined) return refused(400, 'invalid_args', 'no such template')
    if (typeof env !== 'string') return refused(400, 'invalid_args', `env: expected string, received ${typeof env}`)
    const id = 101 + rented.size
    rented.set(offer, { id, offer, template, env: `${String(template.body['env'])} ${env}`, start: Date.now() })
    return { success: true, new_contract: id }
  },
  'POST /api/v0/network_volume/': ({ disk_id, size, price_disk }, _id, { listings }) => {
    if (typeof disk_id !== 'number' || typeof size !== 'number' || typeof price_disk !== 'number') {
      return refused(400, 'invalid_args', 'disk_id')
    }
    const current = listings.get(disk_id)
    const offer = current ?? (lastId += 1)
    listings.set(disk_id, offer)
    const msg = `${current === undefined ? 'created' : 'updated'} network volume ask with id ${offer} and size ${size}`
    return { success: true, disk_id: msg, msg }
  },
  'POST /api/v0/network_volumes/unlist/': ({ id }, _id, { listings }) => {
    if (typeof id !== 'number') return refused(400, 'invalid_args', 'id')
    for (const [disk, offer] of listings) {
      if (offer === id) listings.delete(disk)
    }
    return { success: true, id, msg: `unlisted network volume ask with id ${id}` }
  },
}
const isRefused = (answer: object): answer is Refused => 'status' in answer

createServer((request, response) => {
  const { method = '', url = '' } = request
  const end = url.startsWith('/~') ? url.indexOf('/', 1) : 0
  const sandbox = url.slice(0, end)
  const [path = '', query] = url.slice(end).split('?')
  if (path.startsWith('/api') && request.headers.authorization !== `Bearer ${key}`) {
    send(response, 401, '{"success":false,"error":"auth_error","msg":"nobody owns this API key"}')
  } else if (method === 'GET') read(response, path, query)
  else write(request, response, path, sandbox)
}).listen(Number(port), '127.0.0.1')

function send(response: ServerResponse, status: number, body: Buffer | string = ''): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

const unknown = (response: ServerResponse, path: string): void =>
  send(response, 404, `{"success":false,"error":"no_such_endpoint","msg":"there is no ${path}"}`)

function read(response: ServerResponse, path: string, query: string | undefined): void {
  if (path === '/api/v0/instances/') send(response, 200, mode === 'stringify' ? JSON.stringify(value) : buffers['list'])
  else if (path === '/api/v0/users/cloud_integrations/') send(response, 200, buffers['clouds'])
  else if (path === '/api/v0/template/') send(response, 200, query === undefined ? buffers['templates'] : found(query))
  else unknown(response, path)
}

function found(query: string): string {
  const filters: { readonly hash_id?: { readonly eq: string }; readonly name?: { readonly eq: string } } = JSON.parse(
    decodeURIComponent(query.slice('select_filters='.length)),
  )
  const { byHash, created } = worldOf('')
  const one = filters.hash_id && byHash.get(filters.hash_id.eq)
  const rows = one ? [one] : created.filter(({ name }) => name === filters.name?.eq)
  const texts = rows.map(
    (row) => (row.text ??= JSON.stringify({ ...sample, ...row.body, id: row.id, hash_id: row.hash })),
  )
  return `{"success":true,"templates_found":${texts.length},"templates":[${texts.join(',')}]}`
}

function write(request: IncomingMessage, response: ServerResponse, path: string, sandbox: string): void {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (path === '/api/v0/network_volumes/search/') {
      const { q }: { q?: unknown } = JSON.parse(Buffer.concat(parts).toString())
      return typeof q === 'object' ? send(response, 200, buffers['volumes']) : send(response, 400)
    }
    const id = /\/(\d+)\/$/.exec(path)?.[1]
    const act = writes[`${request.method} ${id === undefined ? path : path.slice(0, -id.length - 1)}`]
    if (act === undefined) return unknown(response, path)
    const body: Body = parts.length === 0 ? {} : JSON.parse(Buffer.concat(parts).toString())
    const answer = act(body, Number(id), worldOf(sandbox), sandbox)
    if (isRefused(answer)) send(response, answer.status, JSON.stringify(answer.body))
    else send(response, 200, JSON.stringify(answer))
  })
}
