import * as fc from 'fast-check'
import { disksOf, type EnvEntry, type Filter, groupOf, offers, users, volumeOf } from './market.ts'

const user = fc.constantFrom(...users)
/** Which of the templates, listings or hashes that there are: counted round. */
const which = fc.nat(30)
const snapshot = fc.constantFrom('one', 'two')
const env: fc.Arbitrary<readonly EnvEntry[]> = fc
  .uniqueArray(
    fc.oneof(
      fc.record({ name: fc.constantFrom('A', 'B', 'C'), value: fc.constantFrom('1', '2', 'x.y') }),
      fc.constantFrom('-p 80:80', '-p 90:90').map((name) => ({ name, value: '1' })),
    ),
    { selector: ({ name }) => name, maxLength: 4 },
  )
  .map((entries) => entries.map(({ name, value }) => [name, value] as const))

const templateFilter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ field: fc.constant('creator_id'), operator: fc.constantFrom('eq', 'neq'), operand: user }),
  fc.record({
    field: fc.constantFrom('name', 'tag'),
    operator: fc.constantFrom('in', 'notin'),
    operand: fc.subarray(['a', 'b', 'latest', '2.0']),
  }),
  fc.record({
    field: fc.constantFrom('recommended_disk_space', 'count_created', 'id'),
    operator: fc.constantFrom('lt', 'lte', 'gt', 'gte', 'eq', 'neq'),
    operand: fc.constantFrom(0, 1, 8, 16),
  }),
)

const volumeFilter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    field: fc.constantFrom('inet_up', 'inet_down', 'reliability2', 'storage_cost'),
    operator: fc.constantFrom('gt', 'gte', 'lte', 'eq'),
    operand: fc.constantFrom(0.1, 0.2, 0.97, 500),
  }),
  fc.record({ field: fc.constant('verified'), operator: fc.constant('eq'), operand: fc.boolean() }),
)

const settings = {
  name: fc.constantFrom('a', 'b'),
  image: fc.constantFrom('library/ubuntu', 'library/python'),
  tag: fc.constantFrom('latest', '2.0'),
  recommended_disk_space: fc.constantFrom(8, 16, 40),
  private: fc.boolean(),
  env,
}

/** One kind of step. Where it holds `which`, a number counted round picks from what there is at that moment. */
const step = <Kind extends string, Given>(kind: Kind, given: fc.Arbitrary<Given>, weight = 4) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), given }),
})

const acts = fc.oneof(
  step(
    'list-disk',
    fc.record(
      {
        /** Which of the user's own disks, in place of a disk_id. */
        own: fc.constantFrom(0, 1),
        disk_id: fc.constantFrom<number | string>(...users.flatMap(disksOf), 999, 'none'),
        size: fc.constantFrom(10, 20, 1000),
        price_disk: fc.constantFrom(0.1, 0.2),
      },
      { requiredKeys: [] },
    ),
  ),
  step('unlist', fc.record({ which, isMissing: fc.boolean() })),
  step(
    'search-volumes',
    fc.record({
      filters: fc.uniqueArray(volumeFilter, { maxLength: 2, selector: ({ field }) => field }),
      order: fc.constantFrom('storage_cost', 'inet_up', 'ask_contract_id'),
      direction: fc.constantFrom('asc', 'desc'),
      limit: fc.constantFrom(1, 2, 50),
    }),
  ),
  step('create-template', fc.record(settings, { requiredKeys: ['private'] })),
  step(
    'edit-template',
    fc.record({ which, isStale: fc.boolean(), changes: fc.record(settings, { requiredKeys: [] }) }),
  ),
  step('delete-template', fc.record({ which, byHash: fc.boolean() })),
  step(
    'search-templates',
    fc.record({ filters: fc.uniqueArray(templateFilter, { maxLength: 2, selector: ({ field }) => field }) }),
  ),
  step(
    'rent',
    fc.record(
      {
        offer: fc.constantFrom(...offers, 999),
        which,
        template: fc.constantFrom('hash', 'hash', 'hash', 'id', 'unknown', 'none'),
        image: fc.constant('library/debian'),
        env,
        isEnvAnObject: fc.boolean(),
        volume_id: fc.constantFrom(...users.map(volumeOf), 999),
      },
      { requiredKeys: ['offer', 'which', 'template', 'isEnvAnObject'] },
    ),
    8,
  ),
  step('list-instances', fc.constant({})),
  step(
    'update-group',
    fc.record({
      group: fc.constantFrom(...users.map(groupOf), 999),
      min_load: fc.constantFrom(0, 5, 9),
      target_util: fc.constantFrom(0.5, 1, 1.5),
    }),
  ),
  step('list-connections', fc.constant({})),
  step(
    'come-as-a-stranger',
    fc.constantFrom(
      { method: 'POST', path: '/api/v0/template/', body: { name: 'x', image: 'y' } },
      { method: 'PUT', path: '/api/v0/asks/301/', body: { image: 'y' } },
      { method: 'GET', path: '/api/v0/instances/', body: undefined },
    ),
  ),
  // What a test does beside its client.
  step('advance', fc.record({ seconds: fc.constantFrom(0.5, 1.9, 2, 2.9, 60) })),
  step('take-snapshot', fc.record({ name: snapshot }), 1),
  step('restore-snapshot', fc.record({ name: snapshot }), 1),
  step('reset', fc.constant({}), 1),
  step(
    'add-fault',
    fc.oneof(
      fc.record({
        operation: fc.constantFrom('templates.create', 'instances.create', 'instances.list', 'network-volumes.list'),
        isLost: fc.constant(false),
      }),
      fc.record({
        operation: fc.constantFrom('templates.delete', 'network-volumes.unlist'),
        isLost: fc.constant(true),
      }),
    ),
    1,
  ),
)

type In<Values> = Values extends fc.Arbitrary<infer Value> ? Value : never
export type Act = In<typeof acts>
/** What is given with a kind of step. */
export type Given<Kind extends Act['kind']> = Extract<Act, { readonly kind: Kind }>['given']

/** An act of a user in one of two sandboxes. */
export interface Step {
  readonly user: number
  readonly sandbox: '' | '/~other'
  readonly act: Act
}

export const sessions: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ user, sandbox: fc.constantFrom('', '', '', '/~other'), act: acts }),
  { maxLength: 40, size: 'max' },
)
