import { expect, test } from 'vitest'
import { createSimulator, type SimulatorOptions } from '../../src/index.ts'
import { START } from '../support/simulate.ts'

const HASH = '4e17788f74f075dd9aab7d0d4427968f'

type Call = readonly [method: string, path: string, body?: unknown, key?: string]

/** Every operation, granted and refused, with time passing in between. */
const calls: readonly Call[] = [
  ['POST', '/api/v0/template/', { name: 'mine', image: 'library/ubuntu', env: '-e A=1 -p 8080:80' }],
  ['POST', '/api/v0/template/', { name: 'no image' }],
  ['GET', '/api/v0/template/'],
  ['PUT', '/api/v0/template/', { hash_id: HASH, tag: '25.04' }],
  ['PUT', '/api/v0/template/', { hash_id: HASH, tag: '25.10' }],
  ['PUT', '/api/v0/asks/12345678/', { image: 'library/ubuntu', env: '-p 22:22', price: 0.4 }],
  ['PUT', '/api/v0/asks/12345678/', { image: 'library/ubuntu' }],
  ['GET', '/api/v0/instances/'],
  ['GET', '/api/v0/instances/'],
  ['POST', '/_sim/clock/advance', { seconds: 7.25 }],
  ['GET', '/api/v0/instances/'],
  ['DELETE', '/api/v0/template/', { template_id: 9002 }],
  ['DELETE', '/api/v0/template/', { template_id: 9001 }],
  ['POST', '/api/v0/network_volume/', { disk_id: 502 }, 'host-key'],
  ['POST', '/api/v0/network_volume/', { disk_id: 502 }],
  ['POST', '/api/v0/network_volumes/search/', { q: { order: [['inet_up', 'desc']] } }],
  ['POST', '/api/v0/network_volumes/unlist/', { id: 7001 }, 'host-key'],
  ['PUT', '/api/v0/endptjobs/4242/', { target_util: 0.8 }],
  ['GET', '/api/v0/users/cloud_integrations/', undefined, 'no-user-read-key'],
  ['GET', '/api/v0/users/cloud_integrations/'],
  ['POST', '/_sim/clock/advance', { seconds: 400 * 86_400 }],
  ['GET', '/api/v0/nowhere/'],
  ['GET', '/_sim/requests'],
  ['GET', '/_sim/state'],
  ['GET', '/_sim/coverage'],
  ['GET', '/_sim/findings'],
]

interface Bytes {
  readonly call: string
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** What a simulator of its own answers to all of them. */
async function transcript(options: SimulatorOptions = {}, list: readonly Call[] = calls): Promise<readonly Bytes[]> {
  const { fetch } = createSimulator({ clock: { mode: 'frozen', atMs: Date.parse(START) }, ...options })
  const answers: Bytes[] = []
  for (const [method, path, body, key = 'renter-key'] of list) {
    const response = await fetch(
      new Request(`http://sim.test${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    const { status, headers } = response
    answers.push({ call: `${method} ${path}`, status, headers: [...headers], body: await response.text() })
  }
  return answers
}

/** The names and types in an answer, without the values. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shape(member)]))
}

const parsed = (answers: readonly Bytes[], call: string): readonly unknown[] =>
  answers.filter((answer) => answer.call === call).map(({ body }) => JSON.parse(body) as unknown)

/** Everything but bodies and hints, which may name what was invented. */
const outline = (answers: readonly Bytes[]) =>
  answers.map(({ call, status, headers }) => ({
    call,
    status,
    headers: headers.filter(([name]) => !['x-sim-hint', 'content-length'].includes(name)),
  }))

/** What the default fixture writes out, as two answers show it. */
const pinned = async (seed: string) => {
  const [listing] = parsed(await transcript({ seed }), 'GET /api/v0/instances/') as { instances: object[] }[]
  const [{ body }] = (await transcript({ seed }, [['GET', '/_sim/state']])) as [Bytes]
  const { users = [], network_disks = [], ...state } = JSON.parse(body) as Record<string, { id: number }[]>
  const written = [users, network_disks.filter((disk) => disk.id < 600), state['endpoint_groups'], state['volumes']]
  const first = listing?.instances[0] as Record<string, unknown>
  const { id, label, image_uuid, disk_space, num_gpus, gpu_name } = first
  return { written, id, label, image_uuid, disk_space, num_gpus, gpu_name }
}

test('the same seed, fixture, clock and requests give the same bytes, the journal included', async () => {
  for (const options of [{}, { seed: 'one' }, { fixture: 'empty' }]) {
    expect(await transcript(options)).toEqual(await transcript(options))
  }
  const fast = { progression: { instances: { mode: 'reads', n: 2 } as const }, strict: true, journalSize: 5 }
  expect(await transcript(fast)).toEqual(await transcript(fast))
})

test('another seed changes invented values: no status, no header, no field', async () => {
  const [one, two] = [await transcript({ seed: 'one' }), await transcript({ seed: 'two' })]
  expect(two).not.toEqual(one)
  expect(outline(two)).toEqual(outline(one))
  const searched = 'POST /api/v0/network_volumes/search/'
  expect(parsed(two, searched)).not.toEqual(parsed(one, searched))
  expect(shape(parsed(two, searched))).toEqual(shape(parsed(one, searched)))
  for (const call of ['GET /_sim/coverage', 'GET /_sim/findings', 'POST /api/v0/network_volume/']) {
    expect(parsed(two, call), call).toEqual(parsed(one, call))
  }
})

test('another seed leaves alone what a fixture pins', async () => {
  const one = await pinned('one')
  expect(await pinned('two')).toEqual(one)
  expect(one).toMatchObject({ id: 31, label: 'a', disk_space: 32, num_gpus: 2, gpu_name: 'L40S' })
})

test('a further row or call changes nothing that was invented for others', async () => {
  const search: Call = ['POST', '/api/v0/network_volumes/search/', { q: { order: [['storage_cost', 'asc']] } }]
  const list: Call = ['GET', '/api/v0/instances/']
  const plain = {
    users: [{ id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }] }],
    offers: [{ id: 6, host_id: 1001 }],
    instances: [{ id: 7, user_id: 1001, offer_id: 6 }],
    generate: { network_volume_offers: 20 },
  }
  const further = {
    ...plain,
    templates: [{ id: 3, creator_id: 1001, name: 't', image: 'i' }],
    offers: [...plain.offers, { id: 5, host_id: 1001 }],
    generate: { network_volume_offers: 20, offers: 9, templates: 4 },
  }
  const [offers, instances] = await transcript({ fixture: plain }, [search, list])
  const busy = await transcript({ fixture: further }, [...calls.slice(0, 7), search, list])
  expect(busy.slice(-2).map(({ body }) => body)).toEqual([offers?.body, instances?.body])
})
