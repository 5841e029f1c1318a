import { expect, test } from 'vitest'
import { type Progression, progress } from '../../src/kernel/progression.ts'

const cases: readonly (readonly [Progression, number, number, number])[] = [
  [{ mode: 'immediate' }, 0, 0, 1],
  [{ mode: 'manual' }, 1_000_000, 1000, 0],
  [{ mode: 'after', seconds: 0 }, 0, 0, 1],
  [{ mode: 'after', seconds: 0.0004 }, 0, 0, 1],
  [{ mode: 'after', seconds: 2 }, 500, 0, 0.25],
  [{ mode: 'after', seconds: 2 }, 9000, 0, 1],
  [{ mode: 'reads', n: 0 }, 0, 0, 1],
  [{ mode: 'reads', n: 4 }, 0, 1, 0.25],
]

test.each(cases)('%j after %d ms and %d reads has come so far: %d', (progression, ageMs, reads, far) => {
  expect(progress(progression, ageMs, reads)).toBe(far)
})
