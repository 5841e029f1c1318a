import { expect, test } from 'vitest'
import { growthPercent } from '../../src/node/heap.ts'

const MIB = 1024 * 1024

test.each([
  ['a small heap grows by 48 MiB', [16], 300],
  ['a large one by a fifth', [400], 20],
  ['a heap is as large as it was after its latest collection', [60, 24, 80], 200],
])('%s', (_, used, percent) => {
  expect(growthPercent(used.map((mib) => mib * MIB))).toBe(percent)
})
