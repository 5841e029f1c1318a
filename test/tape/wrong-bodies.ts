import * as fc from 'fast-check'
import { spoiled } from '../fuzz/documents.ts'

/** Texts that are no JSON, or that other parsers take for it. */
export const noJson = [
  '',
  '{',
  '{"a":',
  '{"a":1,}',
  '[1 2]',
  '{"a":tru}',
  '"\u0001"',
  '\uFEFF{}',
  '{"a":01}',
  "{'a':1}",
  '{}x',
  'é',
  '💥',
]

/** Templates with something wrong in them: the same in every run. */
export const spoiledTemplates = fc.sample(
  spoiled([{ name: 'a', image: 'b', env: '-e A=1', extra_filters: { gpu_ram: { gte: 1 } } }]),
  { numRuns: 100, seed: 1 },
)
