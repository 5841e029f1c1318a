import * as fc from 'fast-check'
import { spoiled } from './documents.ts'

const effects: readonly object[] = [
  { status: 503, headers: { 'X-A': 'b', 'Content-Type': 'text/plain' }, body: { a: '$request{$.body.a}' } },
  { status: 204 },
  { status: 304, headers: { ETag: 'a' }, stream: 'after' },
  { refuse: 'invalid_args' },
  { rate_limited: true },
  { hang: true, latency_ms: 5 },
  { latency_ms: 5, jitter_ms: 2.5 },
  { reset: true, stream: 'after' },
  { empty_response: true },
  { truncate_body: 0.5 },
  { truncate_body: 3 },
  { malformed_json: true },
  { garbage: true },
  { wrong_content_type: true },
  { ids_above: 5_000_000_000 },
  { html_502: true },
  { dribble: { chunks: 3, interval_ms: 0 } },
  { dribble: { chunks: 1000, interval_ms: 10 }, latency_ms: 1 },
  ...['$', '$..*', '$[0]', '$.templates[-1]', '$..id', '$.*'].flatMap((path) => [
    { answer: [{ set: path, to: [{ id: '$request{$.body}' }] }, { drop: `${path}.*` }, { status: 201 }] },
    { answer: [{ drop: path }, { add: '$', fields: { a: 1 } }, { float: '$..*' }] },
    { answer: [{ repeat: path, with: { id: 1 } }, { reverse: '$..*' }, { count: '$..*', into: path }] },
    { answer: [{ empty: path }, { float: path }, { set: '$', to: null, where: '$.body.a' }, { float: '$' }] },
  ]),
  ...['$.body', '$.query', '$.body.*', '$.query..*', '$.body.name'].flatMap((path) => [
    {
      request: [
        { set: path, to: '$request{$.path}' },
        { add: path, fields: { env: { A: '1' } } },
      ],
    },
    { request: [{ drop: path }, { set: '$.query', to: { select_filters: 7, owner: [1] } }] },
    {
      request: [
        { set: path, to: null },
        { add: '$.body', fields: { image: 7, name: [], env: null } },
      ],
    },
  ]),
]

const stubs: readonly object[] = [200, 204, 205, 304, 404, 599].map((status) => ({
  name: 'written',
  match: { path: '/written' },
  answer: { status, headers: { 'X-A': '$request{$.query.a}' }, ...(status < 204 && { body: '$request{$.body}' }) },
}))

/** A fault or a stub as a control call adds it, and the dialect that it meets. */
export const writtenAnswers = fc
  .record({
    dialect: fc.constantFrom('documented', 'observed'),
    written: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...effects).map(faultWith) },
      { weight: 6, arbitrary: spoiled(effects).map(faultWith) },
      { weight: 1, arbitrary: spoiled(stubs).map((document) => ({ kind: 'stubs', document })) },
    ),
  })
  .map(({ dialect, written }) => ({ dialect, ...written }) as const)

function faultWith(effect: unknown) {
  return { kind: 'faults', document: { name: 'written', effect } }
}

const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }

/** Requests of operations that read a query, a body and neither, and of stubs with and without a body. */
export const requests: readonly (readonly [path: string, init: RequestInit])[] = [
  ['/api/v0/template/?select_filters=%7B%7D&a=1', { headers }],
  ['/api/v0/instances/', { headers, method: 'HEAD' }],
  ['/api/v0/template/', { headers, method: 'POST', body: '{"name":"a","image":"b","a":1}' }],
  ['/api/v0/network_volumes/search/', { headers, method: 'POST', body: '{"q":{"limit":2}}' }],
  ['/full?a=b', { headers }],
  ['/empty', { headers }],
  ['/written?a=b', { headers, method: 'POST', body: '{"a":[1]}' }],
]
