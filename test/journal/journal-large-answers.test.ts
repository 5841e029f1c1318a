import { expect, test } from 'vitest'
import { presentExchange } from '../../src/testing/journal/present-exchange.ts'
import type { Exchange } from '../../src/testing/journal/exchange.ts'
import { MASK } from '../../src/kernel/secret.ts'
import { simulate } from '../support/simulate.ts'

const exchange = (responseBody: string): Exchange => ({
  id: 1,
  startedMs: 0,
  endedMs: 0,
  realMs: 0,
  operation: null,
  userId: null,
  keyDigest: null,
  method: 'GET',
  path: '/',
  query: '',
  requestHeaders: {},
  named: {},
  requestBody: '',
  omittedBytes: 0,
  status: 200,
  responseHeaders: {},
  responseBody,
  basis: 'documented',
  rules: [],
  hint: null,
  fault: null,
  stub: undefined,
  nearMisses: [],
  observations: [],
  before: undefined,
  written: undefined,
  changes: [],
  bytes: 0,
})

const shown = (body: string): unknown => presentExchange(exchange(body)).response.body

const deep = (levels: number, inner = ''): string => '['.repeat(levels) + inner + ']'.repeat(levels)

test.each([
  ['', null],
  ['null', null],
  ['0', 0],
  ['plain', 'plain'],
  ['{"key":', MASK],
  [deep(32), JSON.parse(deep(32)) as unknown],
  [deep(33), deep(33)],
  [`{"a":${deep(40)},"a":1}`, { a: 1 }],
])('%j is shown as it is read', (body, expected) => {
  expect(shown(body)).toEqual(expected)
})

test('a body of more values than a request may have is shown as the text that it is', async () => {
  const { as, control } = simulate()
  const sent = { name: 'n', image: 'i', extra: Array.from({ length: 20_001 }, () => 1) }
  const { status } = await as('renter-key').post('/api/v0/template/', sent)
  expect(status).toBeGreaterThanOrEqual(400)
  expect((await control.get('/_sim/requests/1')).body).toMatchObject({ request: { body: JSON.stringify(sent) } })
})
