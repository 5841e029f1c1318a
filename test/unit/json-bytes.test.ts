import { expect, test } from 'vitest'
import { bytesOf, JsonBytes, listed, textOf } from '../../src/kernel/json-bytes.ts'

test.each(['plain', 'naïve', '日本', '𝛑'])('texts and bytes with %s are joined in turn', (word) => {
  const text = JSON.stringify({ word })
  const parts = ['[', ...listed([[bytesOf(text), text], [text], [bytesOf('{}')]]), `,"${word}"]`]
  expect(textOf(new JsonBytes(parts).bytes)).toBe(`[${text}${text},${text},{},"${word}"]`)
})

test('a body of texts alone, and an empty one', () => {
  expect(textOf(new JsonBytes(['{"word":', '"日本"}']).bytes)).toBe('{"word":"日本"}')
  expect(new JsonBytes([]).bytes).toHaveLength(0)
})
