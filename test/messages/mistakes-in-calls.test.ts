import { describe } from 'vitest'
import { asks, KEY, type Mistake, tellsOf } from '../support/mistakes.ts'

const API = '/api/v0'
const rent = (body: unknown) => asks('PUT', `${API}/asks/12345678/`, { body })
const filtered = (filter: unknown) =>
  asks('GET', `${API}/template/?select_filters=${encodeURIComponent(JSON.stringify(filter))}`)
const scenario = (body: unknown) => asks('PUT', '/_sim/scenario', { body })
const advance = (body?: unknown) => asks('POST', '/_sim/clock/advance', { body })
const fault = (body: object) => asks('POST', '/_sim/faults', { body: { name: 'a', ...body } })
const keyed = (headers: Record<string, string>) => asks('GET', `${API}/instances/`, { headers })

const raw = (body: string) => asks('POST', `${API}/template/`, { body })
const filter = (text: string) => asks('GET', `${API}/template/?select_filters=${encodeURIComponent(text)}`)

const requests: readonly Mistake[] = [
  ['a body in single quotes', raw("{'name': 'x'}"), 'not JSON', 'the body', '{"name": "x"}'],
  ['a dict of Python', raw('{"name": "x", "private": True}'), 'not JSON', 'the body', 'write true, false or null'],
  ['a body whose names have no quotes', raw('{name: "x"}'), 'not JSON', 'the body', '{"name": "x"}'],
  ['a filter whose names have no quotes', filter('{name:x}'), 'not JSON', 'select_filters', '{"name": "x"}'],
  ['a filter in single quotes', filter("{'name': {'eq': 'x'}}"), 'not JSON', 'select_filters', 'double quotes'],
  ['a wrong key', keyed({ Authorization: 'Bearer rentr-key' }), 'is unknown', 'API key', 'renter-key (renter)'],
  [
    'a key without Bearer',
    keyed({ Authorization: 'renter-key' }),
    'is missing',
    'header',
    '"Authorization: Bearer <key>"',
  ],
  [
    'a key in X-API-Key',
    keyed({ 'X-API-Key': 'renter-key' }),
    'is missing',
    'in place of x-api-key',
    '"Authorization: Bearer <key>"',
  ],
  [
    'a key in the query',
    asks('GET', `${API}/instances/?api_key=renter-key`, { headers: {} }),
    'is missing',
    'api_key',
    '"Authorization: Bearer <key>"',
  ],
  ['a missing slash', asks('GET', `${API}/instances`), 'slash is missing', '/api/v0/instances |', '/api/v0/instances/'],
  ['a path without /api/v0', asks('GET', '/instances/'), 'there is no', '/instances/', '/api/v0/instances/'],
  ['template_id at a creation', rent({ template_id: 9001 }), 'is not accepted', 'template_id', 'send template_hash_id'],
  [
    'env as an object',
    asks('POST', `${API}/template/`, { body: { name: 'a', image: 'b', env: { TZ: 'CET' } } }),
    'an object is ignored',
    'env',
    '-e NAME=value',
  ],
  [
    'env without -e',
    asks('POST', `${API}/template/`, { body: { name: 'a', image: 'b', env: 'TZ=CET' } }),
    'not read',
    'TZ=CET',
    '-e NAME=value',
  ],
  ['a misspelt field', rent({ image: 'a', on_start: 'x' }), 'not read', 'on_start', 'onstart?'],
  [
    'a value where a filter is an object',
    filtered({ name: 'x' }),
    'expected object',
    'select_filters.name',
    '{"eq": "value"}',
  ],
  [
    'GET in place of POST',
    asks('GET', `${API}/network_volumes/search/`),
    'not part of the interface',
    'GET /api/v0/network_volumes/search/',
    'POST /api/v0/network_volumes/search/',
  ],
  [
    'POST in place of PUT',
    asks('POST', `${API}/asks/1/`, { body: {} }),
    'not part of the interface',
    'POST /api/v0/asks/1/',
    'PUT /api/v0/asks/{id}/',
  ],
  [
    'JSON with a comment',
    asks('POST', `${API}/template/`, { body: '{ // mine\n}' }),
    'not JSON',
    'position 2',
    'take this one away',
  ],
  [
    'another dialect',
    asks('POST', `${API}/bundles/`, { body: {} }),
    'not in the contract',
    '/api/v0/bundles/',
    '--dialect observed',
  ],
  [
    'a misspelt header for the sandbox',
    keyed({ ...KEY, 'X-Sim-Sandbx': 't' }),
    'not read',
    'x-sim-sandbx',
    '"X-Sim-Sandbox"',
  ],
  [
    'a sandbox with a space in its name',
    asks('GET', '/~my test/_sim/state'),
    'not a sandbox name',
    'my%20test',
    'letters, digits, dots, dashes',
  ],
]

const controlCalls: readonly Mistake[] = [
  ['a misspelt scenario', scenario({ name: 'slow-boots' }), 'no scenario', '"slow-boots"', 'slow-boot?'],
  [
    'a parameter of a wrong type',
    scenario({ name: 'slow-boot', params: { seconds: 'x' } }),
    'not "x"',
    'parameter seconds',
    'is a number',
  ],
  ['an advance without seconds', advance(), 'is missing', 'seconds', '{"seconds": 60}'],
  ['an advance in milliseconds', advance({ ms: 5 }), 'unknown key', 'ms', '{"seconds": 60}'],
  ['an unknown effect', fault({ effect: { satus: 503 } }), 'unknown key', 'effect.satus', '"status"'],
  [
    'an unknown operation',
    fault({ match: { operation: 'instance.list' }, effect: { status: 503 } }),
    'no operation',
    'match.operation',
    '"instances.list"',
  ],
  ['two effects', fault({ effect: { status: 503, reset: true } }), 'has status and reset', 'effect', 'keep one'],
  ['a body without a status', fault({ effect: { body: {} } }), 'no status', 'effect', '"status": 503'],
  ['misspelt parts of a fault', fault({ mach: {}, efect: {} }), 'unknown key', 'efect', '"effect"'],
  [
    'a misspelt provider state',
    asks('POST', '/_sim/pact/provider-states', { body: { state: 'a free ofer', action: 'setup' } }),
    'no provider state',
    '"a free ofer"',
    'provider_states: ["a free ofer"]',
  ],
]

describe('a request with a mistake gets what, where and what to write:', () => {
  tellsOf(requests)
})

describe('a control call with a mistake gets what, where and what to write:', () => {
  tellsOf(controlCalls)
})
