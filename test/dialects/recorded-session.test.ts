import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

interface Recorded {
  readonly command: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: object
}

/** What the official command-line client of August 2026, that of April, and the SDK send, in this order. */
const session = readFileSync('test/dialects/recorded-requests.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

const hash = (number: number): string => String(number).padStart(32, '0')

/** An account that has what the commands name. */
const fixture = {
  users: [
    { id: 1, name: 'me', api_keys: [{ key: 'KEY' }] },
    { id: 2, name: 'host' },
  ],
  network_disks: [
    { id: 6, user_id: 1, size: 1000 },
    { id: 7, user_id: 1, size: 500 },
  ],
  network_volume_offers: [{ id: 6, disk_id: 7 }],
  // Some commands name a template by its id, others by its hash_id: the first are deleted on the way.
  templates: [
    { id: 500, number: 10 },
    { id: 501, number: 11 },
    { id: 511, number: 1 },
    { id: 512, number: 2 },
    { id: 515, number: 5 },
  ].map(({ id, number }) => ({
    id,
    creator_id: 1,
    hash_id: hash(number),
    name: `template ${number}`,
    image: 'library/ubuntu',
    env: '-e MODEL_ID=small -p 8000:8000',
    use_ssh: true,
  })),
  offers: [
    { id: 12345678, host_id: 2 },
    { id: 90, host_id: 2 },
    { id: 91, host_id: 2 },
    { id: 92, host_id: 2 },
    { id: 93, host_id: 2, gpu_name: 'RTX 4090', num_gpus: 1, verification: 'verified' },
  ],
  volumes: [{ id: 12345, user_id: 1, size: 10 }],
  volume_offers: [{ id: 28908979, size: 100 }],
  instances: [503, 504, 505].map((id, index) => ({ id, user_id: 1, offer_id: 90 + index })),
  endpoint_groups: [
    {
      id: 4242,
      user_id: 1,
      endpoint_name: 'group',
      min_load: 1,
      target_util: 0.5,
      cold_mult: 1,
      cold_workers: 0,
      max_workers: 3,
    },
  ],
  cloud_connections: [{ id: 5, user_id: 1, cloud_type: 's3', name: 'bucket' }],
}

type Fields = Readonly<Record<string, unknown>>

interface Reply {
  readonly status: number
  readonly body: unknown
}

/** Sent as it was recorded, a GET with its body too, which fetch refuses to send. */
async function send(base: string, { method, url, headers, body }: Recorded): Promise<Reply> {
  const payload = body === undefined ? '' : JSON.stringify(body)
  const sent = request(base + url, { method, headers: { ...headers, 'content-length': Buffer.byteLength(payload) } })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.end(payload)
  const [response] = await answered
  const answer = await text(response)
  const { statusCode: status = 0, headers: shown } = response
  if (method === 'GET' && shown.location !== undefined)
    return send(base, { method, url: shown.location, headers, body } as Recorded)
  return { status, body: JSON.parse(answer) as unknown }
}

/** What a client reads of the answers to a request, by its method and path. */
const reads: readonly (readonly [request: RegExp, fields: readonly string[]])[] = [
  [/^GET \/api\/v0\/template\//, ['templates']],
  [/^POST \/api\/v0\/template\//, ['template']],
  [/^PUT \/api\/v0\/asks\//, ['new_contract', 'success']],
  [/^GET \/api\/v1\/instances\//, ['instances', 'next_token', 'total_instances', 'label_counts']],
  [/^GET \/api\/v0\/instances\/filters\//, ['filters']],
  [/^GET \/api\/v0\/instances/, ['instances']],
  [/^(PUT|DELETE) \/api\/v0\/instances\//, ['success']],
  [/^POST \/api\/v0\/bundles\//, ['offers']],
  [/^GET \/api\/v0\/volumes/, ['volumes']],
  [/^POST \/api\/v0\/(network_)?volumes\/search\//, ['offers']],
  [/^POST \/api\/v0\/network_volumes\/(\?|$)/, ['msg', 'success']],
  [/^GET \/api\/v0\/endptjobs\//, ['success', 'results']],
]

const fieldsRead = ({ method, url }: Recorded): readonly string[] =>
  reads.find(([pattern]) => pattern.test(`${method} ${url}`))?.[1] ?? []

/**
 * The recordings edit a template with null for all that is not given, and rent by it afterwards: the service would refuse
 * that, and a bid below min_bid.
 */
const rules = {
  'templates.create.same-name': 'creates',
  'templates.edit.null': 'keeps',
  'instances.create.bid-below-minimum': 'rented',
}

/** Plays the session as somebody would who reads the answers: a hash_id that an edit gave is the one to name next. */
async function play(dialect: 'documented' | 'observed'): Promise<readonly (Reply & { readonly sent: Recorded })[]> {
  await using simulator = createSimulator({ fixture, dialect, rules, clock: 'frozen', rateLimit: { enabled: false } })
  const base = await simulator.listen()
  const replies: (Reply & { readonly sent: Recorded })[] = []
  const renamed = new Map<string, string>()
  for (const recorded of session) {
    const written = [...renamed].reduce((line, [from, to]) => line.replaceAll(from, to), JSON.stringify(recorded))
    const sent = JSON.parse(written) as Recorded
    const reply = await send(base, sent)
    replies.push({ ...reply, sent })
    const { template, new_contract } = reply.body as { template?: { hash_id: string }; new_contract?: number }
    const { hash_id } = (sent.body ?? {}) as { hash_id?: string }
    if (sent.method === 'PUT' && template !== undefined && hash_id !== undefined) renamed.set(hash_id, template.hash_id)
    // The recordings rent one offer again and again: each time after the instance was destroyed.
    if (new_contract !== undefined)
      await send(base, { ...sent, method: 'DELETE', url: `/api/v0/instances/${new_contract}/`, body: {} })
  }
  return replies
}

test('every request of the official clients is answered as they read it, in order, with real state between', async () => {
  const replies = await play('observed')
  expect(replies).toHaveLength(session.length)
  expect(replies.filter(({ status }) => status !== 200)).toEqual([])
  for (const { sent, body } of replies)
    for (const field of fieldsRead(sent)) expect(body as Fields, `${sent.method} ${sent.url}`).toHaveProperty(field)
})

test('the documented dialect answers only those that the contract has: a refusal has error and msg, as clients print them', async () => {
  const replies = await play('documented')
  const refused = replies.filter(({ status }) => status >= 400)
  expect(refused.length).toBeGreaterThan(session.length / 2)
  for (const { body } of refused) expect(Object.keys(body as Fields)).toEqual(expect.arrayContaining(['error', 'msg']))
})
