import { expect, test } from 'vitest'
import { MAX_WRONG_ROWS } from '../../src/harness/fixtures/part.ts'
import { DocumentError } from '../../src/harness/fixtures/problem.ts'
import { readFixture } from '../../src/harness/fixtures/read.ts'
import {
  inlineSource,
  MAX_ALIASES_IN_ALL,
  MAX_CHARACTERS,
  MAX_YAML_CHARACTERS,
  readSource,
} from '../../src/harness/fixtures/source.ts'

const many = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('')
const read = (text: string) => () => readFixture([readSource(text, 'x.yaml')])

test.each<readonly [string, string, RegExp]>([
  [
    'aliases',
    `a: &a 1\nb:\n${many(15_000, () => `  - *a\n`)}`,
    new RegExp(`^x\\.yaml:${MAX_ALIASES_IN_ALL + 3}: has more than ${MAX_ALIASES_IN_ALL} aliases$`),
  ],
  [
    'aliases of aliases',
    `a: &a [1, 2]\nb: &b [${many(40, () => '*a, ')}1]\nc: [${many(40, () => '*b, ')}1]\n`,
    /Excessive alias count/,
  ],
  ['keys', many(10_000, (at) => `k${at}: 1\n`), /unknown key "k0"[\s\S]*and 980 more$/],
  [
    'references to nothing',
    `network_disks:\n${many(3000, (at) => `  - {id: ${at + 1}, user_id: 9, size: 1}\n`)}`,
    /x\.yaml:2: network_disks\.0\.user_id: there is no 9[\s\S]*and 980 more$/,
  ],
])('a file of many %s is refused', (_, text, message) => {
  expect(read(text)).toThrow(message)
})

test.each<readonly [string, string]>([
  ['a: 1\nb: 2\na: 3\n', 'x.yaml:3: Map keys must be unique'],
  ['users: [{id: 1, id: 2}]\n', 'x.yaml:1: Map keys must be unique'],
  ['"a": 1\na: 2\n', 'x.yaml:2: Map keys must be unique'],
  ['b: *a\na: &a 1\n', 'x.yaml:1: Unresolved alias (the anchor must be set before the alias): a'],
])('%j is refused with its line', (text, message) => {
  expect(read(text)).toThrow(expect.objectContaining({ message }))
})

test('an anchor is used as often as a file may have aliases', () => {
  const { value } = readSource(`a: &a 1\nb:\n${many(MAX_ALIASES_IN_ALL, () => '  - *a\n')}`, 'x.yaml')
  expect(value).toEqual({ a: 1, b: Array.from({ length: MAX_ALIASES_IN_ALL }, () => 1) })
})

test('an anchor is used where it was set before', () => {
  expect(readSource('a: &a {b: 1}\nc: *a\n', 'x.yaml').value).toEqual({ a: { b: 1 }, c: { b: 1 } })
})

test('a file that is too long is not read', () => {
  expect(() => readSource(' '.repeat(MAX_CHARACTERS + 1), 'x.yaml')).toThrow(/^x\.yaml: has 4194305 characters/)
})

const padding = ' '.repeat(MAX_YAML_CHARACTERS)

test('a file that only JSON may be as long as is read as JSON, which is fast', () => {
  const { value, locate } = readSource(`{"users": [{"id": 1, "name": "{\\"id\\": 1}"}, {"id": 2}]}${padding}`, 'x.json')
  expect(value).toEqual({ users: [{ id: 1, name: '{"id": 1}' }, { id: 2 }] })
  expect(locate(['users', 0])).toEqual({ file: 'x.json' })
})

test.each<readonly [string, string, string]>([
  [
    'YAML',
    `users: []${padding}`,
    'x.yaml: has 131081 characters and is no JSON; of YAML at most 131072 characters are read',
  ],
  [
    'JSON with a key twice',
    `{"users": [{"id": 1, "id": 2}]}${padding}`,
    'x.yaml: Map keys must be unique: "id" is there twice',
  ],
  [
    'JSON with a key in two spellings',
    `{"a": 1, "\\u0061" : 2}${padding}`,
    'x.yaml: Map keys must be unique: "a" is there twice',
  ],
  ['JSON that nests deep', `${'['.repeat(100)}${']'.repeat(100)}${padding}`, 'x.yaml: nests too deep'],
])('a long file of %s is refused', (_, text, message) => {
  expect(() => readSource(text, 'x.yaml')).toThrow(expect.objectContaining({ message }))
})

const users = [{ id: 1, name: 'a' }]
const rows = (count: number, make: (at: number) => object) => Array.from({ length: count }, (_, at) => make(at + 1))
const wrongIn: Readonly<Record<string, (count: number) => object>> = {
  'references to nothing': (count) => ({ users, network_disks: rows(count, (id) => ({ id, user_id: 9, size: 1 })) }),
  'ids twice': (count) => ({ users, network_disks: rows(count + 1, () => ({ id: 1, user_id: 1, size: 1 })) }),
  'fields twice': (count) => ({
    users,
    network_disks: [{ id: 1, user_id: 1, size: 1 }],
    network_volume_offers: rows(count + 1, (id) => ({ id, disk_id: 1 })),
  }),
  'keys twice': (count) => ({ users: rows(count + 1, (id) => ({ id, name: 'a', api_keys: [{ key: 'k' }] })) }),
  'keys twice in a row': (count) => ({
    users: [{ id: 1, name: 'a', api_keys: rows(count + 1, () => ({ key: 'k' })) }],
  }),
  'unknown keys': (count) => ({ users, ...Object.fromEntries(rows(count, () => ({})).map((_, at) => [`k${at}`, 1])) }),
  contradictions: (count) => ({
    users,
    network_disks: rows(count, (id) => ({ id, user_id: 1, size: 1 })),
    network_volume_offers: rows(count, (id) => ({ id, disk_id: id, size: 2 })),
  }),
}

function problemsOf(fixture: object): number {
  try {
    readFixture([inlineSource(fixture)])
    return 0
  } catch (error) {
    if (error instanceof DocumentError) return error.problems.length
    throw error
  }
}

test.each(Object.entries(wrongIn))('of %s so many are listed, and no more', (_, fixture) => {
  expect([0, 7, MAX_WRONG_ROWS, MAX_WRONG_ROWS + 1, 5000].map((count) => problemsOf(fixture(count)))).toEqual([
    0,
    7,
    MAX_WRONG_ROWS,
    MAX_WRONG_ROWS,
    MAX_WRONG_ROWS,
  ])
})
