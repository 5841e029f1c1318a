import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'

test('a digest is the same before and after the hash of Node takes over', async () => {
  // Afresh: others may have made many already.
  vi.resetModules()
  const { sha256Hex } = await import('../../src/kernel/secret.ts')
  const texts = Array.from({ length: 3000 }, (_, index) => `${index} ${'ü€𝒳'.repeat(index % 40)}`)
  const expected = texts.map((text) => createHash('sha256').update(text).digest('hex'))
  expect(texts.map((text) => sha256Hex(text))).toEqual(expected)
  expect(sha256Hex('twelve', 12)).toBe(createHash('sha256').update('twelve').digest('hex').slice(0, 24))
})
