import { beforeAll, expect, test } from 'vitest'
import { withoutOperations } from '../support/kept-texts.ts'
import { simulate, type Simulated } from '../support/simulate.ts'

const body = {
  name: 'trainer',
  image: 'pytorch',
  none: null,
  yes: true,
  zero: 0,
  "it's": 'quoted',
  'a b': { 'c.d': 1 },
  rows: [
    { id: 1, size: 10, name: 'a', tags: ['x', 'y'], gone: null },
    { id: 2, size: 20, name: 'B', tags: [], up: true },
    { id: 30, size: 3.5, name: '"', inner: { id: 4 } },
  ],
  deep: { deep: { deep: { id: 5 } } },
}

/** Paths into it, and the value that one of their nodes is to have. */
const PATHS: readonly (readonly [path: string, value: unknown])[] = [
  ['$.name', 'trainer'],
  ['$.name', 'train'],
  ['$.none', null],
  ['$.missing', null],
  ['$.yes', true],
  ['$.yes', 'true'],
  ['$.zero', 0],
  ['$.zero', false],
  ["$['name']", 'trainer'],
  ['$["name"]', 'trainer'],
  ["$['it\\'s']", 'quoted'],
  [`$["it's"]`, 'quoted'],
  ["$['a b']['c.d']", 1],
  ['$.rows[0].id', 1],
  ['$.rows[-1].id', 30],
  ['$.rows[3].id', 30],
  ['$.rows[*].id', 2],
  ['$.rows.*.id', 2],
  ['$.rows[0]', body.rows[0]],
  ['$.rows[0]', { ...body.rows[0], further: 1 }],
  ['$.rows[0,2].id', 30],
  ['$.rows[0,2].id', 2],
  ['$.rows[0:2].id', 2],
  ['$..id', 5],
  ['$..id', 6],
  ['$.deep..id', 5],
  ['$.deep..deep..id', 5],
  ['$..[0]', 'x'],
  ['$..*', 'quoted'],
  ['$.rows[ 0 ].id', 1],
  ['$', body],
]

/** Matches, of which some can be no match. */
const MATCHES: readonly object[] = [
  {},
  { operation: '' },
  { operation: ['templates.create'] },
  { method: 'post' },
  { method: '' },
  { method: 'GET POST' },
  { method: 'm-search' },
  { path: '' },
  { path: '/' },
  { path: '/api/**' },
  { path: '/api/v0/*/' },
  { path: '/api/v0/template' },
  { path: '/api/v0/template/?q=1' },
  { path: '/api/v0/template/#a' },
  { path: `/${'a'.repeat(256)}` },
  { path: `/${'a'.repeat(255)}` },
  { user_id: 1001 },
  { user_id: -1 },
  { api_key: 'renter-key' },
  { api_key: '' },
  { api_key: 5 },
  { headers: { 'Content-Type': 'application/json' } },
  { headers: { authorization: 'Bearer renter-key' } },
  { headers: { 'x-missing': null } },
  { headers: { 'a b': 'x' } },
  { query: { a: '1' } },
  { query: { a: ['1'] } },
  { query: { api_key: 'renter-key' } },
  { body: {} },
  { body: 'text' },
  { body: { $: 1 } },
  { body: { '': 1 } },
  { body: { name: 'trainer' } },
  { body: { 'rows.id': 1 } },
  { body: { '$.': 1 } },
  { body: { '$..': 1 } },
  { body: { '$[': 1 } },
  { body: { '$[a]': 1 } },
  { body: { "$['a": 1 } },
  { body: { '$[?match(@.a, "x")]': 1 } },
  { body: { '$[0:1:2]': 1 } },
  { body: { '$.a b': 1 } },
  { body: { '$..a..b..c': 1 } },
  { body: { '$.secret': 1 } },
  { body: { '$.rows[*].api_key': 1 } },
  { body: { [`$.${'a'.repeat(254)}`]: 1 } },
  { body: { [`$.${'a'.repeat(255)}`]: 1 } },
  { stub: 'x' },
]

/** What an answer of a stub may take from the request above, asked with `?a=1`. */
const REFERENCES: readonly string[] = [
  '$.method',
  '$.path',
  '$.query.a',
  '$.query.b',
  "$.headers['content-type']",
  '$.headers.Host',
  '$.body',
  '$.body.name',
  '$.body.rows[0].id',
  '$.body.rows[*].id',
  '$.body.missing',
  '$.body..id',
  '$.body..deep..id',
  '$..a..b..c',
  '$.bodyless',
  '$.body-less',
  'x$.body.name',
  '$',
  '',
  '$.headers.authorization',
  '$.body.token',
  '$.body[',
  `$.body.${'a'.repeat(249)}`,
  `$.body.${'a'.repeat(250)}`,
]

/** Texts with such values: several, as text, left open. */
const TEXTS: readonly string[] = [
  '$request{$.body.name} of $request{$.body.image}',
  '$$request{$.body.name}',
  '$$$request{$.body.name}',
  '$request{$.body.name',
  '$request{$.body.{name}}',
  'request{$.body.name}',
  '$request{$.method}'.repeat(100),
  '$request{$.method}'.repeat(101),
]

const verify = ({ control }: Simulated, match: object) =>
  control.post('/_sim/requests/verify', { match, count: { gte: 1 } })

let world: Simulated
beforeAll(async () => {
  world = simulate()
  await world.as('renter-key').post('/api/v0/template/?a=1', body)
})

/** Whether the request is one of them; why nothing can be, where that is so. */
async function said(match: object): Promise<string> {
  const { status, body: told } = await verify(world, match)
  const { count, msg, hint } = told as { count?: number; msg?: string; hint?: string }
  return status === 200 ? (count === 1 ? 'met' : 'not met') : [msg, hint].filter(Boolean).join(' | ')
}

test('the values of a body that paths lead to stay', async () => {
  const lines: string[] = []
  for (const [path, value] of PATHS)
    lines.push(`${path} ${JSON.stringify(value)}: ${await said({ body: { [path]: value } })}`)
  await expect(lines.join('\n')).toMatchFileSnapshot('../data/paths-taken.txt')
})

test('accepted matches, and the refusals of the others, stay', async () => {
  const lines: string[] = []
  for (const match of MATCHES) lines.push(`${JSON.stringify(match)}: ${await said(match)}`)
  await expect(withoutOperations(lines.join('\n'))).toMatchFileSnapshot('../data/matches-taken.txt')
})

test('the parts of a request that an answer may repeat, and the refusals of the others, stay', async () => {
  const lines: string[] = []
  for (const text of [...REFERENCES.map((path) => `$request{${path}}`), ...TEXTS]) {
    const stub = { name: 'repeats', match: { path: '/repeats' }, answer: { body: { text } } }
    const { status, body: refused } = await world.control.post('/_sim/stubs', stub)
    const { msg } = refused as { msg?: string }
    const answer = status >= 400 ? msg : JSON.stringify((await world.as('renter-key').post('/repeats?a=1', body)).body)
    lines.push(`${text}: ${answer}`)
    await world.control.delete('/_sim/stubs/repeats')
  }
  await expect(lines.join('\n')).toMatchFileSnapshot('../data/references-taken.txt')
})
