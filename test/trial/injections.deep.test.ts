import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { furtherFields } from '../../src/marketplace/instances/machine-schema.ts'
import { furtherTemplateFields } from '../../src/marketplace/templates/search-schema.ts'
import { operations } from '../../src/marketplace/routes.ts'
import { rulesInForce } from '../../src/marketplace/rule-choices.ts'
import { answersFor } from '../../src/sweep/injections/answers.ts'
import { lostReplies, refusalsFor, transient } from '../../src/sweep/injections/failures.ts'
import { OpenTrial } from '../../src/testing/trial/open-trial.ts'
import { wrongFor } from '../../src/sweep/injections/wrong.ts'
import { answered, pick, requests, withAnswer } from '../support/injected.ts'
import { trialOf, underTrial } from '../support/under-trial.ts'

/** Trials about fields that the observed dialect alone shows. */
const seenOf = (place: string): readonly string[] =>
  Object.keys(furtherTemplateFields()).map((name) => `absent.${place}.${name}`)

/** What changes nothing of these answers: they have one row, nothing in a list, no field of another dialect, a null there already, or rows in the order asked for. */
const unmet: Readonly<Record<string, readonly string[]>> = {
  'instances.list': [
    ...Object.keys(furtherFields()).map((name) => `absent.instances.${name}`),
    ...['search', 'instance'].map((name) => `absent.instances.${name}.slaPremiumPerHour`),
    'null.instances.webpage',
    'empty.instances.image_args',
    'empty.instances.extra_env',
    'empty.instances.volume_info',
    'other-order.instances',
  ],
  'network-volumes.search': ['other-order.offers'],
  'instances.create': ['absent.instance_api_key'],
  'templates.create': seenOf('template'),
  'templates.edit': seenOf('template'),
  'templates.search': [
    ...seenOf('templates'),
    'null.templates.recent_create_date',
    'null.templates.jupyter_dir',
    'null.templates.volume_info',
    'other-order.templates',
  ],
}

const inForce = rulesInForce('documented', [])

/** What the contract names; the others have their trials derived the same way. */
const named = operations.filter(({ availability }) => availability === undefined)

const derived = named.flatMap((operation) =>
  [...answersFor(operation), ...wrongFor(operation)].map((injection) => ({
    operation: operation.id,
    name: injection.name,
    injection,
  })),
)

test('every operation of the contract has a request here', () => {
  expect(Object.keys(requests)).toEqual(named.map(({ id }) => id).toSorted())
})

test.each(derived.filter(({ name }) => name !== 'refuses-with-200'))(
  '$operation: $name changes the answer or the request, and nothing does without it',
  async ({ operation, name, injection }) => {
    const [changed, asEver] = [await answered(operation, injection), await answered(operation)]
    expect([changed.isMet, asEver.isMet, asEver.status]).toEqual([!unmet[operation]?.includes(name), false, 200])
  },
)

const refused = named.flatMap((operation) =>
  refusalsFor(operation, inForce)
    .filter(({ name }) => name !== '404-html')
    .map((each) => ({ operation: operation.id, ...each })),
)

test.each(refused)('$operation is refused by $name', async ({ operation, ...injection }) => {
  const { status, isMet } = await answered(operation, injection, 'refusals')
  expect([`${status}`, isMet]).toEqual([injection.injected.split(' ')[0], true])
})

test.each(operations)('$id: all that is derived makes a trial', (operation) => {
  const { id } = operation
  const all = [
    ...answersFor(operation),
    ...wrongFor(operation),
    ...refusalsFor(operation, inForce),
    ...transient,
    ...lostReplies,
  ]
  for (const each of all)
    expect(new OpenTrial(trialOf({ ...pick(each), operation: id })).shown.injected).toBe(each.injected)
})

test('names are unique within a family of an operation, and every injection says why', () => {
  for (const operation of operations)
    for (const family of [
      answersFor(operation),
      wrongFor(operation),
      refusalsFor(operation, inForce),
      [...transient],
    ]) {
      expect(new Set(family.map(({ name }) => name)).size).toBe(family.length)
      for (const { why, injected } of family)
        expect([why, injected.length > 0]).toEqual([expect.stringMatching(/\.$/), true])
    }
})

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8)

/** Digests, as the values themselves stand in src: what a team expects of a trial rests on its name and its effect. */
test('what trials of the contract inject stays what it is from version to version', async () => {
  const kept = {
    transient: digest([transient, lostReplies]),
    ...Object.fromEntries(
      named.map((operation) => [
        operation.id,
        {
          answers: digest(answersFor(operation)),
          wrong: digest(wrongFor(operation)),
          refusals: digest(refusalsFor(operation, inForce)),
        },
      ]),
    ),
  }
  await expect(`${JSON.stringify(kept, undefined, 2)}\n`).toMatchFileSnapshot('../data/injections.json')
})

const offersIn = ({ body }: { body: unknown }) => (body as { offers: unknown[] }).offers

describe('answers', () => {
  test.each([
    { id: 'instances.list', name: 'unusual', part: { instances: [{ country_code: null }] } },
    { id: 'instances.list', name: 'status.loading', part: { instances: [{ actual_status: 'loading' }] } },
    { id: 'instances.list', name: 'empty.instances', part: { instances_found: 0, instances: [] } },
    {
      id: 'instances.list',
      name: 'large-id.instances',
      part: { instances_found: 2, instances: [{ id: 31 }, { id: 5_000_000_017 }] },
    },
    {
      id: 'instances.list',
      name: 'unusual',
      part: { field_of_a_later_version: {}, instances: [{ search: { field_of_a_later_version: {} } }] },
    },
    { id: 'templates.create', name: 'success-false', part: { success: false, error: 'try_again' } },
    { id: 'templates.create', name: 'unicode.msg', part: { msg: expect.stringContaining('東京') } },
    { id: 'cloud-connections.list', name: 'other-order.rows', part: [{ id: 2 }, { id: 1 }] },
  ])('$id: $name', async ({ id, name, part }) => {
    expect((await withAnswer(id, name)).body).toMatchObject(part)
    expect((await answered(id)).body).not.toMatchObject(part)
  })

  test('a row with a large id comes in place of the last one where the request has a limit', async () => {
    const id = 'network-volumes.search'
    const [asEver, changed] = [await answered(id), await withAnswer(id, 'large-id.offers')].map(offersIn)
    expect([asEver?.length, changed?.length]).toEqual([3, 3])
    expect(changed?.slice(0, 2)).toEqual(asEver?.slice(0, 2))
    expect(JSON.stringify(changed?.[2])).toContain('5000000017')
    expect(JSON.stringify(asEver?.[2])).not.toContain('5000000017')
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

  test('whole quantities are floats, and what names a thing is not', async () => {
    const { text } = await withAnswer('instances.list', 'unusual')
    expect(text).toMatch(/"cpu_cores":\d+\.0\b/)
    expect(text).not.toMatch(/"(\w*_)?(id|port|port_start|port_end)":-?\d+\.0/)
    expect(text).toMatch(/"direct_port_start":-?\d+,/)
    expect((await answered('instances.list')).text).toMatch(/"cpu_cores":\d+,/)
    expect((await withAnswer('instances.create', 'unusual')).text).toMatch(/"new_contract":\d+,/)
  })

  test('success: false says the truth: nothing happened', async () => {
    const { sim } = await withAnswer('instances.create', 'success-false')
    expect(sim.exportState()).toMatchObject({ instances: [{ id: 31 }] })
    expect((await answered('instances.create')).sim.exportState()).toMatchObject({ instances: [{ id: 31 }, {}] })
  })
})

test.each(transient)('transient: $name is met once', async (injection) => {
  const operation = 'cloud-connections.list'
  const sim = underTrial(trialOf({ ...pick(injection), operation }))
  const client = new AbortController()
  const ask = () =>
    sim.fetch('/api/v0/users/cloud_integrations/', {
      headers: { Authorization: 'Bearer renter-key' },
      redirect: 'manual',
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
