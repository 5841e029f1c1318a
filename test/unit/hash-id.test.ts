import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashOf as hashWith } from '../../src/marketplace/templates/hash-id.ts'

const template = { id: 7, revision: 0, name: 'n', image: 'i', env: '-e A=1', extra_filters: { gpu_ram: { gte: 24 } } }

const hashOf = (row: typeof template): string => hashWith(row, row)

test('a hash_id is 32 lowercase hex digits and always the same', () => {
  expect(hashOf(template)).toMatch(/^[0-9a-f]{32}$/)
  expect(hashOf({ ...template })).toBe(hashOf(template))
})

test('the order of the fields does not matter', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(Object.entries(template), { minLength: 6 }), (entries) => {
      expect(hashOf(Object.fromEntries(entries) as typeof template)).toBe(hashOf(template))
    }),
  )
})

for (const [what, change] of [
  ['the id', { id: 8 }],
  ['the revision', { revision: 1 }],
  ['a text', { name: 'm' }],
  ['a text that ends as another begins', { name: 'n\nonstart 1 x' }],
  ['env', { env: '-e A=2' }],
  ['a nested value', { extra_filters: { gpu_ram: { gte: 25 } } }],
  ['one more field', { private: false }],
] as const) {
  test(`another hash_id comes with ${what}`, () => {
    expect(hashOf({ ...template, ...change })).not.toBe(hashOf(template))
  })
}

test('fields that are no content do not matter', () => {
  const used = { count_created: 5, recent_create_date: 9, retired_hash_ids: ['x'], hash_id: 'y', creator_id: 3 }
  expect(hashOf({ ...template, ...used })).toBe(hashOf(template))
})

test('over the content alone neither the id nor the revision matters', () => {
  const edited = { ...template, id: 8, revision: 1 }
  expect(hashWith(edited)).toBe(hashWith(template))
  expect(hashWith({ ...template, name: 'm' })).not.toBe(hashWith(template))
})
