import { expect, test } from 'vitest'
import { readCapture } from '../../src/drift/exchange.ts'
import { differing } from '../../src/drift/report.ts'
import { DriftRun } from '../../src/drift/run.ts'
import { createSimulator } from '../../src/index.ts'
import { type Exchange, harOf, url } from '../support/captures.ts'

const NO_ID = 777_777_777
type Body = ReturnType<typeof JSON.parse>
type Asked = readonly [method: string, path: string, sent?: object, key?: string]

/** Captures requests of a simulator, and changes the answer of the last one. */
async function driftAfter(asked: readonly Asked[], change: (answer: { status: number; body: Body }) => void) {
  await using sim = createSimulator({ dialect: 'observed', clock: 'frozen', rateLimit: { enabled: false } })
  const exchanges: Exchange[] = []
  let made = 0
  for (const [index, [method, from, sent, key = 'renter-key']] of asked.entries()) {
    const path = from.replace('{made}', String(made))
    const response = await sim.fetch(`http://simulator.invalid${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(sent && { body: JSON.stringify(sent) }),
    })
    const answer = { status: response.status, body: await response.json() }
    made = answer.body['new_contract'] ?? answer.body['offers']?.[0]?.id ?? made
    if (index === asked.length - 1) change(answer)
    exchanges.push({ method, url: url(path), sent, key, ...answer })
  }
  const run = new DriftRun({ dialect: 'observed', chosen: [] }, true)
  await run.take(readCapture(harOf(...exchanges)), 'day.har', [])
  return differing(run.report()).map(({ about, differences }) => ({ about, differences }))
}

const list: Asked = ['GET', '/api/v0/instances/']
const page: Asked = ['GET', '/api/v1/instances/?limit=1']
const rent: readonly Asked[] = [
  ['POST', '/api/v0/bundles/', { limit: 3 }],
  ['PUT', '/api/v0/asks/{made}/', { image: 'a/b', disk: 16 }],
]
const unknownOffer: Asked = ['PUT', `/api/v0/asks/${NO_ID}/`, { image: 'a/b' }]
const rows = (body: Body): Body[] => body['instances']

test.each<[string, readonly Asked[], (answer: { status: number; body: Body }) => void, readonly string[]]>([
  ['nothing', [list, page, ...rent, list, unknownOffer], () => {}, []],
  ['a page that a limit cuts', [page], () => {}, []],
  [
    'a field is gone',
    [list],
    ({ body }) => rows(body).forEach((row) => delete row['gpu_name']),
    ['instances.list fields'],
  ],
  [
    'a field of another type',
    [list],
    ({ body }) => rows(body).forEach((row) => (row['num_gpus'] = '1')),
    ['instances.list fields'],
  ],
  [
    'a field is null',
    [list],
    ({ body }) => rows(body).forEach((row) => (row['gpu_name'] = null)),
    ['instances.list fields'],
  ],
  ['a further field', [list], ({ body }) => void (body['extra'] = 1), ['instances.list fields']],
  [
    'an unknown offer is 404 invalid_args',
    [list, unknownOffer],
    (answer) => (answer.status = 404),
    ['instances.create.offer-unknown'],
  ],
  [
    'an unknown offer is 404 no_such_ask',
    [unknownOffer],
    (answer) => Object.assign(answer, { status: 404, body: { ...answer.body, error: 'no_such_ask' } }),
    ['instances.create.offer-unknown'],
  ],
  [
    'dph_total is more',
    [list],
    ({ body }) => rows(body).forEach((row) => (row['dph_total'] += 0.5)),
    ['instances.list.time-and-money'],
  ],
  [
    'a new word of actual_status',
    [list],
    ({ body }) => rows(body).forEach((row) => (row['actual_status'] = 'dreaming')),
    ['instances.list.status-values'],
  ],
  [
    'other words of a refusal',
    [list, unknownOffer],
    ({ body }) => (body['msg'] = 'go away'),
    ['instances.create.offer-unknown'],
  ],
  [
    'another code of a refusal',
    [list, unknownOffer],
    ({ body }) => (body['error'] = 'gone_away'),
    ['instances.create.offer-unknown'],
  ],
  ['a page without its token', [page], ({ body }) => void delete body['next_token'], ['instances.page fields']],
  [
    'thirty rows on a page',
    [['GET', '/api/v1/instances/']],
    ({ body }) => {
      body['instances'] = Array.from({ length: 30 }, (_, at) => ({ ...body['instances'][0], id: 1000 + at }))
      body['total_instances'] = 30
    },
    ['instances.page.pages'],
  ],
  [
    'duration in hours',
    [list],
    ({ body }) => rows(body).forEach((row) => (row['duration'] /= 3600)),
    ['instances.list.time-and-money'],
  ],
  [
    'a duration that is the age',
    [list],
    ({ body }) => rows(body).forEach((row) => (row['duration'] = 1_767_225_600 - row['start_date'])),
    ['instances.list.time-and-money'],
  ],
  [
    'uptime_mins in seconds',
    [list],
    ({ body }) => rows(body).forEach((row) => row['uptime_mins'] !== null && (row['uptime_mins'] *= 60)),
    ['instances.list.time-and-money'],
  ],
  ['a rent is 201', rent, (answer) => (answer.status = 201), ['instances.create.answer']],
  [
    'another order',
    [...rent, list],
    ({ body }) => (body['instances'] = rows(body).toReversed()),
    ['instances.list.order'],
  ],
  [
    'a filter that lets others through',
    [['POST', '/api/v0/bundles/', { num_gpus: { eq: 1 } }]],
    ({ body }) => void (body['offers'][0].num_gpus = 2),
    ['rental-offers.search.finds'],
  ],
  [
    'another word after a stop',
    [...rent, ['PUT', '/api/v0/instances/{made}/', { state: 'stopped' }], list],
    ({ body }) => void (rows(body).toReversed()[0].actual_status = 'stopped'),
    ['instances.list.status-values'],
  ],
  [
    'an instance that is gone is 404',
    [list, ['GET', `/api/v0/instances/${NO_ID}/`]],
    (answer) =>
      Object.assign(answer, { status: 404, body: { success: false, error: 'no_such_instance', msg: 'gone' } }),
    ['instances.show.gone'],
  ],
  [
    'prices without their parts',
    [['POST', '/api/v0/bundles/', { limit: 3 }]],
    ({ body }) =>
      body['offers'].forEach((row: Body) =>
        ['dph_total', 'storage_total_cost', 'search'].forEach((name) => delete row[name]),
      ),
    ['rental-offers.search fields'],
  ],
  [
    'a key is refused by 403',
    [['GET', '/api/v0/instances/', undefined, 'another']],
    (answer) => (answer.status = 403),
    ['authentication.key-unknown'],
  ],
])('%s', async (_, asked, change, named) => {
  const found = await driftAfter(asked, change)
  expect(found.map(({ about }) => about)).toEqual(named)
  for (const { differences } of found)
    for (const { at, expected, seen } of differences) {
      expect(at).toMatchObject({ file: 'day.har', place: `entry ${asked.length}`, method: asked.at(-1)?.[0] })
      expect({ expected, seen }).toEqual({ expected: expect.stringMatching(/./), seen: expect.stringMatching(/./) })
    }
})
