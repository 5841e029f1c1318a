import { describe, expect, test } from 'vitest'
import { operations } from '../../src/marketplace/routes.ts'
import { answersFor } from '../../src/testing/trial/answers.ts'
import type { Injection } from '../../src/testing/trial/injection.ts'
import { lostReply, refusalsFor, transient } from '../../src/testing/trial/transient.ts'
import { wrongFor } from '../../src/testing/trial/wrong.ts'
import type { Trial } from '../../src/testing/trial/trial.ts'
import { searchPath } from '../support/simulate.ts'
import { trialOf, underTrial } from '../support/under-trial.ts'

const HASH = '4e17788f74f075dd9aab7d0d4427968f'
const IN_2027 = 1_800_000_000

/** A request that succeeds over the default fixture, for each operation: what it reads is given in full. */
const requests: Readonly<Record<string, readonly [method: string, path: string, body?: object, key?: string]>> = {
  'cloud-connections.list': ['GET', '/api/v0/users/cloud_integrations/'],
  'endpoint-groups.update': ['PUT', '/api/v0/endptjobs/4242/', { max_workers: 3 }],
  'instances.create': [
    'PUT',
    '/api/v0/asks/12345678/',
    {
      template_hash_id: HASH,
      env: '-e A=1',
      disk: 40,
      volume_info: { create_new: false, volume_id: 12345, mount_path: '/data' },
    },
  ],
  'instances.list': ['GET', '/api/v0/instances/'],
  'network-volumes.list': [
    'POST',
    '/api/v0/network_volume/',
    { disk_id: 501, price_disk: 0.2, size: 900, end_date: IN_2027 },
    'host-key',
  ],
  'network-volumes.search': [
    'POST',
    '/api/v0/network_volumes/search/',
    { q: { verified: { eq: true }, order: [['inet_up', 'desc']], limit: 3 } },
  ],
  'network-volumes.unlist': ['POST', '/api/v0/network_volumes/unlist/', { id: 7001 }, 'host-key'],
  'templates.create': ['POST', '/api/v0/template/', { name: 'n', image: 'i' }],
  'templates.delete': ['DELETE', '/api/v0/template/', { template_id: 9001 }],
  'templates.edit': ['PUT', '/api/v0/template/', { hash_id: HASH, name: 'renamed' }],
  'templates.search': ['GET', searchPath({ name: { eq: 'ubuntu-ssh' } })],
}

async function answered(operation: string, injection?: Injection, family: Trial['family'] = 'answers') {
  const sim = underTrial(injection && trialOf({ ...pick(injection), family, operation, id: injection.name }), {
    fixture: 'default',
  })
  const [method, path, body, key = 'renter-key'] = requests[operation] ?? ['GET', '/']
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const response = await sim.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  const isMet = response.headers.get('x-sim-rules') === 'fault.trial'
  return { status: response.status, text, body: JSON.parse(text) as unknown, isMet, sim }
}

const pick = ({ injected, lasts, effect }: Injection) => ({ injected, lasts, effect })

/** What changes nothing of these answers: they have one row, nothing in a list, a null there already, or rows in the order asked for. */
const unmet: Readonly<Record<string, readonly string[]>> = {
  'instances.list': [
    'null.instances.webpage',
    'empty.instances.image_args',
    'empty.instances.extra_env',
    'empty.instances.volume_info',
    'other-order.instances',
  ],
  'network-volumes.search': ['other-order.offers'],
  'templates.search': [
    'null.templates.recent_create_date',
    'null.templates.jupyter_dir',
    'null.templates.volume_info',
    'other-order.templates',
  ],
}

const derived = operations.flatMap((operation) =>
  [...answersFor(operation), ...wrongFor(operation)].map((injection) => ({
    operation: operation.id,
    name: injection.name,
    injection,
  })),
)

test('every operation has a request here', () => {
  expect(Object.keys(requests)).toEqual(operations.map(({ id }) => id).toSorted())
})

test.each(derived.filter(({ name }) => name !== 'refuses-with-200'))(
  '$operation: $name changes the answer or the request, and nothing does without it',
  async ({ operation, name, injection }) => {
    const [changed, asEver] = [await answered(operation, injection), await answered(operation)]
    expect([changed.isMet, asEver.isMet, asEver.status]).toEqual([!unmet[operation]?.includes(name), false, 200])
  },
)

test.each(
  operations.flatMap((operation) => refusalsFor(operation).map((each) => ({ operation: operation.id, ...each }))),
)('$operation is refused by $name', async ({ operation, ...injection }) => {
  const { status, isMet } = await answered(operation, injection, 'refusals')
  expect([`${status}`, isMet]).toEqual([injection.injected.split(' ')[0], true])
})

test('names are unique within a family of an operation, and every injection says why', () => {
  for (const operation of operations)
    for (const family of [
      answersFor(operation),
      wrongFor(operation),
      refusalsFor(operation),
      [...transient, lostReply],
    ]) {
      expect(new Set(family.map(({ name }) => name)).size).toBe(family.length)
      for (const { why, injected } of family)
        expect([why, injected.length > 0]).toEqual([expect.stringMatching(/\.$/), true])
    }
})

const found = (operation: string, family: readonly Injection[], name: string): Injection => {
  const injection = family.find((each) => each.name === name)
  if (injection === undefined) throw new Error(`${operation} has no ${name}`)
  return injection
}
const of = (id: string) => operations.filter((each) => each.id === id)
const answersOf = (id: string) => of(id).flatMap(answersFor)
const wrongOf = (id: string) => of(id).flatMap(wrongFor)
const withAnswer = async (id: string, name: string) => answered(id, found(id, answersOf(id), name))
const withWrong = async (id: string, name: string) => answered(id, found(id, wrongOf(id), name), 'wrong')

describe('answers', () => {
  test.each([
    { id: 'instances.list', name: 'null.instances.country_code', part: { instances: [{ country_code: null }] } },
    { id: 'instances.list', name: 'status.loading', part: { instances: [{ actual_status: 'loading' }] } },
    { id: 'instances.list', name: 'empty.instances', part: { instances_found: 0, instances: [] } },
    {
      id: 'instances.list',
      name: 'large-id.instances',
      part: { instances_found: 2, instances: [{ id: 31 }, { id: 5_000_000_017 }] },
    },
    {
      id: 'instances.list',
      name: 'further-field',
      part: { field_of_a_later_version: {}, instances: [{ search: { field_of_a_later_version: {} } }] },
    },
    { id: 'templates.create', name: 'success-false', part: { success: false, error: 'try_again' } },
    { id: 'templates.create', name: 'unicode.msg', part: { msg: expect.stringContaining('東京') } },
    { id: 'cloud-connections.list', name: 'other-order.rows', part: [{ id: 2 }, { id: 1 }] },
  ])('$id: $name', async ({ id, name, part }) => {
    expect((await withAnswer(id, name)).body).toMatchObject(part)
    expect((await answered(id)).body).not.toMatchObject(part)
  })

  test('an optional field is left out', async () => {
    const [left, asEver] = [
      await withAnswer('network-volumes.list', 'absent.msg'),
      await answered('network-volumes.list'),
    ]
    expect([left.body, asEver.body]).toEqual([
      expect.not.objectContaining({ msg: expect.anything() }),
      expect.objectContaining({ msg: expect.any(String) }),
    ])
  })

  test('whole numbers are floats', async () => {
    const { text } = await withAnswer('instances.create', 'floats')
    expect(text).toMatch(/"new_contract":\d+\.0}/)
    expect((await answered('instances.create')).text).toMatch(/"new_contract":\d+}/)
  })

  test('success: false says the truth: nothing happened', async () => {
    const { sim } = await withAnswer('instances.create', 'success-false')
    expect(sim.exportState()).toMatchObject({ instances: [{ id: 31 }] })
    expect((await answered('instances.create')).sim.exportState()).toMatchObject({ instances: [{ id: 31 }, {}] })
  })
})

describe('wrong', () => {
  const countOf = (body: unknown) => (body as { offers: unknown[] }).offers.length

  test('an edit does not rotate the hash_id', async () => {
    const [wrong, asEver] = [await withWrong('templates.edit', 'hash-id-not-rotated'), await answered('templates.edit')]
    expect(wrong.body).toMatchObject({ template: { hash_id: HASH } })
    expect(asEver.body).not.toMatchObject({ template: { hash_id: HASH } })
  })

  test('env is not merged', async () => {
    const [wrong, asEver] = [await withWrong('instances.create', 'env-not-merged'), await answered('instances.create')]
    const envs = [wrong, asEver].map(({ sim }) => JSON.stringify(sim.exportState()).includes('A=1'))
    expect(envs).toEqual([false, true])
  })

  test("somebody else's row is listed", async () => {
    const part = { instances_found: 2, instances: [{ id: 31 }, { label: 'of-somebody-else' }] }
    expect((await withWrong('instances.list', 'foreign-rows')).body).toMatchObject(part)
    expect((await answered('instances.list')).body).not.toMatchObject(part)
  })

  test('a limit is ignored', async () => {
    const [wrong, asEver] = [
      await withWrong('network-volumes.search', 'limit-ignored'),
      await answered('network-volumes.search'),
    ]
    expect([countOf(wrong.body) > 3, countOf(asEver.body)]).toEqual([true, 3])
  })

  test('filters are ignored', async () => {
    const unverified = (body: unknown) => JSON.stringify(body).includes('"verified":false')
    const id = 'network-volumes.search'
    const { effect } = found(id, wrongOf(id), 'filter-ignored')
    expect(effect.request).toContainEqual({ drop: '$.body.q.verified' })
    expect(effect.request).not.toContainEqual({ drop: '$.body.q.limit' })
    expect(unverified((await answered(id)).body)).toBe(false)
    const templates = (body: unknown) => (body as { templates_found: number }).templates_found
    expect(templates((await withWrong('templates.search', 'filter-ignored')).body)).toBeGreaterThan(1)
    expect(templates((await answered('templates.search')).body)).toBe(1)
  })

  test('an expired listing is still found', async () => {
    const part = [{ ask_contract_id: 4_000_000_019, end_date: 1_000_000_000 }]
    const last = (body: unknown) => (body as { offers: unknown[] }).offers.slice(-1)
    expect(last((await withWrong('network-volumes.search', 'expired-still-found')).body)).toMatchObject(part)
    expect(last((await answered('network-volumes.search')).body)).not.toMatchObject(part)
  })

  test('a refusal comes with 200, and a success as ever', async () => {
    const injection = found('templates.edit', wrongOf('templates.edit'), 'refuses-with-200')
    const sim = underTrial(trialOf({ ...pick(injection), operation: 'templates.edit', family: 'wrong' }), {
      fixture: 'default',
    })
    const edit = async (hash: string) => {
      const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
      const init = { method: 'PUT', headers, body: JSON.stringify({ hash_id: hash }) }
      const response = await sim.fetch('/api/v0/template/', init)
      return [response.status, response.headers.get('x-sim-basis'), await response.json()]
    }
    expect(await edit('no such')).toEqual([200, 'injected', expect.objectContaining({ success: false })])
    expect(await edit(HASH)).toEqual([200, 'assumed', expect.objectContaining({ success: true })])
  })
})

test.each(transient)('transient: $name is met once', async (injection) => {
  const operation = 'cloud-connections.list'
  const sim = underTrial(trialOf({ ...pick(injection), operation }))
  const client = new AbortController()
  const ask = () =>
    sim.fetch('/api/v0/users/cloud_integrations/', {
      headers: { Authorization: 'Bearer renter-key' },
      signal: client.signal,
    })
  const first = ask()
    .then((response) => response.text())
    .catch(() => undefined)
  await sim.clock.advance(0)
  client.abort()
  await first
  await sim
    .sandbox('other')
    .fetch('/api/v0/users/cloud_integrations/', { headers: { Authorization: 'Bearer renter-key' } })
  expect(sim.journal.list()).toMatchObject([{ fault: { name: 'trial' } }])
  expect(sim.sandbox('other').journal.list()).toMatchObject([{ fault: null }])
})
