import { expect, test } from 'vitest'
import { splitShellWords, ShellSyntaxError } from '../../src/kernel/split-shell-words.ts'
import { recordedWords as rows, type Words } from '../support/shell-words.ts'

/** Null where it is refused. */
function wordsOf(text: string): Words {
  try {
    return splitShellWords(text)
  } catch (error) {
    if (error instanceof ShellSyntaxError) return null
    throw error
  }
}

test('every text splits as in Python, except that a carriage return separates nothing', () => {
  expect(rows.length).toBeGreaterThan(2500)
  const wrong = rows
    .map(([text, shlex, ours = shlex]) => ({ text, expected: ours, answered: wordsOf(text) }))
    .filter(({ expected, answered }) => JSON.stringify(expected) !== JSON.stringify(answered))
  expect(wrong).toEqual([])
})

test('the record holds refused texts, and differs from Python only where there is a carriage return', () => {
  expect(rows.filter(([, shlex]) => shlex === null).length).toBeGreaterThan(400)
  const other = rows.filter((row) => row.length === 3)
  expect(other.length).toBeGreaterThan(50)
  expect(other.filter(([text]) => !text.includes('\r'))).toEqual([])
})

for (const [text, message] of [
  [`it's`, 'a quote is never closed'],
  ['"', 'a quote is never closed'],
  [String.raw`"a\"`, 'a quote is never closed'],
  [String.raw`"a\ `.trimEnd(), 'a quote is never closed'],
  ['a\\', 'a backslash at the end escapes nothing'],
] as const) {
  test(`${text} is refused: ${message}`, () => {
    expect(() => splitShellWords(text)).toThrow(new ShellSyntaxError(message))
  })
}
