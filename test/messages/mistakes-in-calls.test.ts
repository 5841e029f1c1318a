import { describe } from 'vitest'
import { asks, KEY, type Mistake, tellsOf } from '../support/mistakes.ts'

const API = '/api/v0'
const rent = (body: unknown) => asks('PUT', `${API}/asks/12345678/`, { body })
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
  ['template_id at a creation', rent({ template_id: 9001 }), 'is not accepted', 'template_id', 'send template_hash_id'],
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
    'a misspelt header for the sandbox',
    keyed({ ...KEY, 'X-Sim-Sandbx': 't' }),
    'not read',
    'x-sim-sandbx',
    '"X-Sim-Sandbox"',
  ],
]

const controlCalls: readonly Mistake[] = [
  ['a misspelt scenario', scenario({ name: 'slow-boots' }), 'no scenario', '"slow-boots"', 'slow-boot?'],
  ['an advance without seconds', advance(), 'is missing', 'seconds', '{"seconds": 60}'],
  ['an advance in milliseconds', advance({ ms: 5 }), 'unknown key', 'ms', '{"seconds": 60}'],
  ['an unknown effect', fault({ effect: { satus: 503 } }), 'unknown key', 'effect.satus', '"status"'],
  ['a body without a status', fault({ effect: { body: {} } }), 'no status', 'effect', '"status": 503'],
  ['misspelt parts of a fault', fault({ mach: {}, efect: {} }), 'unknown key', 'efect', '"effect"'],
]

describe('a request with a mistake gets what, where and what to write:', () => {
  tellsOf(requests)
})

describe('a control call with a mistake gets what, where and what to write:', () => {
  tellsOf(controlCalls)
})
