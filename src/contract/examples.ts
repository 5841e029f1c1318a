import { fillPath } from '../kernel/path.ts'
import { noInput, type Operation } from '../kernel/operation.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import { type Call, HOSTS_HASH, OWN_HASH } from './example-calls.ts'
import { account, instanceTasks, lifeOfAnInstance, outputs, sshKeys, workerGroups } from './examples-observed.ts'
import { operationsUnder } from '../marketplace/routes.ts'

type ExampleRequest = Pick<Call, 'params' | 'query' | 'body' | 'key'>

/** Requests and answers to show for each operation. */
export interface Examples {
  request(operation: string): ExampleRequest | undefined
  response(operation: string, status: number): unknown
}

/** A body of over 1 MiB. */
const TOO_LARGE = ' '.repeat(1024 * 1024 + 1)

const oneTemplate = { select_filters: { name: { eq: 'ubuntu-ssh' } } }
const badFilter = { select_filters: { name: { like: 'ubuntu' } } }

/** Made one after the other against the default fixture. The first response of each status is shown. */
export const callsTo = (operations: readonly Operation[]): readonly Call[] => [
  {
    operation: 'network-volumes.list',
    key: 'host-key',
    body: { disk_id: 502, price_disk: 0.1, size: 2000, credit_discount_max: 0.2, end_date: 1798761600 },
  },
  { operation: 'network-volumes.list', key: 'host-key', body: { disk_id: 'none' } },
  { operation: 'network-volumes.list', key: 'renter-key', body: { disk_id: 501 } },
  {
    operation: 'network-volumes.search',
    body: {
      q: {
        verified: { eq: true },
        inet_down: { gte: 500 },
        geolocation: { in: ['NO'] },
        order: [['storage_cost', 'asc']],
        limit: 3,
      },
    },
  },
  { operation: 'network-volumes.search', body: { q: { inet_down: { above: 500 } } } },
  { operation: 'network-volumes.unlist', key: 'host-key', body: { id: 7001 } },
  { operation: 'network-volumes.unlist', key: 'host-key', body: {} },
  { operation: 'network-volumes.unlist', key: 'renter-key', body: { id: 50000001 } },
  { operation: 'templates.search', query: oneTemplate },
  { operation: 'templates.search', query: badFilter },
  { operation: 'templates.search', key: 'no-user-read-key' },
  {
    operation: 'templates.create',
    body: { name: 'trainer', image: 'pytorch/pytorch', tag: '2.9', env: '-e EPOCHS=3 -p 6006:6006', runtype: 'ssh' },
  },
  { operation: 'templates.create', body: { name: 'no image' } },
  { operation: 'templates.edit', body: { hash_id: OWN_HASH, desc: 'For short jobs' } },
  { operation: 'templates.edit', body: { hash_id: HOSTS_HASH, desc: 'Mine now' } },
  { operation: 'templates.edit', body: { hash_id: '00000000000000000000000000000000' } },
  { operation: 'templates.edit', body: {} },
  {
    operation: 'instances.create',
    params: { id: 12345678 },
    body: {
      image: 'library/ubuntu',
      env: '-e TZ=CET',
      volume_info: { create_new: false, volume_id: 12345, mount_path: '/data' },
    },
  },
  { operation: 'instances.create', params: { id: 12345678 }, body: { image: 'library/ubuntu' } },
  { operation: 'instances.create', params: { id: 1 }, body: { image: 'library/ubuntu' } },
  { operation: 'instances.create', params: { id: 12345679 }, body: { template_id: 9001 } },
  {
    operation: 'instances.create',
    params: { id: 12345679 },
    body: { image: 'library/ubuntu', volume_info: { create_new: false, volume_id: 12346, mount_path: '/data' } },
  },
  { operation: 'templates.delete', body: { template_id: 9001 } },
  { operation: 'templates.delete', body: { template_id: 9001 } },
  { operation: 'templates.delete', body: { template_id: 9002 } },
  { operation: 'templates.delete', body: {} },
  { operation: 'instances.list' },
  { operation: 'instances.list' },
  {
    operation: 'endpoint-groups.update',
    params: { id: 4242 },
    body: { min_load: 100, target_util: 0.85, max_workers: 10 },
  },
  { operation: 'endpoint-groups.update', params: { id: 4242 }, body: {} },
  { operation: 'endpoint-groups.update', key: 'host-key', params: { id: 4242 }, body: {} },
  { operation: 'cloud-connections.list' },
  { operation: 'cloud-connections.list' },
  { operation: 'endpoint-groups.list' },
  { operation: 'endpoint-groups.create', body: { endpoint_name: 'new', cold_mult: 2, autoscaler_instance: 'prod' } },
  { operation: 'endpoint-groups.create', body: { endpoint_name: 'no name' } },
  ...workerGroups,
  { operation: 'endpoint-groups.delete', params: { id: 4242 } },
  { operation: 'endpoint-groups.delete', params: { id: 4242 } },
  { operation: 'volumes.search', body: { disk_space: { gt: '10' }, order: [['score', 'desc']], allocated_storage: 1 } },
  { operation: 'volumes.search', body: { disk_space: { above: 10 } } },
  { operation: 'volumes.create', body: { id: 28908979, size: 10, name: 'data' } },
  { operation: 'volumes.create', body: { id: 28908979, size: 1000 } },
  { operation: 'volumes.create', body: { id: 1, size: 10 } },
  { operation: 'network-volumes.create', body: { id: 50000001, size: 10 } },
  { operation: 'network-volumes.create', body: { id: 50000001 } },
  { operation: 'network-volumes.create', body: { id: 1, size: 10 } },
  { operation: 'volumes.list', query: { owner: 'me', type: 'all_volume' } },
  { operation: 'volumes.list', query: { type: 'cloud_volume' } },
  { operation: 'volumes.delete', query: { id: 12347 } },
  { operation: 'volumes.delete', query: { id: 12345 } },
  { operation: 'users.current' },
  { operation: 'users.current', query: { owner: 'me' } },
  ...sshKeys,
  ...account,
  ...outputs,
  ...instanceTasks,
  { operation: 'gpu-names.list' },
  ...lifeOfAnInstance,
  ...operations.map(({ id }) => ({ operation: id, key: 'unknown-key' })),
  ...operations.map(({ id }) => ({ operation: id, key: powerlessKey })),
  ...operations
    .filter(({ body }) => body !== noInput)
    .flatMap(({ id }) => [
      { operation: id, text: { type: 'text/plain', content: '{}' } },
      { operation: id, text: { type: 'application/json', content: TOO_LARGE } },
    ]),
  ...operations.flatMap(({ id }) => [{ operation: id }, { operation: id, soon: true }]),
]

/**
 * A world to make examples in: the default fixture, a user whose key has no permission, a threshold for every operation,
 * a frozen clock.
 */
export interface ExampleWorld {
  readonly fetch: (request: Request) => Promise<Response>
  readonly passMinute: () => Promise<unknown>
}

/** The key of a user that the default fixture does not have. */
export const powerlessKey = 'powerless-key'

/** A user to add to the default fixture, whose key has no permission. */
export const powerless = {
  users: [{ id: 1003, name: 'powerless', api_keys: [{ key: powerlessKey, permissions: [] }] }],
}

/** Thresholds in seconds for the operations without a documented one. */
export const thresholdsUnder = (inForce: RulesInForce): Readonly<Record<string, number>> =>
  Object.fromEntries(
    operationsUnder(inForce)
      .filter(({ limit }) => limit === undefined)
      .map(({ id }) => [id, 3]),
  )

/** Makes the calls and keeps what came back. */
export async function collectExamples({ fetch, passMinute }: ExampleWorld, inForce: RulesInForce): Promise<Examples> {
  const operations = operationsUnder(inForce)
  const served = new Set(operations.map(({ id }) => id))
  const requests = new Map<string, ExampleRequest>()
  const responses = new Map<string, unknown>()
  for (const call of callsTo(operations).filter(({ operation }) => served.has(operation))) {
    if (call.soon !== true) await passMinute()
    const response = await fetch(asRequest(call, operations))
    const place = `${call.operation} ${response.status}`
    const answered = await response.text()
    const isText = response.headers.get('content-type')?.startsWith('text/') === true
    const body: unknown = isText ? answered : JSON.parse(answered, hideSecrets)
    if (response.status === 200 && !requests.has(call.operation)) requests.set(call.operation, call)
    if (!responses.has(place)) responses.set(place, body)
  }
  return {
    request: (operation) => requests.get(operation),
    response: (operation, status) => responses.get(`${operation} ${status}`),
  }
}

export const asParameter = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** @throws Error when no operation has that id */
export function asRequest(
  { operation: id, key = 'renter-key', body, text, query, params = {} }: Call,
  operations: readonly Operation[],
): Request {
  const operation = operations.find((each) => each.id === id)
  if (operation === undefined) throw new Error(`no operation ${id}`)
  const url = new URL(
    fillPath(operation.path, (name) => String(params[name] ?? 1)),
    'http://example.test',
  )
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, asParameter(value))
  const sent = body === undefined ? text : { type: 'application/json', content: JSON.stringify(body) }
  return new Request(url, {
    method: operation.method,
    headers: { Authorization: `Bearer ${key}`, ...(sent && { 'Content-Type': sent.type }) },
    ...(sent && { body: sent.content }),
  })
}

/** What an answer has that is a secret, as an example shows it. */
const SHOWN_SECRETS: Readonly<Record<string, string>> = {
  jupyter_token: '<JUPYTER_TOKEN>',
  instance_api_key: '<INSTANCE_API_KEY>',
}

const hideSecrets = (name: string, value: unknown): unknown =>
  Object.hasOwn(SHOWN_SECRETS, name) ? SHOWN_SECRETS[name] : isCreatedKey(name, value) ? '<API_KEY>' : value

const isCreatedKey = (name: string, value: unknown): boolean =>
  name === 'key' && typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
