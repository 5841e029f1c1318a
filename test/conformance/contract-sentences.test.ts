import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { rules } from '../../src/marketplace/routes.ts'
import { type Sentence, sentencesOf } from '../support/contract-sentences.ts'

/** Why a sentence holds, or why nothing has to: ids of rules, or an object. A test is named by its file and its title. */
const ids = z.string().transform((text) => text.split(' '))
const proof = z.union([
  ids.transform((rules) => ({ rules, tests: undefined })),
  z.strictObject({
    rules: ids.optional(),
    tests: z
      .array(z.string().regex(/^test\/\S+\.test\.ts: ./))
      .min(1)
      .optional(),
    reason: z.string().min(1).optional(),
  }),
])
/** By section and sentence; those in `others`, separated by commas, have the proof of their section, `else`. */
const table = z.record(z.string(), z.object({ else: proof.optional(), others: z.string().optional() }).catchall(proof))

const entries = Object.entries(
  table.parse(parse(readFileSync('test/conformance/contract-sentences.yaml', 'utf8'))),
).flatMap(([section, { else: shared, others, ...sentences }]) => {
  const alike = others?.split(', ').map((sentence) => [sentence, shared] as const) ?? []
  return [...Object.entries(sentences), ...alike].map(([sentence, each]) => {
    const [, key = '', hash = ''] = /^(.+) ([0-9a-f]{8})$/.exec(sentence) ?? []
    return { section, key, hash, proof: each }
  })
})

/** Far below what there is, far above what a broken file or reader would leave. */
const FEWEST = 250

test('every sentence of the contract has a key of its own, and a rule, a test or a reason', () => {
  expect(entries.length).toBeGreaterThan(FEWEST)
  expect(entries.filter(({ hash }) => hash === '')).toEqual([])
  const keys = entries.map(({ section, key }) => `${section}: ${key}`)
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  expect(entries.filter((entry) => entry.proof === undefined)).toEqual([])
})

test('every rule that a sentence names is one, and stands in docs/contract.md with its proof', () => {
  const page = readFileSync('docs/contract.md', 'utf8')
  const known = new Set(rules.map(({ id }) => id))
  const named = entries.flatMap(({ key, proof: { rules: each = [] } = {} }) => each.map((id) => ({ key, id })))
  expect(named.length).toBeGreaterThan(FEWEST)
  expect(named.filter(({ id }) => !known.has(id) || !page.includes(`"user-content-${id}"`))).toEqual([])
})

/** Whether a test stands in its file under its title. */
function isThere(name: string): boolean {
  const [file = '', title = ''] = name.split(/(?<=\.test\.ts): /)
  const quoted = [`'${title}'`, `"${title}"`]
  return existsSync(file) && quoted.some((text) => readFileSync(file, 'utf8').includes(text))
}

test('every test that a sentence names is there', () => {
  const named = new Set(entries.flatMap(({ proof: { tests = [] } = {} }) => tests))
  expect(named.size).toBeGreaterThan(5)
  expect([...named].filter((name) => !isThere(name))).toEqual([])
})

test('every documented rule is named by a sentence', () => {
  const named = new Set(entries.flatMap(({ proof: { rules: each = [] } = {} }) => each))
  const documented = rules.filter(({ basis }) => basis === 'documented').map(({ id }) => id)
  expect(documented.filter((id) => !named.has(id))).toEqual([])
})

const CONTRACT = '../shared/interface.md'
const contract = existsSync(CONTRACT) ? sentencesOf(readFileSync(CONTRACT, 'utf8')) : undefined
const place = ({ section, hash }: Pick<Sentence, 'section' | 'hash'>): string => `${section}: ${hash}`

test.skipIf(contract === undefined)('the contract has these sentences and no others', () => {
  const sentences = contract ?? []
  expect(sentences.length).toBeGreaterThan(FEWEST)
  const listed = new Set(entries.map(place))
  expect(
    sentences.filter((sentence) => !listed.has(place(sentence))),
    'sentences that are not listed',
  ).toEqual([])
  const said = new Set(sentences.map(place))
  expect(
    entries.filter((entry) => !said.has(place(entry))),
    'entries without their sentence',
  ).toEqual([])
})

test('a sentence, an item, each field of a row count; headings and heads of tables do not', () => {
  const text = [
    '# Title',
    'Before all. `code` goes on. (An aside.)',
    '## Things and their fields',
    '### Row (of a table)',
    '| Field | Type |',
    '|---|---|',
    '| one, two | string |',
    '### POST /x/ : do it',
    '1. First, e.g. this: that.',
  ].join('\n')
  expect(sentencesOf(text).map(({ section, text: words }) => [section, words])).toEqual([
    ['Introduction', 'Before all.'],
    ['Introduction', '`code` goes on.'],
    ['Introduction', '(An aside.)'],
    ['Things › Row', '| one | string |'],
    ['Things › Row', '| two | string |'],
    ['Things › POST /x/', 'First, e.g. this: that.'],
  ])
})

test('markup, case and white space leave the hash of a sentence as it is, any other word changes it', () => {
  const [one, two, three] = ['The `limit` is  64.', 'the limit is 64.', 'the limit is 65.'].map(
    (text) => sentencesOf(text)[0]?.hash,
  )
  expect(one).toMatch(/^[0-9a-f]{8}$/)
  expect(one).toBe(two)
  expect(three).not.toBe(two)
})
