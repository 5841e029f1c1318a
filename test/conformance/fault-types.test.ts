import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { EffectDocument } from '../../src/index.ts'
import { kinds } from '../../src/harness/faults/kinds.ts'

/** One of each: a field that the type lacks, or has beyond these, does not compile. */
const everyField: Required<EffectDocument> = {
  latency_ms: 1,
  jitter_ms: 1,
  hang: true,
  status: 503,
  body: null,
  headers: {},
  refuse: 'invalid_args',
  rate_limited: true,
  reset: true,
  empty_response: true,
  truncate_body: 0.5,
  malformed_json: true,
  garbage: true,
  wrong_content_type: true,
  html_502: true,
  dribble: { chunks: 2, interval_ms: 1 },
  stream: 'after',
}

/** The properties of the effect of a fault in the published schema. */
function effectFields(): readonly string[] {
  const schema = JSON.parse(readFileSync('schemas/scenario.schema.json', 'utf8')) as {
    properties: { faults: { items: { properties: { effect: { properties: object } } } } }
  }
  return Object.keys(schema.properties.faults.items.properties.effect.properties)
}

test('the public type of an effect has every field that the schema has, and no other', () => {
  expect(Object.keys(everyField).toSorted()).toEqual(effectFields().toSorted())
})

test('every kind of fault is a field of the public type, and takes what stands there', () => {
  const values = new Map<string, unknown>(Object.entries(everyField))
  expect(kinds.length).toBeGreaterThan(10)
  for (const { key, schema } of kinds) expect(schema.safeParse(values.get(key)).success, key).toBe(true)
})
