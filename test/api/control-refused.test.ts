import { expect, test } from 'vitest'
import { type Simulated, simulate } from '../support/simulate.ts'

type Refused = readonly [
  what: string,
  call: string,
  sent: unknown,
  status: number,
  said: { readonly error: string; readonly msg: string; readonly hint?: string },
  given?: (world: Simulated) => unknown,
]

const invalid = (msg: string, hint?: string) => ({ error: 'invalid_args', msg, ...(hint !== undefined && { hint }) })
const missing = (msg: string, hint?: string) => ({ ...invalid(msg, hint), error: 'not_found' })
const conflict = (msg: string, hint?: string) => ({ ...invalid(msg, hint), error: 'conflict' })
const notWhole = (hint: string) =>
  conflict('the journal is not whole: exchanges were dropped, cleared or are under way', hint)

const list = ({ as }: Simulated) => as('renter-key').get('/api/v0/instances/')
const edits = (count: number) => ({
  users: Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 1, { name: 'n' }])),
})

const refused: readonly Refused[] = [
  [
    'a bundle of a journal that dropped exchanges',
    'GET bundle',
    undefined,
    409,
    notWhole('start with a larger --journal-size'),
    async (world) => [await list(world), await list(world), await list(world)],
  ],
  [
    'a bundle of a journal that was cleared',
    'GET bundle',
    undefined,
    409,
    notWhole(
      'release the held requests; a journal that was cleared, or a snapshot taken while a request was held, stays so until a reset',
    ),
    async (world) => [await list(world), await world.control.delete('/_sim/requests')],
  ],
  [
    'the release of what nothing holds',
    'POST requests/7/release',
    undefined,
    404,
    missing('no fault holds exchange 7', 'GET /_sim/faults lists the held requests'),
  ],
  ['an empty state', 'PUT state', {}, 400, invalid('the body is not a fixture document', 'GET /_sim/state shows one')],
  [
    'a state with rules',
    'PUT state',
    { rules: {} },
    400,
    invalid('rules: are chosen when a world opens', 'POST /_sim/reset takes them'),
  ],
  ['edits of no rows', 'PATCH state', {}, 400, invalid('names no row, or more than 1000')],
  ['edits of 1001 rows', 'PATCH state', edits(1001), 400, invalid('names no row, or more than 1000')],
  ['edits of 1000 rows that are not there', 'PATCH state', edits(1000), 404, missing('users has no row 1')],
  ['an id that no row has', 'POST state/users', { id: 0 }, 400, invalid('id: is not an id that a row can have')],
  [
    'a snapshot where there is none',
    'POST snapshots/any/restore',
    undefined,
    404,
    missing('there is no snapshot "any"', 'there is none: take one'),
  ],
  [
    'a fork into a sandbox that exists',
    'POST requests/1/fork',
    { sandbox: 'default' },
    409,
    conflict('there is a sandbox "default" already', 'name another one, or drop it first'),
    list,
  ],
  [
    'a drop of the default sandbox',
    'DELETE sandboxes/default',
    undefined,
    409,
    conflict('the default sandbox always exists', 'reset it instead'),
  ],
  ['a drop of none', 'DELETE sandboxes/none', undefined, 404, missing('there is no sandbox "none"')],
  [
    'a clock that goes back',
    'PUT clock',
    { at: '2025-12-31T23:59:59.999Z' },
    409,
    conflict(
      'the clock stands at 2026-01-01T00:00:00.000Z and only moves forward',
      'a reset may set it back: POST /_sim/reset with {"clock": "2026-01-01T00:00:00Z"}',
    ),
  ],
  [
    'a scenario by name and as a document',
    'PUT scenario',
    { name: 'slow-boot', scenario: {} },
    400,
    invalid('names a scenario with name, or brings its document as scenario'),
  ],
  [
    'a name in place of a document',
    'PUT scenario',
    { scenario: 'slow-boot' },
    400,
    invalid('scenario: is not a document: to start a shipped scenario, send its "name"'),
  ],
  [
    'a removal of faults by a query, which would remove them all',
    'DELETE faults?name=slow',
    undefined,
    400,
    invalid('DELETE /_sim/faults reads no query', 'there is DELETE /_sim/faults/{name}'),
  ],
  [
    'a removal of sandboxes by a body, likewise',
    'DELETE sandboxes',
    { id: 'mine' },
    400,
    invalid('DELETE /_sim/sandboxes reads no body', 'there is DELETE /_sim/sandboxes/{id}'),
  ],
  [
    'a query in place of a body',
    'POST reset?seed=5',
    undefined,
    400,
    invalid('POST /_sim/reset reads no query', 'it reads a body of JSON'),
  ],
  ['a body of another call', 'DELETE requests', [1], 400, invalid('DELETE /_sim/requests reads no body')],
  ['a deep body', 'POST reset', JSON.parse('['.repeat(200) + ']'.repeat(200)), 400, invalid('the body nests too deep')],
  [
    'a body of too many values',
    'POST reset',
    { fixture: Array.from({ length: 20_001 }, () => 1) },
    413,
    {
      error: 'too_large',
      msg: 'the body has more than 20000 values',
      hint: 'rows in large numbers come by PUT /_sim/state, or in a file that the server is started with',
    },
  ],
]

test('an empty body is no body, and a query of a call that changes nothing is passed over', async () => {
  const { control } = simulate()
  expect(await control.send('DELETE', '/_sim/faults', {})).toMatchObject({ status: 200 })
  expect(await control.send('GET', '/_sim/health?at=5', undefined)).toMatchObject({ status: 200 })
})

test.each(refused.map(([what, ...rest]) => ({ what, rest })))(
  '$what is refused, with the reason and what to do',
  async ({ rest }) => {
    const [call, sent, status, body, given] = rest
    const world = simulate({ users: [] }, { journalSize: 2, rateLimit: { enabled: false } })
    await given?.(world)
    const [method = '', path = ''] = call.split(' ')
    expect(await world.control.send(method, `/_sim/${path}`, sent)).toEqual({ status, body })
  },
)
