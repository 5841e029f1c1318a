import * as fc from 'fast-check'
import alea from 'seedrandom/lib/alea.js'
import { expect, test } from 'vitest'
import { hashOn, RandomStream, UNSEEDED } from '../../src/kernel/random-stream.ts'

const stream = new RandomStream()

test('a stream has the numbers of alea, whatever its seed and however it was hashed', () => {
  const text = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) })
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 9 }), (start, end, count) => {
      stream.begin(hashOn(hashOn(UNSEEDED, start), end), start, end)
      const expected = alea(start + end)
      for (let at = 0; at < count; at += 1) expect(stream.next()).toBe(expected())
    }),
  )
})
