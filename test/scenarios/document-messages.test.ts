import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

const effect = { status: 500 }
const under = (fault: object) => ({ faults: [{ name: 'f', ...fault }] })

test.each([
  [under({ effect: { latency: 3 } }), 'unknown key "latency"; did you mean "latency_ms"?'],
  [
    under({ when: { xyz: 1 }, effect }),
    'unknown key "xyz"; there are times, after, every, probability, between, sequence',
  ],
  [under({ match: { operation: 'listInstances' }, effect }), 'did you mean "instances.list"?'],
  [under({ effect: { refuse: 'offer-unknown' } }), 'did you mean "instances.create.offer-unknown"?'],
  [
    under({ match: { path: '/api/v0/asks/1/', method: 'POST' }, effect }),
    'can match no operation: instances.create is PUT',
  ],
  [under({ match: { path: '/instances/' }, effect }), 'did you mean "/api/v0/instances/"?'],
  [under({ match: { body: { label: 'x' } }, effect }), 'write $.label'],
  [{ params: { secs: 60 } }, 'params.secs: expected object, received number; write { type: number, default: 60 }'],
  [
    { params: { gpu: 'A100' } },
    'params.gpu: expected object, received string; write { type: string, default: "A100" }',
  ],
  [{ rate_limit: { enabled: 'no' } }, 'expected boolean, received string; write false'],
  [{ clock: 'fozen' }, 'is not a clock: it is real, frozen, an instant'],
])('%j says what to write instead', (document, message) => {
  expect(() => createSimulator({ scenario: document })).toThrow(message)
})

const listing = '{"operation":"instances.list"}'
const row = '{"31":{"actual_status":"exited"}}'

test.each([
  [
    under({ match: 'instances.list', effect }),
    `faults.0.match: expected object, received string; for example ${listing}`,
  ],
  [
    under({ when: { between: 5 }, effect }),
    'faults.0.when.between: expected array, received number; for example [60,120]',
  ],
  [
    { timeline: [{ after: 5, set: { instances: [{ id: 31 }] } }] },
    `timeline.0.set.instances: expected object, received array; for example ${row}`,
  ],
  [
    { stubs: [{ name: 's', match: { path: '/x' }, answer: 'fine' }] },
    'stubs.0.answer: expected object, received string; for example {"status":200,"body":"fine"}',
  ],
  [
    { fixture: { users: [{ id: 1, name: 'a', api_keys: [{ key: 'k', permissions: 'all' }] }] } },
    'fixture.users.0.api_keys.0.permissions: expected array, received string; for example ["user_read","instance_read"]',
  ],
  [
    { fixture: { users: [{ id: 1, name: 'a', api_keys: ['k'] }] } },
    'fixture.users.0.api_keys.0: expected object, received string; for example {"key":"renter-key"}',
  ],
  [under({ match: { user_id: 'me' }, effect }), 'faults.0.match.user_id: expected number, received string'],
  [{ fixture: { users: [{ id: 'a', name: 'a' }] } }, 'fixture.users.0.id: expected number, received string'],
  [{ fixture: { users: [{ id: 1, name: 5 }] } }, 'fixture.users.0.name: expected string, received number'],
])('%j is refused, with an example where one is known', (document, message) => {
  expect(() => createSimulator({ scenario: document })).toThrow(expect.objectContaining({ message }))
})

test.each(['frozen', '2030-01-01T00:00:00Z', { frozen: true }])('the clock of a scenario may be %j', async (clock) => {
  const simulator = createSimulator({ clock: 'real', scenario: { clock } })
  expect(await (await simulator.fetch('/_sim/clock')).json()).toMatchObject({ mode: 'frozen' })
})

/** All that is said of a scenario that cannot be used. */
function said(document: object): string {
  try {
    createSimulator({ scenario: document })
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return 'nothing'
}

const onWhen = (when: object): object => under({ when: { ...when }, effect })
const onEffect = (given: object): object => under({ effect: { ...given } })

test.each([
  [onEffect, { delay: 'latency_ms', delay_ms: 'latency_ms', wait: 'latency_ms', timeout: 'hang', error: 'status' }],
  [onEffect, { code: 'status', response: 'body', json: 'body' }],
  [
    onWhen,
    { once: 'times', first: 'times', count: 'times', skip: 'after', rate: 'probability', chance: 'probability' },
  ],
  [under, { request: 'match', on: 'match', response: 'effect', do: 'effect' }],
] as const)('$1 are what other words are taken for', (documentOf, words) => {
  for (const [word, meant] of Object.entries(words))
    expect(said(documentOf({ [word]: {} }))).toContain(`unknown key "${word}"; did you mean "${meant}"?`)
})

const NO_PATH = 'is not a JSONPath (RFC 9535) of names, [index], * and ..name'
const EXPECTED = `${NO_PATH}: a name, [index], ["name"] or * is expected at character`

test.each([
  ['a.b', `${NO_PATH}: write $.a.b`],
  ['[0]', `${NO_PATH}: it starts with $`],
  ['$.', `${EXPECTED} 2`],
  ['$.a b', `${EXPECTED} 4`],
  ['$[]', `${EXPECTED} 2`],
  ['$.a[0', `${EXPECTED} 4`],
  ['$.a[?@.b > 1].c', `${EXPECTED} 4`],
  ['$..a..b..c', 'has more than 2 descents (..): it could take forever'],
  ['$.api_key', 'names a secret, which is masked before it could match'],
] as const)('the path %s into a body ends with the reason', (path, message) => {
  expect(said(under({ match: { body: { [path]: 1 } }, effect }))).toBe(`faults.0.match.body.${path}: ${message}`)
})

const answered = (headers: object): object => under({ effect: { status: 200, headers } })
const stubbed = (match: object, answer: object = {}): object => ({ stubs: [{ name: 's', match, answer }] })
const changed = (entry: object): object => ({ timeline: [entry] })

test.each([
  [answered({ 'a b': 'x' }), 'a b: is not a header name'],
  [answered({ 'Content-Length': '1' }), 'Content-Length: is set by the server'],
  [answered({ 'X-Sim-Basis': 'x' }), 'X-Sim-Basis: is set by the server'],
  ...['Connection', 'Keep-Alive', 'Proxy-Connection', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade'].map(
    (name) => [answered({ [name]: 'x' }), `${name}: is about one connection, which the server keeps itself`] as const,
  ),
  ...['ł', 'a\r\nb: c'].map(
    (a) => [answered({ a }), 'a: is not a header value: it has line breaks or letters beyond ASCII'] as const,
  ),
  [answered({ a: 'x'.repeat(8188) }), 'headers: have more than 8192 bytes: clients would not read them'],
  [answered({ a: 'x'.repeat(8187) }), 'nothing'],
  [onWhen({ between: [5, 5] }), 'when.between: ends before it begins'],
  [onWhen({ times: 0 }), 'when.times: meets no request'],
  [onWhen({ probability: 0 }), 'when.probability: meets no request'],
  [onWhen({ every: 3, times: 2 }), 'when: meets no request: every is above times, which counts what matches'],
  [onWhen({ every: 2, times: 2 }), 'nothing'],
  [under({ when: { sequence: [null] } }), 'when: meets no request: sequence has no effect where one is due'],
  [
    under({ when: { sequence: [effect, null], every: 2 } }),
    'when: meets no request: sequence has no effect where one is due',
  ],
  [stubbed({ path: '/_simple' }), 'nothing'],
  [
    stubbed({ path: '/jobs' }, { body: '$request{$.body..a..b..c}' }),
    '$request{$.body..a..b..c} has more than 2 descents (..): it could take forever',
  ],
  [stubbed({ path: '/jobs' }, { body: '$request{$.body.a}'.repeat(100) }), 'nothing'],
  [
    {
      faults: [{ name: 'f', match: { path: '/jobs' }, effect: { refuse: 'auth_error' } }],
      ...stubbed({ path: '/jobs' }),
    },
    'faults.0.match: can match only what stubs answer, and no stub has a refusal of the service',
  ],
  [{ params: { Gpu: { type: 'string', default: 'x' } } }, 'params.Gpu: is not lower case'],
  [{ params: { gpu: { type: 'string', default: 5 } } }, 'params.gpu.default: is not of the type of the parameter'],
  [changed({ after: 1, set: { users: { 1001: {} } } }), 'timeline.0.set.users.1001: changes nothing'],
  [
    changed({ after: 1, set: { users: { 1001: { id: 5 } } } }),
    'timeline.0.set.users.1001: names an id: the key is the id',
  ],
] as const)('%j ends with the reason', (document, message) => {
  expect(said(document).endsWith(message), said(document)).toBe(true)
})
