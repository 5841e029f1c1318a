import { expect, test } from 'vitest'
import { proofsOfTests } from '../../scripts/proofs.ts'
import { rules } from '../../src/marketplace/routes.ts'

const { present, absent } = proofsOfTests()
const ids = rules.map(({ id }) => id)

/** Rules without which none of their operations answers anything, and why. */
const always: Readonly<Record<string, string>> = {}

test('every rule has a test in which it shapes an answer, among those that run at each change', () => {
  const proved = new Set(present.filter(({ file }) => !file.endsWith('.deep.test.ts')).map(({ rule }) => rule))
  expect(ids.length).toBeGreaterThan(100)
  expect(ids.filter((id) => !proved.has(id))).toEqual([])
})

test('every rule has a test in which it must not be named, or is one of those that shape every answer', () => {
  const spared = new Set(absent.map(({ rule }) => rule))
  expect(ids.filter((id) => !spared.has(id) && !Object.hasOwn(always, id))).toEqual([])
})

test('whatever a test proves, present or absent, is a rule', () => {
  const known = new Set(ids)
  expect([...present, ...absent].filter(({ rule }) => !known.has(rule))).toEqual([])
  const stale = Object.keys(always).filter((id) => !known.has(id) || absent.some(({ rule }) => rule === id))
  expect(stale).toEqual([])
})
